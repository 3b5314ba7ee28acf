// An alarm as a caller sees it: zone, crops and places by their names.
import type { Anomaly } from '@swath/contract/anomalies'
import type { Page } from '@swath/contract/fields'
import type { Caller } from '@swath/domain/access/caller'
import type { Language } from '@swath/i18n/languages'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { SignedInContext } from '../../platform/http/context.ts'
import { regionPath } from '../../platform/regions/region-path.ts'
import type { Services } from '../../platform/services.ts'
import {
  cropNames,
  findAnomaly,
  pageOfAnomalies,
  zoneNames,
  type AnomalyFilters,
  type AnomalyRecord,
} from './anomalies.queries.ts'

const intrusion = 1

export type AlarmNames = { zones: ReadonlyMap<string, string>; crops: ReadonlyMap<string, string> }

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

export const presentAnomaly = (
  row: AnomalyRecord,
  { zones, crops }: AlarmNames,
  language: Language,
): Anomaly => ({
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
  leftArea: 'leftByM' in row.evidence,
  evidence: {
    ...row.evidence,
    ...Object.fromEntries(listCrops(row).map(([name, id]) => [name, crops.get(id) ?? id])),
  },
  replayed: row.replayed,
  read: row.read_at !== null,
  state: row.state,
})

export const readAlarmNames = async (
  db: Db | Tx,
  rows: readonly AnomalyRecord[],
  language: Language,
): Promise<AlarmNames> => {
  const [zones, crops] = await Promise.all([
    zoneNames(db, [
      ...new Set(rows.filter((row) => row.type === intrusion).map((row) => row.cause)),
    ]),
    cropNames(
      db,
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
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  language: Language,
  droneId: string,
  id: string,
): Promise<Anomaly | null> => {
  const row = await findAnomaly(db, caller.scope, caller.userId, droneId, id)
  return row ? presentAnomaly(row, await readAlarmNames(db, [row], language), language) : null
}

/** A page of those that exist for a caller. */
export const listAnomaliesFor = async (
  { readDb }: Pick<Services, 'readDb'>,
  { caller, language }: Pick<SignedInContext, 'caller' | 'language'>,
  query: AnomalyFilters & Page,
): Promise<{ items: Anomaly[]; total: number }> => {
  const { rows, total } = await pageOfAnomalies(readDb, caller.scope, caller.userId, query, query)
  const names = await readAlarmNames(readDb, rows, language)
  return { items: rows.map((row) => presentAnomaly(row, names, language)), total }
}
