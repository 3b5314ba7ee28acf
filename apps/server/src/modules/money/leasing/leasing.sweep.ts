// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { leasingRoutes } from '@swath/contract/money/leasing'
import type { Db } from '../../../platform/database/database.ts'
import { insertBill, leaseSortieIds } from '../lease-billing/testing-bills.queries.ts'
import { featureSweep, type Asking, type Strangers } from '../../../sweep/testing-cases.ts'
import {
  leaseManagers,
  leasingSides,
  lessors,
  signedIn,
  without,
} from '../../../sweep/testing-oracle.ts'
import {
  buildCanary,
  idsFor,
  world,
  worldNow,
  type AccountName,
  type DroneName,
  type PersonName,
} from '../../../sweep/testing-world.ts'

type Line = { number: number; drone: DroneName; tenant: AccountName | null }
/** Lessors, each with one client, one lease and one base price. */
const lines = {
  root: { number: 8001, drone: 'unsold', tenant: null },
  east: { number: 8002, drone: 'easts', tenant: null },
  team: { number: 8003, drone: 'teams', tenant: null },
  teamSub: { number: 8004, drone: 'subs', tenant: null },
  rival: { number: 8005, drone: 'rented', tenant: 'renter' },
} as const satisfies Partial<Record<AccountName, Line>>
type Lender = keyof typeof lines
const lenders = Object.keys(lines) as Lender[]

/** Lessors whose clients, prices and leases a person sees. */
const lent: Partial<Record<PersonName, readonly Lender[]>> = {
  root: lenders,
  east: ['east'],
  team: ['team', 'teamSub'],
  teamEnterpriseAdmin: ['team', 'teamSub'],
  teamBusinessAdmin: ['team', 'teamSub'],
  teamLeaseManager: ['team', 'teamSub'],
  teamPersonal: ['team', 'teamSub'],
  teamSub: ['teamSub'],
  rival: ['rival'],
}
/** Leases and contracts can also be seen by their tenant. */
const ofBothSides: Partial<Record<PersonName, readonly Lender[]>> = { ...lent, renter: ['rival'] }

const contractIds = idsFor(lenders)
const priceIds = idsFor(lenders)
const numbers = Object.fromEntries(
  lenders.map((name) => [name, String(lines[name].number)]),
) as Record<Lender, string>

const unseen =
  (
    ids: Readonly<Record<Lender, string>>,
    seen: Partial<Record<PersonName, readonly Lender[]>>,
  ): Strangers =>
  ({ person }) =>
    lenders.filter((name) => !(seen[person] ?? []).includes(name)).map((name) => ids[name])

const lenderOf = ({ person }: Asking): Lender => ofBothSides[person]?.[0] ?? 'rival'
const ownClient = (asking: Asking) => ({ clientId: numbers[lenderOf(asking)] })
const ownContract = (asking: Asking) => ({ contractId: contractIds[lenderOf(asking)] })
const prices = { currency: 'CNY', muUnitPrice: 300, durationPrice: 20_000 }
/** A version that no row has, so that the call is refused before it changes anything. */
const late = { version: 99 }
const all = () => ({ query: { pageSize: '500' } })
const wholePage = () => ({ query: { pageSize: '999' } })
const holding = (kind: string, rows: Partial<Record<PersonName, readonly string[]>>) => ({
  kind,
  rows,
})

