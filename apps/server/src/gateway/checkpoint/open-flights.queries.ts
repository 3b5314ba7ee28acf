// Flights in the air according to the database, for a process that has not followed them.
import { sql } from 'kysely'
import type { DeviceEvent } from '@swath/domain/device-event'
import { initialFlightState, type FlightState, type Sortie } from '@swath/domain/flight-state'
import type { Db } from '../../platform/database/database.ts'

/**
 * How long after the detector saw a take-off, or before the drone moved, a device may report it:
 * the start of a flight and its known data are at most this far apart.
 */
const lateMs = 60_000

/** Flights in the air, of all or the given drones, as detector state. */
export const flightsInTheAir = async (
  db: Db,
  droneIds?: readonly string[],
): Promise<Map<string, FlightState>> => {
  const all = db
    .selectFrom('sortie')
    .where('sortie.state', '=', 'open')
    .leftJoin('drone_state as state', 'state.drone_id', 'sortie.drone_id')
    .leftJoin('device_event as reported', (join) =>
      join
        .onRef('reported.drone_id', '=', 'sortie.drone_id')
        .on('reported.type', '=', 'takeoff')
        .on(
          sql<boolean>`reported.at >= sortie.start_at
            and reported.at < sortie.start_at + ${sql.lit(`${lateMs} ms`)}::interval
            and reported.sortie_number is not distinct from sortie.number
            and reported.boot = sortie.boot`,
        ),
    )
    .select([
      'sortie.drone_id',
      'sortie.start_at',
      'sortie.end_at',
      'sortie.boot',
      'sortie.number',
      'sortie.simulated',
      'reported.at',
      'reported.seq',
      'reported.payload',
      'reported.boot as reported_boot',
      'state.last_point_at',
    ])
    .orderBy('sortie.start_at')
    .orderBy('reported.at', 'desc')
  const rows = await (
    droneIds ? all.where('sortie.drone_id', '=', sql<string>`any(${[...droneIds]}::text[])`) : all
  ).execute()
  return new Map(rows.map((row) => [row.drone_id, toFlightState(row)]))
}

type OpenFlight = {
  start_at: Date
  end_at: Date
  boot: string
  number: number | null
  simulated: boolean
  at: Date | null
  seq: number | null
  payload: unknown
  reported_boot: string | null
  last_point_at: Date | null
}

/**
 * The take-off as reported by the device; for an unreported simulated flight, as made by the
 * detector.
 */
const toTakeoff = (row: OpenFlight): DeviceEvent | null => {
  const bare = {
    claimedAreaM2: null,
    pilotId: null,
    cropId: null,
    chemical: null,
    plotId: null,
    type: 'takeoff',
    number: row.number,
  } as const
  return row.at !== null
    ? {
        ...bare,
        ...(row.payload as Partial<DeviceEvent>),
        type: 'takeoff',
        tMs: row.at.getTime(),
        boot: row.reported_boot === '' ? null : row.reported_boot,
        seq: Number(row.seq) < 0 ? null : Number(row.seq),
      }
    : row.simulated
      ? {
          ...bare,
          tMs: row.start_at.getTime(),
          boot: row.boot === '' ? null : row.boot,
          seq: null,
          simulated: true,
        }
      : null
}

const toFlightState = (row: OpenFlight): FlightState => {
  const open: Sortie = {
    startMs: row.start_at.getTime(),
    // The row is replaced at the landing; until then it covers the data stored so far.
    endMs: Math.max(row.end_at.getTime(), row.last_point_at?.getTime() ?? 0),
    state: 'open',
    closeReason: null,
    boot: row.boot === '' ? null : row.boot,
    number: row.number,
    takeoffEvent: toTakeoff(row),
    landingEvent: null,
  }
  return { ...initialFlightState, airborne: true, open, lastMs: open.endMs }
}

/** Chunks stored since the start of these drones' open flights, by time. */
export const chunksSince = async (
  db: Db,
  flights: readonly { droneId: string; startMs: number }[],
): Promise<{ drone_id: string; columns: Buffer }[]> => {
  const { rows } = await sql<{ drone_id: string; columns: Buffer }>`
    select chunk.drone_id, chunk.columns
    from (
      select chunk.*, sum(chunk.point_count) over (partition by chunk.drone_id) as total
      from unnest(
        ${flights.map((flight) => flight.droneId)}::text[],
        ${flights.map((flight) => new Date(flight.startMs).toISOString())}::timestamptz[]
      ) as flight (drone_id, start_at)
      join track_chunk chunk on chunk.drone_id = flight.drone_id
        and chunk.from_at >= flight.start_at - interval '7 days'
        and chunk.until_at >= flight.start_at and chunk.sortie_id is null and not chunk.rejected
    ) as chunk
    where chunk.total <= ${sql.lit(builtAtMost)}
    order by chunk.drone_id, chunk.from_at`.execute(db)
  return rows
}

/**
 * Limit in points, above the size of a one-day flight. A longer flight gets its statistics when it
 * lands.
 */
const builtAtMost = 100_000
