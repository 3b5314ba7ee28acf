// An alarm as a caller sees it: zone, crops and places by their names.
import { alarmTitle, type TitledAlarm } from '@swath/contract/alarms/alarm-title'
import type { Anomaly, RecentAlarm } from '@swath/contract/alarms/anomalies'
import type { Page } from '@swath/contract/fields'
import type { Caller } from '@swath/domain/access/caller'
import type { Language } from '@swath/i18n/languages'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { SignedInContext } from '../../../platform/http/context.ts'
import { labelsIn } from '../../../platform/http/messages.ts'
import { regionPath } from '../../../platform/regions/region-path.ts'
import type { Services } from '../../../platform/services.ts'
import {
  cropNames,
  findAnomaly,
  oldestOpen,
  pageOfAnomalies,
  type AnomalyFilters,
  type AnomalyRecord,
} from './anomalies.queries.ts'

/** Names of crops by id, in the reader's language. */
export type CropNames = ReadonlyMap<string, string>

const pickText = (value: unknown): string | null => (typeof value === 'string' ? value : null)
/**
 * The crop ids in the evidence of a wrong-crop alarm, and the fields of the reply with their names.
 */
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
  crops: CropNames,
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
  noflyName: row.zone_name,
  leftArea: row.left_area,
  evidence: {
    ...row.evidence,
    ...Object.fromEntries(listCrops(row).map(([name, id]) => [name, crops.get(id) ?? id])),
  },
  replayed: row.replayed,
  read: row.state === 'closed' || row.read_at !== null,
  state: row.state,
})

export const presentBriefly = (
  row: AnomalyRecord,
  crops: CropNames,
  language: Language,
): RecentAlarm => {
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

export const readCropNames = (
  db: Db | Tx,
  rows: readonly AnomalyRecord[],
  language: Language,
): Promise<CropNames> =>
  cropNames(db, [...new Set(rows.flatMap((row) => listCrops(row).map(([, id]) => id)))], language)

/** The title of an alarm in a language; screens build the same one. */
export const titleIn = (language: Language, alarm: TitledAlarm): string => {
  const { label, values } = alarmTitle(alarm)
  return labelsIn(language)(label, values)
}

/** One anomaly as the caller sees it, or null if they can't. The live socket pushes these. */
export const anomalyFor = async (
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  language: Language,
  droneId: string,
  id: string,
): Promise<Anomaly | null> => {
  const row = await findAnomaly(db, caller.scope, caller.userId, droneId, id)
  return row ? presentAnomaly(row, await readCropNames(db, [row], language), language) : null
}

/** A page of the anomalies that the caller can see. */
export const listAnomaliesFor = async (
  { readDb }: Pick<Services, 'readDb'>,
  { caller, language }: Pick<SignedInContext, 'caller' | 'language'>,
  query: AnomalyFilters & Page,
): Promise<{ items: Anomaly[]; total: number }> => {
  const { rows, total } = await pageOfAnomalies(readDb, caller.scope, caller.userId, query, query)
  const crops = await readCropNames(readDb, rows, language)
  return { items: rows.map((row) => presentAnomaly(row, crops, language)), total }
}

/** Level-1 alarms that nobody has acknowledged, oldest first. */
export const oldestOpenFor = async (
  { readDb }: Pick<Services, 'readDb'>,
  { caller, language }: Pick<SignedInContext, 'caller' | 'language'>,
  atMost: number,
): Promise<RecentAlarm[]> => {
  const rows = await oldestOpen(readDb, caller.scope, caller.userId, atMost)
  return rows.map((row) => presentBriefly(row, new Map(), language))
}
