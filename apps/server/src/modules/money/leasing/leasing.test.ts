import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { BasicPrice, BasicPriceStep } from '@swath/contract/money/basic-prices'
import type { LeaseContract, LeaseContractDocument } from '@swath/contract/money/lease-contracts'
import type { LeaseStatistics, OperatorStatistics } from '@swath/contract/money/lease-statistics'
import type { Lease } from '@swath/contract/money/leases'
import { leasingRoutes } from '@swath/contract/money/leasing'
import type { RentalClient, RentalClientDetail } from '@swath/contract/money/rental-clients'
import type { SharedDrone } from '@swath/contract/money/shared-drones'
import { muFromM2 } from '@swath/domain/units'
import { createThemes } from '../../../platform/auth/themes.ts'
import { tx } from '../../../platform/database/database.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { runDueJobs } from '../../../platform/jobs/testing-jobs.ts'
import type { Message } from '../../../platform/messages/messages.ts'
import { askFigures } from '../../figures/public.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  type TestDrone,
} from '../../flights/flights/testing-rows.queries.ts'
import { billFlights } from '../lease-billing/bill-flights.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { lockDronesJob } from './lock-drones.ts'
import { leaseOfFlight } from '../lease-billing/lease-flights.queries.ts'
import { leasingHandlers } from './leasing.routes.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
/** Shorter than a session lasts. */
const step = 120_000

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof leasingRoutes>>>
let sent: Message[]
let lessor: TestPerson
let tenant: TestPerson
let other: TestPerson
let modelId: string

beforeEach(async () => {
  sent = []
  console_ = await openConsole(
    database,
    leasingRoutes,
    (services) =>
      leasingHandlers(services, {
        themes: createThemes(services),
        messages: {
          accepts: () => true,
          send: (message) => void sent.push(message),
          sendNow: async () => ({ sent: true }),
          settled: async () => undefined,
        },
      }),
    now,
  )
  lessor = await console_.person({
    type: 'manufacturer',
    lease_account: true,
    name: 'Sky Works',
    credit_code: '91330100MA27X',
  })
  tenant = await console_.person({ type: 'operator', operator_type: 'team', name: 'Green Fields' })
  other = await console_.person({ type: 'operator', operator_type: 'team', name: 'Blue Fields' })
  modelId = await insertModel(db, lessor.account.id, 'TX30')
  return () => console_.close()
})

const prices = { currency: 'CNY', muUnitPrice: 350, durationPrice: 28_000 } as const
const register = (clientName = 'Green Fields', body: object = {}) =>
  console_.ask<RentalClientDetail>(lessor, 'createRentalClient', {
    body: { clientName, ...prices, ...body },
  })
const issueCode = (clientId: string) =>
  console_.ask<{ code: string; client: RentalClientDetail }>(lessor, 'issueActivationCode', {
    params: { clientId },
    body: {},
  })
const activate = (code: string, person = tenant) =>
  console_.ask(person, 'activateRentalClient', { body: { code } })
const readClient = (clientId: string) =>
  console_.ask<RentalClientDetail>(lessor, 'getRentalClient', { params: { clientId } })
const activated = async (person = tenant): Promise<RentalClientDetail> => {
  const { clientId } = await register()
  await activate((await issueCode(clientId)).code, person)
  return readClient(clientId)
}
const addDrone = (given: object = {}): Promise<TestDrone> =>
  insertDroneRow(db, { modelId, manufacturerId: lessor.account.id, ...given })
const lend = (drone: TestDrone, clientId: string | null, body: object = {}) =>
  console_.ask<Lease>(lessor, 'createLease', {
    body: { droneId: drone.id, clientId, rentalModel: 1, chargeBy: 'mu', ...prices, ...body },
  })
const tenantOf = async ({ id }: TestDrone) =>
  (await db.selectFrom('drone').where('id', '=', id).select('tenant_id').executeTakeFirstOrThrow())
    .tenant_id