const seed = async (db: Db): Promise<void> => {
  for (const name of lenders) {
    const line: Line = lines[name]
    const lessor = world.accountId[name]
    const price = {
      currency: 'CNY',
      mu_unit_price_minor: 300,
      hour_unit_price_minor: 20_000,
    } as const
    const at = new Date(worldNow - 86_400_000)
    await db
      .insertInto('rental_client')
      .values({
        id: line.number,
        lessor_account_id: lessor,
        tenant_account_id: line.tenant && world.accountId[line.tenant],
        activated_at: line.tenant && at,
        state: line.tenant ? 2 : 0,
        name: buildCanary('rentalClient', name),
        ...price,
        code_hash: null,
        warn_below_minor: null,
        created_at: at,
      })
      .execute()
    await insertBill(db, name, line.number)
    await db
      .insertInto('lease_contract')
      .values({
        id: contractIds[name],
        client_id: line.number,
        lessor_account_id: lessor,
        language: 'en',
        document: buildCanary('contract', name),
        document_hash: Buffer.alloc(32),
        lessor_signer_id: null,
        lessor_signer_name: null,
        tenant_signer_id: null,
        tenant_signer_name: null,
        created_at: at,
      })
      .execute()
    await db
      .insertInto('lease')
      .values({
        id: line.number,
        lessor_account_id: lessor,
        client_id: line.number,
        drone_id: world.droneId[line.drone],
        contract_id: null,
        rental_model: 1,
        charge_by: 'mu',
        ...price,
        share_token: null,
        note: buildCanary('leaseNote', name),
        starts_at: at,
        created_by: buildCanary('lease', name),
      })
      .execute()
    await db
      .insertInto('lease_work_record')
      .values({
        drone_id: world.droneId[line.drone],
        sortie_id: leaseSortieIds[name],
        lease_id: line.number,
        client_id: line.number,
        lessor_id: lessor,
        start_at: at,
        end_at: at,
        covered_m2: 10_000,
        duration_s: 600,
        charge_by: 'mu',
        unit_price_minor: 300,
        currency: 'CNY',
        amount_minor: 4_500,
        state: 'charged',
        waived_reason: null,
        billed_at: at,
      })
      .execute()
    await db
      .insertInto('basic_price')
      .values({
        id: priceIds[name],
        lessor_account_id: lessor,
        model_id: null,
        rental_model: 1,
        ...price,
        valid_from: '2026-01-01',
        valid_until: null,
        note: buildCanary('basicPrice', name),
      })
      .execute()
  }
}

const flown = (seen: Partial<Record<PersonName, readonly Lender[]>>) =>
  holding(
    'drone',
    Object.fromEntries(
      Object.entries(seen).map(([person, of]) => [person, of.map((name) => lines[name].drone)]),
    ),
  )
const november = { startTime: '2026-11-01', endTime: '2026-11-30' }
/** A code that no drone has. */
const shared = () => ({ params: { shareToken: 'nobodys-code-nobodys-c' } })

const basicPrice = {
  flyModelId: null,
  rentalModel: 2,
  ...prices,
  validFrom: '2026-12-01',
  note: 'made by the sweep',
}
const client = { clientName: 'Made by the sweep' }
const code = { code: 'ABCD-EFGH-JKMN' }

