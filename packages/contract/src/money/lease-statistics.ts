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
    startTime: filter(AskedDay).describe('Absent: 30 days in all'),
    endTime: filter(AskedDay).describe('The last day; absent: today'),
  })
  .refine(({ startTime = '', endTime }) => endTime === undefined || startTime <= endTime, {
    path: ['endTime'],
    message: 'endBeforeStart',
  })

const Amounts = z
  .array(z.object({ currency: CurrencyCode, amount: z.int() }))
  .describe('Charged, in the smallest unit, each currency by itself')
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
  drones: z.array(DroneFigures).describe('By area, 50 at most'),
  timeZone: z.string(),
}

export const LeaseStatistics = z
  .object({
    ...shared,
    clients: z.array(ClientFigures).describe('By area, 50 at most'),
    clientNum: z.object({ debugging: z.int(), unactivated: z.int(), activated: z.int() }),
    lentNow: z.int(),
    sharedNow: z.int().describe('Of these, shared ones'),
  })
  .meta({ id: 'LeaseStatistics' })
export type LeaseStatistics = z.infer<typeof LeaseStatistics>

/** Rows of clients, operators and drones: those with the largest area. */
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
      .describe('Clients of the account; for a tenant, itself with each who lends to it'),
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
    summary: 'What was flown on the leases of the account and of those below it, and charged',
    query: period,
    out: LeaseStatistics,
  }),
  getOperatorStatistics: route('GET', `${base}/operators`, {
    policy: { screens: ['operator-data-stat'] },
    summary: 'The same by operator, for both sides of a lease',
    query: period,
    out: OperatorStatistics,
  }),
  getClientChart: route('GET', `${leasingBase}/customers/{clientId}/chart`, {
    policy: { screens: ['client-chart'] },
    summary: 'The same of one client',
    params: z.object({ clientId: RentalClientId }),
    query: period,
    out: ClientChart,
    errors: ['not_found'],
  }),
}