const leasesOf = (person: TestPerson, query: Record<string, string> = {}) =>
  console_.ask<{ items: Lease[]; total: number; stats: Record<string, number> }>(
    person,
    'listLeases',
    { query },
  )

describe('a client', () => {
  test('is created, gets a code that works once and for one account, and is activated', async () => {
    const made = await register()
    expect(made).toMatchObject({ status: 0, priceHistory: [prices], can: { lend: false } })
    const { code, client } = await issueCode(made.clientId)
    expect(code).toMatch(/^(\w{4}-){2}\w{4}$/)
    expect(client.status).toBe(1)
    const again = await issueCode(made.clientId)
    // The first code is no longer valid.
    expect(await console_.refusal(tenant, 'activateRentalClient', { body: { code } })).toEqual([
      404,
      'activation_code_wrong',
    ])
    const typed = again.code.toLowerCase().replaceAll('-', ' ')
    expect(await console_.ask(tenant, 'lookAtActivation', { body: { code: typed } })).toMatchObject(
      { lessorAccountName: 'Sky Works', ...prices },
    )
    const both = await Promise.all(
      [tenant, other].map((person) =>
        console_.send('activateRentalClient', { body: { code: again.code } }, person),
      ),
    )
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404])
    const known = await readClient(made.clientId)
    expect(known).toMatchObject({ status: 2, can: { activate: false, lend: true } })
    expect(['Green Fields', 'Blue Fields']).toContain(known.tenantAccountName)
  })

  test('codes cannot be guessed: after twenty wrong ones an account is blocked', async () => {
    const refusals = []
    for (let i = 0; i < 21; i += 1)
      refusals.push(
        (
          await console_.refusal(other, 'lookAtActivation', {
            body: { code: `AAAA-AAAA-AA${String(i).padStart(2, '0')}` },
          })
        )[0],
      )
    expect(refusals.slice(0, 20)).toEqual(Array(20).fill(404))
    expect(refusals[20]).toBe(429)
  })

  test('a code expires', async () => {
    const { clientId } = await register()
    const { code } = await issueCode(clientId)
    await db
      .updateTable('rental_client')
      .set({ code_until: new Date(now) })
      .where('id', '=', Number(clientId))
      .execute()
    expect(await console_.refusal(tenant, 'activateRentalClient', { body: { code } })).toEqual([
      404,
      'activation_code_wrong',
    ])
  })

  test('an account can be a client once per lessor, never its own, and must be an operator', async () => {
    await activated()
    const { clientId } = await register('Again')
    const { code } = await issueCode(clientId)
    for (const [person, why] of [
      [tenant, 'client_already'],
      [lessor, 'tenants_are_operators'],
    ] as const)
      expect(await console_.refusal(person, 'activateRentalClient', { body: { code } })).toEqual([
        409,
        why,
      ])
  })

  test('has a history of prices; a lease keeps those it started with', async () => {
    const client = await activated()
    const lease = await lend(await addDrone(), client.clientId)
    console_.clock.set(now + step)
    const changed = await console_.ask<RentalClientDetail>(lessor, 'setClientPrice', {
      params: { clientId: client.clientId },
      body: { ...prices, muUnitPrice: 400, version: client.version },
    })
    expect(changed.priceHistory.map(({ muUnitPrice }) => muUnitPrice)).toEqual([400, 350])
    expect((await leasesOf(lessor)).items[0]).toMatchObject({
      leaseId: lease.leaseId,
      muUnitPrice: 350,
    })
  })

  test('the counts of clients by state ignore the state filter', async () => {
    await activated()
    await register('Again')
    const { items, stats } = await console_.ask<{
      items: RentalClient[]
      stats: { states: Record<string, number> }
    }>(lessor, 'listRentalClients', { query: { status: '0' } })
    expect(items.map(({ clientName }) => clientName)).toEqual(['Again'])
    expect(stats.states).toEqual({ 0: 1, 1: 0, 2: 1 })
  })

  test('can be seen by its lessor only', async () => {
    const { clientId } = await activated()
    const rival = await console_.person({ type: 'manufacturer', lease_account: true })
    expect(await console_.refusal(rival, 'getRentalClient', { params: { clientId } })).toEqual([
      404,
      'not_found',
    ])
    const { items } = await console_.ask<{ items: RentalClient[] }>(rival, 'listRentalClients')
    expect(items).toEqual([])
    // A tenant sees its leases, but not the lessor's record of it as a client.
    expect((await console_.refusal(tenant, 'getRentalClient', { params: { clientId } }))[0]).toBe(
      403,
    )
  })
})

