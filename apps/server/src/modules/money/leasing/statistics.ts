// Totals of leases. All figures are sums of the same rows, so that parts add up to their total;
// currencies are kept separate.
import { figureRowsAtMost, type LeaseFigures } from '@swath/contract/money/lease-statistics'
import type { leasingRoutes } from '@swath/contract/money/leasing'
import type { Caller } from '@swath/domain/access/caller'
import { addDays } from '@swath/domain/calendar-steps'
import { sumByCurrency } from '@swath/domain/money'
import { muFromM2 } from '@swath/domain/units'
import { startOfZoneDayMs, zoneDay } from '@swath/domain/zone-days'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { findClient } from './clients.queries.ts'
import type { Deps } from './leasing-deps.ts'
import {
  clientsOnEitherSide,
  flownOnLeases,
  lessorsToday,
  type Flown,
  type Sides,
} from './statistics.queries.ts'

const addUp = (rows: readonly Flown[]): LeaseFigures => {
  const sum = (value: (row: Flown) => number): number =>
    rows.reduce((total, row) => total + value(row), 0)
  return {
    sortieCount: sum((row) => row.sorties),
    coveredArea: muFromM2(sum((row) => row.covered_m2)),
    flightTime: sum((row) => row.duration_s),
    amounts: sumByCurrency(
      rows.map((row) => ({ amountMinor: row.amount_minor, currency: row.currency })),
    ).map(({ amountMinor, currency }) => ({ amount: amountMinor, currency })),
  }
}

const byArea = <Row extends LeaseFigures>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => b.coveredArea - a.coveredArea).slice(0, figureRowsAtMost)

const groups = <Key>(rows: readonly Flown[], toKey: (row: Flown) => Key): [Key, Flown[]][] => [
  ...Map.groupBy(rows, toKey),
]

const tell = (rows: readonly Flown[], timeZone: string) => ({
  total: addUp(rows),
  months: groups(rows, ({ month }) => month)
    .map(([month, own]) => ({ month, ...addUp(own) }))
    .toSorted((a, b) => (a.month < b.month ? -1 : 1)),
  drones: byArea(
    groups(rows, (row) => row.drone_id).map(([droneId, own]) => ({
      droneId,
      // A deleted drone is shown by its number.
      droneName: own[0]!.drone_name ?? droneId,
      modelName: own[0]!.model_name ?? '',
      ...addUp(own),
    })),
  ),
  timeZone,
})

type Period = { startTime?: string | undefined; endTime?: string | undefined }
const usualDays = 30

export const statisticHandlers = ({
  readDb,
  clock,
}: Deps): Pick<
  Handlers<typeof leasingRoutes>,
  'getLeaseStatistics' | 'getOperatorStatistics' | 'getClientChart'
> => {
  const ask = (
    caller: Caller,
    { startTime, endTime = zoneDay(caller.timeZone, clock.now()) }: Period,
    narrowed: { sides: Sides; clientId?: number },
  ): Promise<Flown[]> =>
    flownOnLeases(readDb, caller, {
      ...narrowed,
      fromMs: startOfZoneDayMs(caller.timeZone, startTime ?? addDays(endTime, 1 - usualDays)),
      untilMs: startOfZoneDayMs(caller.timeZone, addDays(endTime, 1)),
      timeZone: caller.timeZone,
    })
  return {
    getLeaseStatistics: async ({ query }, { caller }) => {
      const [rows, { clients, leases }] = await Promise.all([
        ask(caller, query, { sides: 'lessor' }),
        lessorsToday(readDb, caller),
      ])
      return {
        ...tell(rows, caller.timeZone),
        clients: byArea(
          groups(rows, (row) => row.client_id).map(([id, own]) => ({
            clientId: String(id),
            clientName: own[0]!.client_name,
            ...addUp(own),
          })),
        ),
        clientNum: clients,
        lentNow: leases.lent,
        sharedNow: leases.shared,
      }
    },

    getOperatorStatistics: async ({ query }, { caller }) => {
      const rows = await ask(caller, query, { sides: 'either' })
      const flown = Map.groupBy(rows, (row) => row.client_id)
      const most = byArea(
        groups(rows, (row) => row.client_id).map(([id, own]) => ({ id, ...addUp(own) })),
      )
      const clients = await clientsOnEitherSide(readDb, caller, {
        first: most.map(({ id }) => id),
        atMost: figureRowsAtMost,
      })
      return {
        ...tell(rows, caller.timeZone),
        operators: clients
          .map((client) => ({
            clientId: String(client.id),
            clientName: client.name,
            lessorAccountId: client.lessor_id,
            lessorAccountName: client.lessor_name,
            operatorAccountId: client.tenant_id,
            operatorName: client.tenant_name,
            lentNow: client.lent_now,
            ...addUp(flown.get(client.id) ?? []),
          }))
          .toSorted((a, b) => b.coveredArea - a.coveredArea),
      }
    },

    getClientChart: async ({ params, query }, { caller }) => {
      const client = (await findClient(readDb, caller.scope, params.clientId)) ?? fail('not_found')
      const rows = await ask(caller, query, { sides: 'lessor', clientId: client.id })
      return {
        ...tell(rows, caller.timeZone),
        clientId: String(client.id),
        clientName: client.name,
      }
    },
  }
}
