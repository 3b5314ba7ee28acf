// Panels of the first screen next to the map, depending on the reader: operators at work, failing
// machines, work on the reader's plots.
import { z } from 'zod'
import { DroneId, Mu, Time } from '../fields.ts'
import { SortieDetail } from '../flights/flights.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { monitorFilters } from '../fleet/monitor-filters.ts'

const route = routeWithTag('Monitor')
const screens = ['monitor'] as const
const base = '/api/drone/mointor/manage'

/** In one response. */
export const operatorsAtMost = 100
export const machinesAtMost = 50
export const plotsOfWorkAtMost = 200
/** Number of past days in which machine failures are counted. */
export const failureDays = 7

const Failures = z.object({
  faultCount: z
    .int()
    .describe('Alarms that a machine causes: abnormal spraying, area that does not agree'),
  silenceCount: z.int().describe('Flights that ended in silence'),
})

export const monitorGroupRoutes = {
  listOperatorsAtWork: route('GET', `${base}/getOperatorsAtWork`, {
    policy: { screens },
    summary:
      'Operators that have drones in the air now, or worked or raised alarms today, those who spray first, at most 100',
    query: z.object(monitorFilters),
    out: z.object({
      items: z.array(
        z.object({
          yyAccountId: id('account'),
          yyAccountName: z.string(),
          sprayingCount: z.int(),
          flyingCount: z.int().describe('In the air without spraying'),
          onlineCount: z.int(),
          sprayArea: Mu.describe('Today'),
          sortieCount: z.int().describe('Today'),
          alarmCount: z.int().describe('Today'),
        }),
      ),
      total: z.int(),
    }),
  }),
  listFailingMachines: route('GET', `${base}/getFailingMachines`, {
    policy: { screens },
    summary:
      'Models by firmware and drones with most failures in the last seven days, at most 50 of each',
    query: z.object(monitorFilters),
    out: z.object({
      since: Time,
      models: z.array(
        Failures.extend({
          flyModelId: id('droneModel'),
          modelName: z.string(),
          firmware: z.string().nullable(),
          failingCount: z.int().describe('Drones that failed'),
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
    summary: 'Own plots and the last work on each, newest first, at most 200',
    out: z.object({
      items: z.array(
        z.object({
          blockId: id('plot'),
          blockName: z.string(),
          area: Mu,
          crop: z.string().nullable(),
          bounds: z.object({
            minLng: z.number(),
            minLat: z.number(),
            maxLng: z.number(),
            maxLat: z.number(),
          }),
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
    summary: 'The work record of a flight over an own plot',
    query: z.object({ blockId: id('plot'), droneId: DroneId, sortieId: id('sortie') }),
    out: SortieDetail,
    errors: ['not_found'],
  }),
}