describe('a lease', () => {
  test('gives the drone to the tenant, counts its flights, and returns it', async () => {
    const { clientId } = await activated()
    const drone = await addDrone()
    const lease = await lend(drone, clientId, { note: 'left rotor is new' })
    expect(await tenantOf(drone)).toBe(tenant.account.id)
    await insertFlight(db, drone, { startMs: now - step, coveredM2: 1_000 })
    await insertFlight(db, drone, { startMs: now + step, coveredM2: 20_000, durationS: 1_200 })
    console_.clock.set(now + 3 * step)
    await tx(db, (trx) =>
      billFlights(trx, drone.id, { fromMs: 0, untilMs: Infinity }, new Date(now)),
    )
    const seen = await leasesOf(tenant)
    expect(seen.items).toMatchObject([
      {
        leaseId: lease.leaseId,
        sortieCount: 1,
        coveredArea: muFromM2(20_000),
        flightTime: 1_200,
        note: '',
        can: { return: false, cancel: false },
      },
    ])
    expect((await console_.refusal(other, 'listLeases'))[0]).toBe(403)
    const back = await console_.ask<Lease>(lessor, 'returnLease', {
      body: {
        id: lease.leaseId,
        returnTime: new Date(now + step / 2).toISOString(),
        version: lease.version,
      },
    })
    // The flight began after the drone was returned.
    expect(back).toMatchObject({ state: 'returned', sortieCount: 0 })
    expect(await tenantOf(drone)).toBeNull()
    expect(await console_.refusal(lessor, 'cancelLease', { body: { id: lease.leaseId } })).toEqual([
      409,
      'lease_closed',
    ])
    await lend(drone, clientId)
  })

  test('requires a drone of the own account that is not leased, and an activated client', async () => {
    const { clientId } = await activated()
    const drone = await addDrone()
    const both = await Promise.all(
      [1, 2].map(() =>
        console_.send(
          'createLease',
          { body: { droneId: drone.id, clientId, rentalModel: 1, chargeBy: 'mu', ...prices } },
          lessor,
        ),
      ),
    )
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    const sold = await addDrone({ operatorId: other.account.id })
    const waiting = await register('Not signed')
    const asked = { rentalModel: 1, chargeBy: 'mu', ...prices }
    expect(
      await console_.refusal(lessor, 'createLease', {
        body: { droneId: sold.id, clientId, ...asked },
      }),
    ).toEqual([404, 'not_found'])
    expect(
      await console_.refusal(lessor, 'createLease', {
        body: { droneId: (await addDrone()).id, clientId: waiting.clientId, ...asked },
      }),
    ).toEqual([409, 'client_not_activated'])
    expect(
      (
        await console_.refusal(lessor, 'createLease', {
          body: { droneId: (await addDrone()).id, clientId, ...asked, rentalModel: 2 },
        })
      )[0],
    ).toBe(400)
  })

  test('cannot be returned before it began or in the future', async () => {
    const { clientId } = await activated()
    const { leaseId } = await lend(await addDrone(), clientId)
    for (const at of [now - step, now + step])
      expect(
        (
          await console_.refusal(lessor, 'returnLease', {
            body: { id: leaseId, returnTime: new Date(at).toISOString() },
          })
        )[0],
      ).toBe(400)
  })

  // Set RACES=1000 for the number of attempts stated for the product.
  test('of a concurrent return and cancellation, one succeeds every time', async () => {
    const { clientId } = await activated()
    const drone = await addDrone()
    const races = Number(process.env['RACES'] ?? 25)
    let returns = 0
    for (let i = 0; i < races; i += 1) {
      const { leaseId } = await lend(drone, clientId)
      const answers = await Promise.all(
        (i % 2 === 0 ? ['returnLease', 'cancelLease'] : ['cancelLease', 'returnLease']).map(
          (operation) =>
            console_.send(operation as 'returnLease', { body: { id: leaseId } }, lessor),
        ),
      )
      expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
        200, 409,
      ])
      const won = answers.find(({ statusCode }) => statusCode === 200)!.json<Lease>()
      returns += won.state === 'returned' ? 1 : 0
      const kept = await db
        .selectFrom('lease')
        .where('id', '=', Number(leaseId))
        .select(['returned_at', 'cancelled_at', 'version'])
        .executeTakeFirstOrThrow()
      expect([kept.returned_at === null, kept.cancelled_at === null, kept.version]).toEqual([
        won.state !== 'returned',
        won.state !== 'cancelled',
        2,
      ])
      expect(await tenantOf(drone)).toBeNull()
    }
    expect(returns).toBeGreaterThan(0)
  }, 300_000)

  test('determines who is charged for a flight: from its start to its return; if cancelled, nobody', async () => {
    const { clientId } = await activated()
    const drone = await addDrone()
    const { leaseId } = await lend(drone, clientId)
    const at = (ms: number) => leaseOfFlight(db, drone.id, new Date(ms))
    expect(await at(now - 1)).toBeNull()
    expect(await at(now)).toMatchObject({
      leaseId: Number(leaseId),
      clientId: Number(clientId),
      muUnitPriceMinor: 350,
      chargeBy: 'mu',
    })
    console_.clock.set(now + step)
    await console_.ask(lessor, 'returnLease', { body: { id: leaseId } })
    expect(await at(now + step - 1)).not.toBeNull()
    expect(await at(now + step)).toBeNull()
    const next = await lend(drone, clientId)
    await console_.ask(lessor, 'cancelLease', { body: { id: next.leaseId } })
    expect(await at(now + step)).toBeNull()
  })
})

