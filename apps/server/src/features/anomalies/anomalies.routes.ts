import { recentAlarmsAtMost, type anomalyRoutes, type RecentAlarm } from '@swath/contract/anomalies'
import type { Language } from '@swath/i18n/languages'
import { startOfDay } from '../../platform/clock/day.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Services } from '../../platform/services.ts'
import { countByLevel, gravestSince, type AnomalyRecord } from './anomalies.queries.ts'
import {
  anomalyFor,
  listAnomaliesFor,
  presentAnomaly,
  readCropNames,
  type CropNames,
} from './anomaly-answers.ts'

const recentAtLeastMs = 12 * 3_600_000

/** Today's; in the night and in the morning those of the evening before are not over yet. */
const recentFrom = (nowMs: number, timeZone: string): Date =>
  new Date(Math.min(startOfDay(nowMs, timeZone).getTime(), nowMs - recentAtLeastMs))

const presentBriefly = (row: AnomalyRecord, crops: CropNames, language: Language): RecentAlarm => {
  const { anomalyId, droneId, droneName, oddType, level, recordTime, lng, lat, ...more } =
    presentAnomaly(row, crops, language)
  const { region, noflyName, leftArea, read, state } = more
  return {
    anomalyId,
    droneId,
    droneName,
    oddType,
    level,
    recordTime,
    lng,
    lat,
    region,
    noflyName,
    leftArea,
    read,
    state,
  }
}

export const anomalyHandlers = (services: Services): Handlers<typeof anomalyRoutes> => {
  const { readDb, clock } = services
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
      const from = recentFrom(clock.now(), caller.timeZone)
      const [counts, rows] = await Promise.all([
        countByLevel(readDb, caller.scope, caller.userId, query, from),
        gravestSince(readDb, caller.scope, caller.userId, query, from, recentAlarmsAtMost),
      ])
      const crops = await readCropNames(readDb, rows, language)
      return {
        since: from.toISOString(),
        levels: ([1, 2, 3] as const).map((level) => {
          const found = counts.find((one) => one.level === level)
          return { level, count: found?.count ?? 0, unread: found?.unread ?? 0 }
        }),
        items: rows.map((row) => presentBriefly(row, crops, language)),
      }
    },
  }
}
