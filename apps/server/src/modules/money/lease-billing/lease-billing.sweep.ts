// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
// The rows belong to the clients of `leasing.sweep.ts`.
import { leaseBillingRoutes } from '@swath/contract/money/lease-billing'
import {
  askingBy,
  featureSweep,
  type Asking,
  type Strangers,
} from '../../../sweep/testing-cases.ts'
import { leaseManagers, leasingSides } from '../../../sweep/testing-oracle.ts'
import { newId, world, type DroneName, type PersonName } from '../../../sweep/testing-world.ts'
import {
  leaseSortieIds,
  lenders,
  rechargeIds,
  toLineId,
  type Lender,
} from './testing-bills.queries.ts'

const numbers = { root: 8001, east: 8002, team: 8003, teamSub: 8004, rival: 8005 } as const
const drones = {
  root: 'unsold',
  east: 'easts',
  team: 'teams',
  teamSub: 'subs',
  rival: 'rented',
} as const satisfies Record<Lender, DroneName>

/** Lessors whose bills a person reads; for `renter`, as the tenant. */
const read: Partial<Record<PersonName, readonly Lender[]>> = {
  root: lenders,
  east: ['east'],
  team: ['team', 'teamSub'],
  teamEnterpriseAdmin: ['team', 'teamSub'],
  teamBusinessAdmin: ['team', 'teamSub'],
  teamLeaseManager: ['team', 'teamSub'],
  teamPersonal: ['team', 'teamSub'],
  teamSub: ['teamSub'],
  rival: ['rival'],
  renter: ['rival'],
}
/** Everyone who may make the call. */
const holding = (kind: string) => ({
  kind,
  rows: Object.fromEntries(leasingSides.map((person) => [person, read[person] ?? []])),
})

const unseen =
  (idOf: (lender: Lender) => string): Strangers =>
  ({ person }) =>
    lenders.filter((name) => !(read[person] ?? []).includes(name)).map(idOf)
const clientOf = (lender: Lender): string => String(numbers[lender])
const unseenClients = unseen(clientOf)

const lenderOf = ({ person }: Asking): Lender => read[person]?.[0] ?? 'rival'
const ownClient = (asking: Asking) => ({ clientId: clientOf(lenderOf(asking)) })
const ownRecharge = (asking: Asking) => ({ rechargeId: rechargeIds[lenderOf(asking)] })
const ownWork = (asking: Asking) => ({
  droneId: world.droneId[drones[lenderOf(asking)]],
  sortieId: leaseSortieIds[lenderOf(asking)],
})
/** A version that no row has, so that the call is refused before it changes anything. */
const late = { version: 99 }
const all = () => ({ query: { pageSize: '500' } })
const november = (asking: Asking) => ({ query: { ...ownClient(asking), month: '2026-11' } })
const either = [...leaseManagers, 'renter'] as const
/** Reads both sides, but cannot decide for the lessor. */
const refused = [askingBy('renter')]
const narrowed = { narrows: true, strangers: { 'query.clientId': unseenClients } } as const

export const leaseBillingSweep = featureSweep(leaseBillingRoutes, {
  strangers: {
    ledgerLine: unseen((name) => toLineId(numbers[name])),
    recharge: unseen((name) => rechargeIds[name]),
  },
  cases: {
    listLeaseBills: { people: leasingSides, request: all, holds: holding('bill'), ...narrowed },
    exportLeaseBills: { people: leasingSides, holds: holding('bill'), ...narrowed },
    getLeaseBill: {
      people: leasingSides,
      request: (asking) => ({ params: { lineId: toLineId(numbers[lenderOf(asking)]) } }),
    },
    enterLeaseBill: {
      people: either,
      right: true,
      request: (asking) => ({
        body: { requestId: newId(), ...ownClient(asking), kind: 'deposit', amount: 5, note: 'x' },
      }),
      strangers: { 'body.clientId': unseenClients },
      changes: true,
    },
    listLeaseBalances: {
      people: leasingSides,
      request: all,
      holds: holding('rentalClient'),
      ...narrowed,
    },
    getLeaseStatement: {
      people: leasingSides,
      request: november,
      strangers: { 'query.clientId': unseenClients },
    },
    exportLeaseStatement: {
      people: leasingSides,
      request: november,
      strangers: { 'query.clientId': unseenClients },
    },
    listLedgerMonths: { people: leasingSides, request: all },
    exportLedgerMonths: { people: leasingSides },
    closeLedgerMonth: {
      people: either,
      right: true,
      request: () => ({ body: { month: '2020-01' } }),
    },
    listLeaseRecharges: { people: leasingSides, request: all, holds: holding('recharge') },
    getLeaseRecharge: {
      people: leasingSides,
      request: (asking) => ({ params: ownRecharge(asking) }),
    },
    askLeaseRecharge: {
      people: either,
      right: true,
      request: (asking) => ({ body: { ...ownClient(asking), amount: 5 } }),
      strangers: { 'body.clientId': unseenClients },
      changes: true,
    },
    payLeaseRecharge: {
      people: either,
      right: true,
      // No gateway is configured, so that no payment is started.
      request: (asking) => ({ params: ownRecharge(asking), body: { provider: 'wechat' } }),
    },
    confirmLeaseRecharge: {
      people: leaseManagers,
      right: true,
      request: (asking) => ({ params: ownRecharge(asking), body: late }),
      refused,
    },
    refuseLeaseRecharge: {
      people: leaseManagers,
      right: true,
      request: (asking) => ({ params: ownRecharge(asking), body: { reason: 'x', ...late } }),
      refused,
    },
    withdrawLeaseRecharge: {
      people: either,
      right: true,
      request: (asking) => ({ params: ownRecharge(asking), body: late }),
    },
    refundLeaseRecharge: {
      people: leaseManagers,
      right: true,
      request: (asking) => ({
        params: ownRecharge(asking),
        body: { amount: 5, reason: 'x', ...late },
      }),
      refused,
    },
    listLeaseWorkRecords: { people: leasingSides, request: all, ...narrowed },
    exportLeaseWorkRecords: { people: leasingSides, ...narrowed },
    waiveLeaseWork: {
      people: either,
      right: true,
      request: (asking) => ({ body: { ...ownWork(asking), reason: 'x', ...late } }),
    },
    chargeLeaseWork: {
      people: either,
      right: true,
      request: (asking) => ({ body: { ...ownWork(asking), ...late } }),
    },
  },
})