describe('a contract', () => {
  const drawUp = (clientId: string) =>
    console_.ask<LeaseContractDocument>(lessor, 'createLeaseContract', { body: { clientId } })
  const inPath = ({ contractId }: Pick<LeaseContract, 'contractId'>) => ({ params: { contractId } })
  const sendCode = async (person: TestPerson, contract: LeaseContract): Promise<string> => {
    await console_.ask(person, 'sendSignatureCode', inPath(contract))
    return sent.at(-1)!.values['code']!
  }
  const sign = (person: TestPerson, contract: LeaseContract, verifyCode: string) =>
    console_.ask<LeaseContractDocument>(person, 'signLeaseContract', {
      ...inPath(contract),
      body: { verifyCode },
    })

  test('is signed by both with separate codes, and keeps the text that was shown', async () => {
    const { clientId } = await activated()
    const contract = await drawUp(clientId)
    expect(contract.document).toContain('Sky Works')
    expect(contract.document).toContain('¥3.50')
    expect(contract.documentHash).toBe(createHash('sha256').update(contract.document).digest('hex'))
    const code = await sendCode(lessor, contract)
    // The tenant's signature requires the tenant's own code.
    expect(
      await console_.refusal(tenant, 'signLeaseContract', {
        ...inPath(contract),
        body: { verifyCode: code },
      }),
    ).toEqual([400, 'code_wrong'])
    expect(await sign(lessor, contract, code)).toMatchObject({
      state: 'lessorSigned',
      can: { sign: false, withdraw: true },
    })
    expect(
      await console_.refusal(lessor, 'signLeaseContract', {
        ...inPath(contract),
        body: { verifyCode: code },
      }),
    ).toEqual([409, 'contract_closed'])
    const body = { clientId, droneId: (await addDrone()).id, rentalModel: 1, chargeBy: 'mu' }
    expect(await console_.refusal(lessor, 'createLease', { body: { ...body, ...prices } })).toEqual(
      [409, 'contract_open'],
    )
    const done = await sign(tenant, contract, await sendCode(tenant, contract))
    expect(done).toMatchObject({
      state: 'signed',
      document: contract.document,
      documentHash: contract.documentHash,
      can: { sign: false, withdraw: false },
    })
    expect(
      await console_.refusal(lessor, 'withdrawLeaseContract', { ...inPath(contract), body: {} }),
    ).toEqual([409, 'contract_closed'])
    const lease = await lend(await addDrone(), clientId)
    expect(lease.contractId).toBe(contract.contractId)
  })

  test('a code signs only the contract for which it was requested', async () => {
    const mine = await drawUp((await activated()).clientId)
    const { clientId } = await register('Blue Fields')
    await activate((await issueCode(clientId)).code, other)
    const second = await drawUp(clientId)
    const code = await sendCode(lessor, mine)
    expect(
      await console_.refusal(lessor, 'signLeaseContract', {
        ...inPath(second),
        body: { verifyCode: code },
      }),
    ).toEqual([400, 'code_wrong'])
  })

  test('exists once at a time, can be withdrawn before the second signature, and is invisible to others', async () => {
    const { clientId } = await activated()
    const contract = await drawUp(clientId)
    expect(await console_.refusal(lessor, 'createLeaseContract', { body: { clientId } })).toEqual([
      409,
      'contract_open',
    ])
    for (const operation of ['getLeaseContract', 'sendSignatureCode'] as const)
      expect((await console_.refusal(other, operation, inPath(contract)))[0]).not.toBe(200)
    await console_.ask(tenant, 'withdrawLeaseContract', { ...inPath(contract), body: {} })
    expect(await console_.refusal(lessor, 'sendSignatureCode', inPath(contract))).toEqual([
      409,
      'contract_closed',
    ])
    console_.clock.set(now + 1)
    await drawUp(clientId)
    const { items } = await console_.ask<{ items: LeaseContract[] }>(tenant, 'listLeaseContracts')
    expect(items.map(({ state }) => state)).toEqual(['unsigned', 'withdrawn'])
  })
})

