// Panels next to the map on the first screen, depending on the account: operators at work, failing
// machines, work on the account's plots.
import { z } from 'zod'
import { Box, DroneId, Mu, Time } from '../fields.ts'
import { SortieDetail } from '../flights/flights.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { monitorFilters } from '../fleet/monitor-filters.ts'

const route = routeWithTag('Monitor')
const screens = ['monitor'] as const
const base = '/api/drone/mointor/manage'

/** Maximum numbers of items in one response. */
export const operatorsAtMost = 100
export const machinesAtMost = 50
export const plotsOfWorkAtMost = 200
/** Number of past days in which machine failures are counted. */
export const failureDays = 7

const Failures = z.object({
  faultCount: z
    .int()
    .describe('Number of alarms caused by the machine: abnormal spraying or area discrepancy'),
  silenceCount: z.int().describe('Number of flights that ended with a lost connection'),
})

export const monitorGroupRoutes = {
  listOperatorsAtWork: route('GET', `${base}/getOperatorsAtWork`, {
    policy: { screens },
    summary:
      'List up to 100 operators that have drones in the air, or worked or caused alarms today, ordered by the numbers of drones spraying and flying, then alarms and area',
    query: z.object(monitorFilters),
    out: z.object({
      items: z.array(
        z.object({
          yyAccountId: id('account'),
          yyAccountName: z.string(),
          sprayingCount: z.int(),
          flyingCount: z.int().describe('Number of drones in the air that are not spraying'),
          onlineCount: z.int(),
          sprayArea: Mu.describe('Area sprayed today, in mu; 1 mu = 2000/3 m²'),
          sortieCount: z.int().describe('Number of flights today'),
          alarmCount: z.int().describe('Number of alarms today'),
        }),
      ),
      total: z.int(),
    }),
  }),
  listFailingMachines: route('GET', `${base}/getFailingMachines`, {
    policy: { screens },
    summary:
      'List the models (by firmware) and the drones with the most failures in the last seven days, up to 50 of each',
    query: z.object(monitorFilters),
    out: z.object({
      since: Time,
      models: z.array(
        Failures.extend({
          flyModelId: id('droneModel'),
          modelName: z.string(),
          firmware: z.string().nullable(),
          failingCount: z.int().describe('Number of drones with failures'),
        }),
      ),
      drones: z.array(
        Failures.extend({
          droneId: DroneId,
          droneName: z.string(),
          modelName: z.string(),
          firmware: z.string().nullable(),
        }),
      ),
    }),
  }),
  listPlotWork: route('GET', `${base}/getPlotWork`, {
    policy: { screens },
    summary:
      'List up to 200 plots of the account with the last work on each, most recent work first',
    out: z.object({
      items: z.array(
        z.object({
          blockId: id('plot'),
          blockName: z.string(),
          area: Mu,
          crop: z.string().nullable(),
          bounds: Box,
          last: z
            .object({
              droneId: DroneId,
              sortieId: id('sortie'),
              startTime: Time,
              sprayArea: Mu,
              sprayL: z.number(),
              chemical: z.string().nullable(),
              yyAccountName: z.string().nullable(),
              oprName: z.string().nullable(),
            })
            .nullable(),
        }),
      ),
      total: z.int(),
    }),
  }),
  getPlotReport: route('GET', `${base}/getPlotReport`, {
    policy: { screens },
    summary: 'Get the work record of a flight over one of the account’s plots',
    query: z.object({ blockId: id('plot'), droneId: DroneId, sortieId: id('sortie') }),
    out: SortieDetail,
    errors: ['not_found'],
  }),
}
