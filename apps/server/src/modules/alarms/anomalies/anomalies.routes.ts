import {
  recentAlarmsAtMost,
  type anomalyRoutes,
  type RecentAlarm,
} from '@swath/contract/alarms/anomalies'
import type { Language } from '@swath/i18n/languages'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { countUnresolved } from './alarm-desk.queries.ts'
import { gravestUnresolved, type AnomalyRecord } from './anomalies.queries.ts'
import {
  anomalyFor,
  listAnomaliesFor,
  presentAnomaly,
  readCropNames,
  type CropNames,
} from './anomaly-presenters.ts'

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