describe('base prices', () => {
  const add = (body: object) =>
    console_.ask<BasicPrice>(lessor, 'addBasicPrice', {
      body: { rentalModel: 5, ...prices, validFrom: '2026-01-01', ...body },
    })

  test('apply to periods that cannot overlap, and are defaults of new leases', async () => {
    const first = await add({ validUntil: '2026-06-14' })
    expect(first.state).toBe('past')
    expect(
      await console_.refusal(lessor, 'addBasicPrice', {
        body: { rentalModel: 5, ...prices, validFrom: '2026-06-14' },
      }),
    ).toEqual([409, 'price_overlaps'])
    await add({ validFrom: '2026-06-15', muUnitPrice: 500 })
    await add({ validFrom: '2026-06-15', flyModelId: modelId, muUnitPrice: 600 })
    expect(
      await console_.refusal(lessor, 'updateBasicPrice', {
        body: {
          priceId: first.priceId,
          rentalModel: 5,
          ...prices,
          validFrom: '2026-01-01',
          validUntil: '2026-06-15',
        },
      }),
    ).toEqual([409, 'price_overlaps'])
    await addDrone()
    const { items } = await console_.ask<{ items: { basicPrices: object[] }[] }>(
      lessor,
      'listLendableDrones',
    )
    // The price of the drone’s model takes precedence over the price of all models.
    expect(items[0]!.basicPrices).toMatchObject([{ rentalModel: 5, muUnitPrice: 600 }])
  })

  test('have a history: who set them, when and from what to what', async () => {
    const { priceId, version } = await add({ muUnitPrice: 500 })
    const changed = { rentalModel: 5, ...prices, muUnitPrice: 650, validFrom: '2026-02-01' }
    await console_.ask(lessor, 'updateBasicPrice', { body: { priceId, version, ...changed } })
    const { items } = await console_.ask<{ items: BasicPriceStep[] }>(
      lessor,
      'getBasicPriceHistory',
      { params: { priceId } },
    )
    expect(items).toMatchObject([
      {
        from: { muUnitPrice: 500, validFrom: '2026-01-01' },
        to: { muUnitPrice: 650, validFrom: '2026-02-01' },
      },
      { from: null, to: { muUnitPrice: 500, validFrom: '2026-01-01' } },
    ])
    expect(items[0]!.userName).not.toBe('')
    expect(
      (await console_.refusal(other, 'getBasicPriceHistory', { params: { priceId } }))[0],
    ).not.toBe(200)
  })
})

