import {
  recentAlarmsAtMost,
  type anomalyRoutes,
  type Anomaly,
  type RecentAlarm,
} from '@swath/contract/anomalies'
import type { Caller } from '@swath/domain/access/caller'
import type { Language } from '@swath/i18n/languages'
import { startOfDay } from '../../platform/clock/day.ts'
import { tx } from '../../platform/database/database.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { fail } from '../../platform/http/fail.ts'
import { regionPath } from '../../platform/regions/region-path.ts'
import type { Services } from '../../platform/services.ts'
import {
  countByLevel,
  countUnread,
  cropNames,
  findAnomaly,
  gravestSince,
  markRead,
  pageOfAnomalies,
  zoneNames,
  type AnomalyRecord,
} from './anomalies.queries.ts'

const intrusion = 1
const unreadForMs = 30 * 86_400_000
const countedAtMost = 999
const recentAtLeastMs = 12 * 3_600_000

type Names = { zones: ReadonlyMap<string, string>; crops: ReadonlyMap<string, string> }

const pickText = (value: unknown): string | null => (typeof value === 'string' ? value : null)
/** Which crops the evidence of a wrong one names, and what each is called in the reply. */
const cropFields = {
  cropId: 'cropName',
  plotCropId: 'plotCropName',
  taskCropId: 'taskCropName',
} as const
const listCrops = ({ evidence }: AnomalyRecord): [name: string, id: string][] =>
  Object.entries(cropFields).flatMap(([field, name]) => {
    const id = pickText(evidence[field])
    return id === null ? [] : [[name, id]]
  })

const present = (row: AnomalyRecord, { zones, crops }: Names, language: Language): Anomaly => ({
  anomalyId: row.id,
  droneId: row.drone_id,
  droneName: row.drone_name,
  sortieId: row.sortie_id,
  oddType: row.type,
  level: row.level,
  recordTime: row.at.toISOString(),
  lng: row.lng,
  lat: row.lat,
  region: regionPath(row.region_code, language),
  zzAccountName: row.manufacturer_name,
  yyAccountName: row.operator_name,
  oprName: row.pilot_name,
  // A zone that has been deleted since is called what it was called then.
  noflyName:
    row.type === intrusion ? (zones.get(row.cause) ?? pickText(row.evidence['zoneName'])) : null,
  evidence: {
    ...row.evidence,
    ...Object.fromEntries(listCrops(row).map(([name, id]) => [name, crops.get(id) ?? id])),
  },
  replayed: row.replayed,
  read: row.read_at !== null,
})

/** Today's; in the night and in the morning those of the evening before are not over yet. */
const recentFrom = (nowMs: number, timeZone: string): Date =>
  new Date(Math.min(startOfDay(nowMs, timeZone).getTime(), nowMs - recentAtLeastMs))

const presentBriefly = (row: AnomalyRecord, names: Names, language: Language): RecentAlarm => {
  const { anomalyId, droneId, droneName, oddType, level, recordTime, lng, lat, ...more } = present(
    row,
    names,
    language,
  )
  const { region, noflyName, read } = more
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
    read,
  }
}

const readNames = async (
  { readDb }: Services,
  rows: readonly AnomalyRecord[],
  language: Language,
): Promise<Names> => {
  const [zones, crops] = await Promise.all([
    zoneNames(readDb, [
      ...new Set(rows.filter((row) => row.type === intrusion).map((row) => row.cause)),
    ]),
    cropNames(
      readDb,
      [...new Set(rows.flatMap((row) => listCrops(row).map(([, id]) => id)))],
      language,
    ),
  ])
  return { zones, crops }
}

/**
 * One anomaly as a caller sees it; null where it does not exist for them. The live socket pushes
 * these.
 */
export const anomalyFor = async (
  services: Services,
  caller: Caller,
  language: Language,
  droneId: string,
  id: string,
): Promise<Anomaly | null> => {
  const row = await findAnomaly(services.db, caller.scope, caller.userId, droneId, id)
  return row ? present(row, await readNames(services, [row], language), language) : null
}

export const anomalyHandlers = (services: Services): Handlers<typeof anomalyRoutes> => {
  const { db, readDb, clock } = services
  return {
    listAnomalies: async ({ query }, { caller, language }) => {
      const { rows, total } = await pageOfAnomalies(
        readDb,
        caller.scope,
        caller.userId,
        query,
        query,
      )
      const names = await readNames(services, rows, language)
      return {
        items: rows.map((row) => present(row, names, language)),
        total,
        currentPage: query.currentPage,
        pageSize: query.pageSize,
      }
    },
    getAnomaly: async ({ query }, { caller, language }) =>
      (await anomalyFor(services, caller, language, query.droneId, query.anomalyId)) ??
      fail('not_found'),
    listRecentAlarms: async ({ query }, { caller, language }) => {
      const from = recentFrom(clock.now(), caller.timeZone)
      const [counts, rows] = await Promise.all([
        countByLevel(readDb, caller.scope, caller.userId, query, from),
        gravestSince(readDb, caller.scope, caller.userId, query, from, recentAlarmsAtMost),
      ])
      const names = await readNames(services, rows, language)
      return {
        since: from.toISOString(),
        levels: ([1, 2, 3] as const).map((level) => {
          const found = counts.find((one) => one.level === level)
          return { level, count: found?.count ?? 0, unread: found?.unread ?? 0 }
        }),
        items: rows.map((row) => presentBriefly(row, names, language)),
      }
    },
    countUnreadAnomalies: async (_input, { caller }) => ({
      count: await countUnread(
        db,
        caller.scope,
        caller.userId,
        new Date(clock.now() - unreadForMs),
        countedAtMost,
      ),
    }),
    markAnomaliesRead: async ({ body }, { caller }) => {
      const ids = body.oprType === 2 ? null : [...new Set(body.bulletinIds)]
      await tx(db, async (trx) => {
        const found = await markRead(trx, caller.scope, caller.userId, ids, new Date(clock.now()))
        if (ids && found !== ids.length) fail('not_found')
      })
    },
  }
}
