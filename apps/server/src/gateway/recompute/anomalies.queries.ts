import { sql } from 'kysely'
import { ANOMALY_TYPES, type AnomalyType } from '@swath/domain/anomaly-rules'
import type { Tx, Db } from '../../platform/database/database.ts'

export type AnomalyRow = {
  id: string
  sortieId: string
  type: AnomalyType
  level: 1 | 2 | 3
  cause: string
  tMs: number
  lng: number
  lat: number
  evidence: Readonly<Record<string, string | number>>
  replayed: boolean
  manufacturerId: string
  operatorId: string | null
  tenantId: string | null
  regionCode: string | null
}

const values = (droneId: string, row: AnomalyRow) => ({
  drone_id: droneId,
  id: row.id,
  sortie_id: row.sortieId,
  type: ANOMALY_TYPES[row.type].code,
  level: row.level,
  cause: row.cause,
  at: new Date(row.tMs),
  lng: row.lng,
  lat: row.lat,
  evidence: JSON.stringify(row.evidence),
  replayed: row.replayed,
  manufacturer_id: row.manufacturerId,
  operator_id: row.operatorId,
  tenant_id: row.tenantId,
  region_code: row.regionCode,
})

/** Writes an alarm raised during a flight. False if it exists already. */
export const raiseAnomaly = async (db: Db, droneId: string, row: AnomalyRow): Promise<boolean> =>
  (await db
    .insertInto('anomaly')
    .values(values(droneId, row))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

export type KnownAnomaly = {
  id: string
  type: number
  cause: string
  tMs: number
  replayed: boolean
}

export const anomaliesIn = async (
  tx: Tx,
  droneId: string,
  fromMs: number,
  untilMs: number,
): Promise<KnownAnomaly[]> => {
  const rows = await tx
    .selectFrom('anomaly')
    .where('drone_id', '=', droneId)
    .where('at', '>=', new Date(fromMs))
    .where('at', '<=', new Date(untilMs))
    .select(['id', 'type', 'cause', 'at', 'replayed'])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    cause: row.cause,
    tMs: row.at.getTime(),
    replayed: row.replayed,
  }))
}

/** A user has acted on it or was notified of it. */
const touched = sql<boolean>`(
  exists (select from alarm_step
    where alarm_step.drone_id = anomaly.drone_id and alarm_step.anomaly_id = anomaly.id)
  or exists (select from alarm_message
    where alarm_message.drone_id = anomaly.drone_id and alarm_message.anomaly_id = anomaly.id))`

/** Removes anomalies that turned out wrong, or closes those that users know of. */
const takeBack = async (tx: Tx, droneId: string, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await tx
    .deleteFrom('anomaly')
    .where('drone_id', '=', droneId)
    .where('id', 'in', [...ids])
    .where((is) => is.not(touched))
    .execute()
  await tx
    .updateTable('anomaly')
    .set({
      state: 'closed',
      closed_reason: 'withdrawn',
      closed_at: sql<Date>`now()`,
      version: sql<number>`version + 1`,
    })
    .where('drone_id', '=', droneId)
    .where('id', 'in', [...ids])
    .where('closed_reason', 'is distinct from', 'withdrawn')
    .execute()
}

/** A withdrawn anomaly that is found again is reopened. */
const isBack = sql<boolean>`anomaly.closed_reason = 'withdrawn'`

/**
 * Writes the anomalies found in the points; a known one keeps its creation time and whether it came
 * late.
 */
export const writeAnomalies = async (
  tx: Tx,
  droneId: string,
  gone: readonly string[],
  rows: readonly AnomalyRow[],
): Promise<void> => {
  await takeBack(tx, droneId, gone)
  if (rows.length === 0) return
  await tx
    .insertInto('anomaly')
    .values(rows.map((row) => values(droneId, row)))
    .onConflict((conflict) =>
      conflict
        .columns(['drone_id', 'id'])
        .doUpdateSet((eb) => ({
          level: eb.ref('excluded.level'),
          at: eb.ref('excluded.at'),
          lng: eb.ref('excluded.lng'),
          lat: eb.ref('excluded.lat'),
          evidence: eb.ref('excluded.evidence'),
          region_code: eb.ref('excluded.region_code'),
          manufacturer_id: eb.ref('excluded.manufacturer_id'),
          operator_id: eb.ref('excluded.operator_id'),
          tenant_id: eb.ref('excluded.tenant_id'),
          state: sql<'open'>`case when ${isBack} then 'open' else anomaly.state end`,
          closed_reason: sql<null>`case when ${isBack} then null else anomaly.closed_reason end`,
          closed_at: sql<null>`case when ${isBack} then null else anomaly.closed_at end`,
          version: sql<number>`anomaly.version + (${isBack} is true)::int`,
        })),
    )
    .execute()
}