describe('a shared drone', () => {
  const share = async (drone: TestDrone): Promise<string> =>
    (await lend(drone, null, { rentalModel: 5, chargeBy: 'mu', muUnitPrice: 600 })).shareToken!
  const inPath = (shareToken: string) => ({ params: { shareToken } })
  const look = (person: TestPerson, token: string) =>
    console_.ask<SharedDrone>(person, 'getSharedDrone', inPath(token))
  const bill = (drone: TestDrone) =>
    tx(db, (trx) => billFlights(trx, drone.id, { fromMs: 0, untilMs: Infinity }, new Date(now)))

  test('is used by one client at a time, charged to it, and returned', async () => {
    await activated()
    const { clientId } = await register('Blue Fields')
    await activate((await issueCode(clientId)).code, other)
    const drone = await addDrone()
    const token = await share(drone)
    const stranger = await console_.person({ type: 'operator', operator_type: 'team' })
    expect((await look(stranger, token)).state).toBe('notClient')
    expect(await console_.refusal(stranger, 'takeSharedDrone', inPath(token))).toEqual([
      409,
      'client_not_activated',
    ])
    const both = await Promise.all(
      [tenant, other].map((person) => console_.send('takeSharedDrone', inPath(token), person)),
    )
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    const [first, second] =
      both[0]!.statusCode === 200 ? ([tenant, other] as const) : ([other, tenant] as const)
    expect(await tenantOf(drone)).toBe(first.account.id)
    // Taking it twice, as by a double click, takes it once.
    expect((await console_.ask<SharedDrone>(first, 'takeSharedDrone', inPath(token))).state).toBe(
      'mine',
    )
    await insertFlight(db, drone, { startMs: now + step / 2, coveredM2: 20_000 })
    await bill(drone)
    expect(await look(first, token)).toMatchObject({
      state: 'mine',
      // 30 mu at 6 yuan.
      flights: [{ coveredArea: muFromM2(20_000), charge: { currency: 'CNY', amount: 18_000 } }],
      balance: { currency: 'CNY', amount: -18_000 },
    })
    expect(await look(second, token)).toMatchObject({
      state: 'taken',
      flights: [],
      balance: { amount: 0 },
    })
    expect(await console_.refusal(second, 'giveBackSharedDrone', inPath(token))).toEqual([
      409,
      'shared_drone_not_yours',
    ])
    console_.clock.set(now + step)
    await console_.ask(first, 'giveBackSharedDrone', inPath(token))
    expect(await tenantOf(drone)).toBeNull()
    await console_.ask(second, 'takeSharedDrone', inPath(token))
    await insertFlight(db, drone, { startMs: now + 2 * step, coveredM2: 2_000 })
    await bill(drone)
    // Each client is charged for its own flights.
    expect((await look(second, token)).balance).toMatchObject({ amount: -1_800 })
    expect((await look(first, token)).balance).toMatchObject({ amount: -18_000 })
  })

  test('can be taken and returned only on the ground', async () => {
    await activated()
    const drone = await addDrone()
    const token = await share(drone)
    await insertFlight(db, drone, { startMs: now, open: true })
    expect(await console_.refusal(tenant, 'takeSharedDrone', inPath(token))).toEqual([
      409,
      'drone_in_the_air',
    ])
  })
})

