import type { anomalyRoutes, Anomaly } from '@swath/contract/anomalies'
import type { Caller } from '@swath/domain/access/caller'
import type { Language } from '@swath/i18n/languages'
import { tx } from '../../platform/database/database.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { fail } from '../../platform/http/fail.ts'
import { regionPath } from '../../platform/regions/region-path.ts'
import type { Services } from '../../platform/services.ts'
import { countUnread, findAnomaly, markRead, pageOfAnomalies, zoneNames, type AnomalyRecord } from './anomalies.queries.ts'

const intrusion = 1
const unreadForMs = 30 * 86_400_000
const countedAtMost = 999

const present = (row: AnomalyRecord, zones: ReadonlyMap<string, string>, language: Language): Anomaly => ({
  anomalyId: row.id, droneId: row.drone_id, droneName: row.drone_name, sortieId: row.sortie_id, oddType: row.type, level: row.level,
  recordTime: row.at.toISOString(), lng: row.lng, lat: row.lat, region: regionPath(row.region_code, language),
  zzAccountName: row.manufacturer_name, yyAccountName: row.operator_name, oprName: row.pilot_name,
  noflyName: row.type === intrusion ? zones.get(row.cause) ?? null : null,
  evidence: row.evidence, replayed: row.replayed, read: row.read_at !== null,
})

const zonesOf = (services: Services, rows: readonly AnomalyRecord[]) =>
  zoneNames(services.readDb, [...new Set(rows.filter((row) => row.type === intrusion).map((row) => row.cause))])

/** One anomaly as a caller sees it; null where it does not exist for them. The live socket pushes these. */
export const anomalyFor = async (services: Services, caller: Caller, language: Language, droneId: string, id: string): Promise<Anomaly | null> => {
  const row = await findAnomaly(services.db, caller.scope, caller.userId, droneId, id)
  return row ? present(row, await zonesOf(services, [row]), language) : null
}

export const anomalyHandlers = (services: Services): Handlers<typeof anomalyRoutes> => {
  const { db, readDb, clock } = services
  return {
    listAnomalies: async ({ query }, { caller, language }) => {
      const { rows, total } = await pageOfAnomalies(readDb, caller.scope, caller.userId, query, query)
      const zones = await zonesOf(services, rows)
      return { items: rows.map((row) => present(row, zones, language)), total, currentPage: query.currentPage, pageSize: query.pageSize }
    },
    countUnreadAnomalies: async (_input, { caller }) =>
      ({ count: await countUnread(db, caller.scope, caller.userId, new Date(clock.now() - unreadForMs), countedAtMost) }),
    markAnomaliesRead: async ({ body }, { caller }) => {
      const ids = body.oprType === 2 ? null : [...new Set(body.bulletinIds)]
      await tx(db, async (trx) => {
        const found = await markRead(trx, caller.scope, caller.userId, ids, new Date(clock.now()))
        if (ids && found !== ids.length) fail('not_found')
      })
    },
  }
}
