import { recentAlarmsAtMost, type anomalyRoutes } from '@swath/contract/alarms/anomalies'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { countUnresolved } from './alarm-desk.queries.ts'
import { gravestUnresolved } from './anomalies.queries.ts'
import {
  anomalyFor,
  listAnomaliesFor,
  presentBriefly,
  readCropNames,
} from './anomaly-presenters.ts'

export const anomalyHandlers = (services: Services): Handlers<typeof anomalyRoutes> => {
  const { readDb } = services
  return {
    listAnomalies: async ({ query }, context) => ({
      ...(await listAnomaliesFor(services, context, query)),
      currentPage: query.currentPage,
      pageSize: query.pageSize,
    }),
    getAnomaly: async ({ query }, { caller, language }) =>
      (await anomalyFor(services, caller, language, query.droneId, query.anomalyId)) ??
      fail('not_found'),
    listRecentAlarms: async ({ query }, { caller, language }) => {
      const [counts, rows] = await Promise.all([
        countUnresolved(readDb, caller, query),
        gravestUnresolved(readDb, caller.scope, caller.userId, query, recentAlarmsAtMost),
      ])
      const crops = await readCropNames(readDb, rows, language)
      return {
        levels: counts.map(({ level, count, unread }) => ({ level, count, unread })),
        items: rows.map((row) => presentBriefly(row, crops, language)),
      }
    },
  }
}