describe('a spent balance', () => {
  const commandsOf = async (drone: TestDrone) =>
    (
      await db
        .selectFrom('command')
        .where('drone_id', '=', drone.id)
        .select(['type', 'user_name'])
        .orderBy('number')
        .execute()
    ).map(({ type, user_name: name }) => `${type} by ${name}`)
  const isLocked = async (drone: TestDrone) =>
    (
      await db
        .selectFrom('drone')
        .where('id', '=', drone.id)
        .select('locked')
        .executeTakeFirstOrThrow()
    ).locked
  const follow = async (clientId: string) =>
    lockDronesJob(console_.services).run(
      { clientId: Number(clientId) },
      { signal: new AbortController().signal, log: console_.services.log },
    )
  const bill = (drone: TestDrone) =>
    tx(db, (trx) => billFlights(trx, drone.id, { fromMs: 0, untilMs: Infinity }, new Date(now)))

  const land = (drone: TestDrone) =>
    db
      .updateTable('sortie')
      .set({ state: 'closed', close_reason: 'landing' })
      .where('drone_id', '=', drone.id)
      .execute()

  const spent = async (rules: object) => {
    const { clientId } = await register('Green Fields', rules)
    await activate((await issueCode(clientId)).code)
    const [grounded, flying] = [await addDrone(), await addDrone()]
    await lend(grounded, clientId)
    await lend(flying, clientId)
    await insertFlight(db, grounded, { startMs: now + 1, coveredM2: 20_000 })
    await insertFlight(db, flying, { startMs: now + 1, open: true })
    await bill(grounded)
    return { clientId, grounded, flying }
  }

  test('locks drones on the ground, flying ones after landing; a recharge unlocks them', async () => {
    const { clientId, grounded, flying } = await spent({ locksWhenEmpty: true, grace: 10_000 })
    await follow(clientId)
    expect([await isLocked(grounded), await isLocked(flying)]).toEqual([true, false])
    expect(await commandsOf(grounded)).toEqual(['lock by Sky Works'])
    // Repeating the check has no further effect.
    await follow(clientId)
    expect(await commandsOf(grounded)).toHaveLength(1)
    await land(flying)
    await follow(clientId)
    expect(await isLocked(flying)).toBe(true)
    await db
      .updateTable('rental_client')
      .set({ grace_minor: 20_000 })
      .where('id', '=', Number(clientId))
      .execute()
    await follow(clientId)
    expect([await isLocked(grounded), await isLocked(flying)]).toEqual([false, false])
    expect(await commandsOf(grounded)).toEqual(['lock by Sky Works', 'unlock by Sky Works'])
  })

  test('locks nothing if the lessor did not choose it, or within the grace limit', async () => {
    for (const rules of [{}, { locksWhenEmpty: true, grace: 10_500 }]) {
      const { clientId, grounded } = await spent(rules)
      await follow(clientId)
      expect(await isLocked(grounded)).toBe(false)
      await db
        .updateTable('rental_client')
        .set({ tenant_account_id: null, state: 0, activated_at: null })
        .where('id', '=', Number(clientId))
        .execute()
    }
  })

  test('is checked again when the lessor changes the rules', async () => {
    const { clientId, grounded, flying } = await spent({})
    await land(flying)
    const change = async (locksWhenEmpty: boolean): Promise<void> => {
      const { version } = await readClient(clientId)
      await console_.ask(lessor, 'updateRentalClient', {
        params: { clientId },
        body: { version, clientName: 'Green Fields', locksWhenEmpty },
      })
      await runDueJobs(db, [lockDronesJob(console_.services)])
    }
    await change(true)
    expect(await isLocked(grounded)).toBe(true)
    await change(false)
    expect(await isLocked(grounded)).toBe(false)
  })

  test('locks a shared drone only while the client has it', async () => {
    const { clientId } = await register('Green Fields', { locksWhenEmpty: true })
    await activate((await issueCode(clientId)).code)
    const drone = await addDrone()
    const { shareToken } = await lend(drone, null, { rentalModel: 5 })
    const asked = { params: { shareToken: shareToken! } }
    await console_.ask(tenant, 'takeSharedDrone', asked)
    await insertFlight(db, drone, { startMs: now + 1, coveredM2: 20_000 })
    await bill(drone)
    await follow(clientId)
    expect(await isLocked(drone)).toBe(true)
    console_.clock.set(now + step)
    await console_.ask(tenant, 'giveBackSharedDrone', asked)
    expect(await isLocked(drone)).toBe(false)
  })

  test('no longer locks a drone that is returned', async () => {
    const { clientId, grounded } = await spent({ locksWhenEmpty: true })
    await follow(clientId)
    const { items } = await leasesOf(lessor, { droneId: grounded.id })
    await console_.ask(lessor, 'returnLease', { body: { id: items[0]!.leaseId } })
    expect(await isLocked(grounded)).toBe(false)
  })
})

