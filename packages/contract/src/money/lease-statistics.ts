// Results of leases: for the lessor, and for each operator that rents.
import { z } from 'zod'
import { AskedDay, DroneId, filter } from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { CurrencyCode, RentalClientId, leaseFigures, leasingBase } from './leasing-fields.ts'

const route = routeWithTag('Leasing')
const base = `${leasingBase}/statistics`

const period = z
  .object({
    startTime: filter(AskedDay).describe(
      'First day; absent: the period is the 30 days up to endTime',
    ),
    endTime: filter(AskedDay).describe('Last day, included; absent: today'),
  })
  .refine(({ startTime = '', endTime }) => endTime === undefined || startTime <= endTime, {
    path: ['endTime'],
    message: 'endBeforeStart',
  })

const Amounts = z
  .array(z.object({ currency: CurrencyCode, amount: z.int() }))
  .describe('Amounts charged, in the smallest unit, one row for each currency')
const figures = { ...leaseFigures, amounts: Amounts }
export const LeaseFigures = z.object(figures).meta({ id: 'LeaseFigures' })
export type LeaseFigures = z.infer<typeof LeaseFigures>

const MonthFigures = z.object({ month: z.string().describe('YYYY-MM'), ...figures })
const DroneFigures = z.object({
  droneId: DroneId,
  droneName: z.string(),
  modelName: z.string(),
  ...figures,
})
const ClientFigures = z.object({ clientId: RentalClientId, clientName: z.string(), ...figures })
const shared = {
  total: LeaseFigures,
  months: z.array(MonthFigures),
  drones: z.array(DroneFigures).describe('By area, largest first, 50 at most'),
  timeZone: z.string(),
}

export const LeaseStatistics = z
  .object({
    ...shared,
    clients: z.array(ClientFigures).describe('By area, largest first, 50 at most'),
    clientNum: z.object({ debugging: z.int(), unactivated: z.int(), activated: z.int() }),
    lentNow: z.int(),
    sharedNow: z.int().describe('Number of the lent drones that are shared'),
  })
  .meta({ id: 'LeaseStatistics' })
export type LeaseStatistics = z.infer<typeof LeaseStatistics>

/** Maximum number of clients, operators and drones: those with the largest area. */
export const figureRowsAtMost = 50

export const OperatorStatistics = z
  .object({
    ...shared,
    operators: z
      .array(
        z.object({
          ...ClientFigures.shape,
          lessorAccountId: id('account'),
          lessorAccountName: z.string(),
          operatorAccountId: id('account').nullable(),
          operatorName: z.string().nullable(),
          lentNow: z.int(),
        }),
      )
      .describe(
        'Clients of the account; for a tenant, its entry with each account that lends to it',
      ),
  })
  .meta({ id: 'OperatorStatistics' })
export type OperatorStatistics = z.infer<typeof OperatorStatistics>

export const ClientChart = z
  .object({ ...shared, clientId: RentalClientId, clientName: z.string() })
  .meta({ id: 'ClientChart' })
export type ClientChart = z.infer<typeof ClientChart>

export const leaseStatisticRoutes = {
  getLeaseStatistics: route('GET', `${base}/lessor`, {
    policy: { screens: ['lease-data-stat'] },
    summary: 'Get work and charges on leases of the account and of the accounts below it',
    query: period,
    out: LeaseStatistics,
  }),
  getOperatorStatistics: route('GET', `${base}/operators`, {
    policy: { screens: ['operator-data-stat'] },
    summary: 'Get work and charges on leases by operator, for lessors and tenants',
    query: period,
    out: OperatorStatistics,
  }),
  getClientChart: route('GET', `${leasingBase}/customers/{clientId}/chart`, {
    policy: { screens: ['client-chart'] },
    summary: 'Get work and charges on leases of one client',
    params: z.object({ clientId: RentalClientId }),
    query: period,
    out: ClientChart,
    errors: ['not_found'],
  }),
}
