import { sql } from 'kysely'
import { NO_LIVE_MEASUREMENTS } from '@swath/domain/telemetry-fields'
import type { Db } from '../../platform/database/database.ts'
import { keptColumnNames, readKept } from './drone-state-columns.ts'
import type { ReplicatedDrone } from './live-drone.ts'

/**
 * Drones heard since then, as the last checkpoint wrote them. Scans the whole table of one row per
 * drone: with an index on the time, each checkpoint would have to update it for every drone.
 */
export const dronesHeardSince = async (db: Db, sinceMs: number): Promise<ReplicatedDrone[]> => {
  const rows = await db
    .selectFrom('drone_state')
    .where('last_message_at', '>', new Date(sinceMs))
    .select([
      'drone_id',
      'last_message_at',
      'last_point_at',
      'lng',
      'lat',
      ...keptColumnNames,
      'flight',
      'simulating',
    ])
    .execute()
  return rows.map((row) => ({
    droneId: row.drone_id,
    lastMessageMs: row.last_message_at!.getTime(),
    tMs: row.last_point_at?.getTime() ?? NaN,
    lng: row.lng ?? NaN,
    lat: row.lat ?? NaN,
    ...NO_LIVE_MEASUREMENTS,
    ...readKept(row),
    sprayedM2: null,
    pumpOn: row.flight === 'spraying',
    gone: row.flight === 'offline',
    phase: row.flight === 'offline' ? 'ground' : row.flight,
    simulated: row.simulating,
  }))
}

/** Upper limit of the length of a flight, for alarms of flights in progress. */
const longestFlight = sql`interval '2 hours'`

/**
 * Alarms written after `sinceMs`, by the database's clock, and its current time. Null: only the
 * time.
 */
export const alarmsSince = async (
  db: Db,
  sinceMs: number | null,
): Promise<{ nowMs: number; alarms: { droneId: string; anomalyId: string }[] }> => {
  const {
    rows: [clock],
  } = await sql<{ now: Date }>`select now() as now`.execute(db)
  const nowMs = clock!.now.getTime()
  if (sinceMs === null) return { nowMs, alarms: [] }
  const rows = await db
    .selectFrom('anomaly')
    .where('at', '>', sql<Date>`now() - ${longestFlight}`)
    .where('created_at', '>', new Date(sinceMs))
    .where('replayed', '=', false)
    .select(['drone_id', 'id'])
    .execute()
  return { nowMs, alarms: rows.map((row) => ({ droneId: row.drone_id, anomalyId: row.id })) }
}