describe('statistics of leases', () => {
  test('add up by month, client and drone, and agree with the statistics of all work', async () => {
    const { clientId } = await activated()
    const drones = [await addDrone(), await addDrone()]
    for (const drone of drones) await lend(drone, clientId)
    const rented = { ...drones[0]!, tenantId: tenant.account.id }
    await insertFlight(db, rented, { startMs: now + 1, coveredM2: 20_000, durationS: 600 })
    await insertFlight(db, rented, { startMs: now + step, coveredM2: 4_000, durationS: 300 })
    for (const drone of drones)
      await tx(db, (trx) =>
        billFlights(trx, drone.id, { fromMs: 0, untilMs: Infinity }, new Date(now)),
      )
    const period = { startTime: '2026-06-01', endTime: '2026-06-30' }
    const statistics = await console_.ask<LeaseStatistics>(lessor, 'getLeaseStatistics', {
      query: period,
    })
    const [cube] = await askFigures(
      db,
      { kind: 'accounts', accountIds: [lessor.account.id], as: 'manufacturer' },
      {
        measures: ['coveredM2', 'durationS', 'sortieCount'],
        by: ['tenant'],
        filters: {},
        from: '2026-06-01',
        until: '2026-07-01',
        timeZone: 'Asia/Shanghai',
      },
    )
    expect(cube!.keys).toEqual([tenant.account.id])
    expect(statistics.total).toEqual({
      sortieCount: cube!.figures.sortieCount,
      coveredArea: muFromM2(cube!.figures.coveredM2!),
      flightTime: cube!.figures.durationS,
      // 36 mu at 3.50 yuan.
      amounts: [{ currency: 'CNY', amount: 12_600 }],
    })
    expect(statistics).toMatchObject({
      months: [{ month: '2026-06', sortieCount: 2 }],
      clients: [{ clientId, sortieCount: 2 }],
      drones: [{ droneId: rented.id, sortieCount: 2 }],
      lentNow: 2,
      clientNum: { activated: 1 },
    })
    const own = await console_.ask<OperatorStatistics>(tenant, 'getOperatorStatistics', {
      query: period,
    })
    expect(own.total).toEqual(statistics.total)
    expect(own.operators).toMatchObject([
      { operatorAccountId: tenant.account.id, lessorAccountName: 'Sky Works', lentNow: 2 },
    ])
    await console_.ask(lessor, 'cancelLease', {
      body: { id: (await leasesOf(lessor, { droneId: rented.id })).items[0]!.leaseId },
    })
    const after = await console_.ask<LeaseStatistics>(lessor, 'getLeaseStatistics', {
      query: period,
    })
    expect(after.total).toMatchObject({ sortieCount: 0, amounts: [] })
  })
})