export const leasingSweep = featureSweep(leasingRoutes, {
  seed,
  strangers: {
    rentalClient: unseen(numbers, lent),
    lease: unseen(numbers, ofBothSides),
    leaseContract: unseen(contractIds, ofBothSides),
    basicPrice: unseen(priceIds, lent),
  },
  cases: {
    listRentalClients: {
      people: lessors,
      request: wholePage,
      holds: holding('rentalClient', lent),
    },
    exportRentalClients: { people: lessors, holds: holding('rentalClient', lent) },
    createRentalClient: {
      people: leaseManagers,
      right: true,
      request: () => ({ body: { ...client, ...prices } }),
      changes: true,
    },
    getRentalClient: { people: lessors, request: (asking) => ({ params: ownClient(asking) }) },
    updateRentalClient: {
      people: leaseManagers,
      right: true,
      request: (asking) => ({ params: ownClient(asking), body: { ...client, ...late } }),
    },
    setClientPrice: {
      people: leaseManagers,
      right: true,
      request: (asking) => ({ params: ownClient(asking), body: { ...prices, ...late } }),
    },
    issueActivationCode: {
      people: leaseManagers,
      right: true,
      request: (asking) => ({ params: ownClient(asking), body: late }),
    },
    lookAtActivation: { people: signedIn, request: () => ({ body: code }) },
    activateRentalClient: {
      people: without(
        signedIn,
        'teamStaff',
        'teamEnterpriseAdmin',
        'teamBusinessAdmin',
        'teamPersonal',
        'teamPilot',
        'countyStaff',
        'makerBusinessAdmin',
      ),
      right: true,
      request: () => ({ body: code }),
    },
    listLeases: {
      people: leasingSides,
      request: all,
      holds: holding('lease', ofBothSides),
      narrows: true,
      strangers: { 'query.clientId': unseen(numbers, ofBothSides) },
    },
    exportLeases: {
      people: leasingSides,
      holds: holding('lease', ofBothSides),
      narrows: true,
      strangers: { 'query.clientId': unseen(numbers, ofBothSides) },
    },
    getLease: {
      people: leasingSides,
      request: (asking) => ({ params: { leaseId: numbers[lenderOf(asking)] } }),
    },
    listLendableDrones: { people: lessors },
    createLease: {
      people: leaseManagers,
      right: true,
      request: (asking) => ({
        body: {
          droneId: world.droneId[asking.drone],
          ...ownClient(asking),
          rentalModel: 1,
          chargeBy: 'mu',
          ...prices,
        },
      }),
      changes: true,
    },
    returnLease: {
      people: leaseManagers,
      right: true,
      request: (asking) => ({ body: { id: numbers[lenderOf(asking)], ...late } }),
    },
    cancelLease: {
      people: leaseManagers,
      right: true,
      request: (asking) => ({ body: { id: numbers[lenderOf(asking)], ...late } }),
    },
    listRentalManufacturers: {
      people: signedIn,
      look: ({ items }, person) => ({
        actual: items.map(({ accountId }) => accountId),
        expected: person === 'renter' ? [world.accountId.rival] : [],
      }),
    },
    listLeaseContracts: {
      people: leasingSides,
      narrows: true,
      strangers: { 'query.clientId': unseen(numbers, ofBothSides) },
    },
    getLeaseContract: {
      people: leasingSides,
      request: (asking) => ({ params: ownContract(asking) }),
    },
    createLeaseContract: {
      people: leaseManagers,
      right: true,
      request: (asking) => ({ body: ownClient(asking) }),
    },
    sendSignatureCode: {
      people: [...leaseManagers, 'renter'],
      right: true,
      request: (asking) => ({ params: ownContract(asking) }),
      changes: true,
    },
    signLeaseContract: {
      people: [...leaseManagers, 'renter'],
      right: true,
      request: (asking) => ({
        params: ownContract(asking),
        body: { verifyCode: '000000', ...late },
      }),
      changes: true,
    },
    withdrawLeaseContract: {
      people: [...leaseManagers, 'renter'],
      right: true,
      request: (asking) => ({ params: ownContract(asking), body: late }),
    },
    listBasicPrices: { people: lessors, request: all, holds: holding('basicPrice', lent) },
    exportBasicPrices: { people: lessors, holds: holding('basicPrice', lent) },
    listLeasedModels: { people: lessors },
    getBasicPriceHistory: {
      people: lessors,
      request: (asking) => ({ params: { priceId: priceIds[lenderOf(asking)] } }),
    },
    addBasicPrice: {
      people: leaseManagers,
      right: true,
      request: () => ({ body: basicPrice }),
      changes: true,
    },
    updateBasicPrice: {
      people: leaseManagers,
      right: true,
      request: (asking) => ({
        body: { priceId: priceIds[lenderOf(asking)], ...basicPrice, ...late },
      }),
    },
    deleteBasicPrice: {
      people: leaseManagers,
      right: true,
      request: (asking) => ({ params: { priceId: priceIds[lenderOf(asking)] } }),
      changes: true,
    },
    getSharedDrone: { people: signedIn, request: shared },
    takeSharedDrone: { people: signedIn, request: shared },
    giveBackSharedDrone: { people: signedIn, request: shared },
    getLeaseStatistics: {
      people: lessors,
      request: () => ({ query: november }),
      holds: flown(lent),
    },
    getOperatorStatistics: {
      people: leasingSides,
      request: () => ({ query: november }),
      holds: flown(ofBothSides),
    },
    getClientChart: {
      people: lessors,
      request: (asking) => ({ params: ownClient(asking), query: november }),
    },
  },
})
