// Bulk writes of a checkpoint. Rows of drones that do not exist are left out: one device
// must not be able to block the others.
import { sql } from 'kysely'
import type { DeviceEvent } from '@swath/domain/device-event'
import type { FlightFigures } from '@swath/domain/flight-so-far'
import type { Tx } from '../../platform/database/database.ts'
import type { FlightPhase } from '../../platform/events/flight-phase.ts'
import { keptColumnNames, keptNames, type KeptMeasurements } from '../live/public.ts'
import type { StateReport } from '../pipeline/public.ts'

export type ChunkRow = {
  droneId: string
  id: string
  fromMs: number
  untilMs: number
  pointCount: number
  columns: Buffer
}
export type EventRow = { droneId: string; event: DeviceEvent }
export type ReportRow = { droneId: string; report: StateReport }
export type NoteRow = {
  droneId: string
  id: string
  receivedAtMs: number
  topic: string
  reason: string
  count: number
  sample: Buffer
}
export type MarkRow = { droneId: string; fromMs: number; untilMs: number; dueMs: number }
export type StateRow = KeptMeasurements & {
  droneId: string
  lastMessageMs: number | null
  lastPointMs: number | null
  lng: number | null
  lat: number | null
  flight: FlightPhase
  simulated: boolean
  regionCode: string | null
  boot: string | null
  /** Null: not flying; undefined: unknown, so the stored values do not change. */
  open: OpenFigures | null | undefined
}
/** A flight in the air, with its start as the detector saw it. */
export type OpenFigures = FlightFigures & { startMs: number }

const times = (list: readonly (number | null)[]): (string | null)[] =>
  list.map((timeMs) => (timeMs === null ? null : new Date(timeMs).toISOString()))

export const insertChunks = async (tx: Tx, rows: readonly ChunkRow[]): Promise<void> => {
  if (rows.length === 0) return
  await sql`
    insert into track_chunk (drone_id, id, from_at, until_at, point_count, columns)
    select chunk.*
    from unnest(
      ${rows.map((row) => row.droneId)}::text[],
      ${rows.map((row) => row.id)}::uuid[],
      ${times(rows.map((row) => row.fromMs))}::timestamptz[],
      ${times(rows.map((row) => row.untilMs))}::timestamptz[],
      ${rows.map((row) => row.pointCount)}::int[],
      ${rows.map((row) => row.columns)}::bytea[]
    ) as chunk (drone_id, id, from_at, until_at, point_count, columns)
    join drone on drone.id = chunk.drone_id`.execute(tx)
}

/**
 * Of two events with the same key and different content the lesser is kept, in any order of
 * arrival; a take-off marked as simulated has priority over all others.
 */
export const insertEvents = async (tx: Tx, rows: readonly EventRow[]): Promise<void> => {
  let left = rows
  while (left.length > 0) {
    const round = new Map<string, EventRow>() // one statement may contain a key once
    const again: EventRow[] = []
    for (const row of left) {
      const { tMs, type, boot, seq } = row.event
      const key = JSON.stringify([row.droneId, tMs, type, boot, seq])
      if (round.has(key)) again.push(row)
      else round.set(key, row)
    }
    await insertDistinctEvents(tx, [...round.values()])
    left = again
  }
}

const insertDistinctEvents = async (tx: Tx, rows: readonly EventRow[]): Promise<void> => {
  const list = rows.map(({ droneId, event }) => {
    const { type, tMs, boot, seq, number, ...payload } = event
    return {
      droneId,
      tMs,
      type,
      boot: boot ?? '',
      seq: seq ?? -1,
      number,
      payload: JSON.stringify(payload),
    }
  })
  await sql`
    insert into device_event (drone_id, at, boot, seq, type, sortie_number, payload)
    select reported.*
    from unnest(
      ${list.map((row) => row.droneId)}::text[],
      ${times(list.map((row) => row.tMs))}::timestamptz[],
      ${list.map((row) => row.boot)}::text[],
      ${list.map((row) => row.seq)}::bigint[],
      ${list.map((row) => row.type)}::text[],
      ${list.map((row) => row.number)}::int[],
      ${list.map((row) => row.payload)}::jsonb[]
    ) as reported (drone_id, at, boot, seq, type, sortie_number, payload)
    join drone on drone.id = reported.drone_id
    on conflict (drone_id, at, type, boot, seq) do update set
      payload = excluded.payload, sortie_number = excluded.sortie_number, folded = false
      where (
        not (excluded.payload ? 'simulated'),
        coalesce(excluded.sortie_number, -1),
        excluded.payload::text collate "C"
      ) < (
        not (device_event.payload ? 'simulated'),
        coalesce(device_event.sortie_number, -1),
        device_event.payload::text collate "C"
      )`.execute(tx)
}

export const insertReports = async (tx: Tx, rows: readonly ReportRow[]): Promise<void> => {
  if (rows.length === 0) return
  await sql`
    insert into device_event (drone_id, at, boot, type, payload, folded)
    select
      reported.drone_id, reported.at, reported.boot, reported.type,
      jsonb_strip_nulls(jsonb_build_object('firmware', reported.firmware)), true
    from unnest(
      ${rows.map((row) => row.droneId)}::text[],
      ${times(rows.map((row) => row.report.atMs))}::timestamptz[],
      ${rows.map((row) => row.report.boot)}::text[],
      ${rows.map((row) => (row.report.online ? 'online' : 'offline'))}::text[],
      ${rows.map((row) => row.report.firmware)}::text[]
    ) as reported (drone_id, at, boot, type, firmware)
    join drone on drone.id = reported.drone_id
    on conflict do nothing`.execute(tx)
  await writeVideoUrls(tx, rows)
  const reported = [
    ...new Map(
      rows.flatMap(({ droneId, report }) =>
        report.firmware === null ? [] : [[droneId, report.firmware] as const],
      ),
    ),
  ]
  if (reported.length === 0) return
  await sql`
    update drone set firmware = reported.firmware
    from unnest(
      ${reported.map(([droneId]) => droneId)}::text[],
      ${reported.map(([, firmware]) => firmware)}::text[]
    ) as reported (drone_id, firmware)
    where drone.id = reported.drone_id
      and drone.firmware is distinct from reported.firmware`.execute(tx)
}

/** Stores the last report of each drone; null if it no longer offers video. */
const writeVideoUrls = async (tx: Tx, rows: readonly ReportRow[]): Promise<void> => {
  const reported = [
    ...new Map(
      rows.flatMap(({ droneId, report: { video } }) =>
        video === undefined ? [] : [[droneId, video] as const],
      ),
    ),
  ]
  if (reported.length === 0) return
  await sql`
    update drone set video_url = reported.url
    from unnest(
      ${reported.map(([droneId]) => droneId)}::text[],
      ${reported.map(([, url]) => url)}::text[]
    ) as reported (drone_id, url)
    where drone.id = reported.drone_id
      and drone.video_url is distinct from reported.url`.execute(tx)
}

export const insertNotes = async (tx: Tx, rows: readonly NoteRow[]): Promise<void> => {
  if (rows.length === 0) return
  await sql`
    insert into quarantine (drone_id, id, received_at, topic, reason, count, sample)
    select *
    from unnest(
      ${rows.map((row) => row.droneId)}::text[],
      ${rows.map((row) => row.id)}::uuid[],
      ${times(rows.map((row) => row.receivedAtMs))}::timestamptz[],
      ${rows.map((row) => row.topic)}::text[],
      ${rows.map((row) => row.reason)}::text[],
      ${rows.map((row) => row.count)}::int[],
      ${rows.map((row) => row.sample)}::bytea[])
    on conflict do nothing`.execute(tx)
}

/** While a drone stays active, a stretch marked for longer than this is recomputed anyway. */
const longestMark = '10 minutes'

/**
 * Marks due at once stay due; late data (due before `lateMs`) waits for a pause; and a flight in
 * progress waits for the silence after it, which each checkpoint postpones.
 */
export const markForRecomputation = async (
  tx: Tx,
  rows: readonly MarkRow[],
  nowMs: number,
  lateMs: number,
): Promise<void> => {
  if (rows.length === 0) return
  const now = sql`${new Date(nowMs)}::timestamptz`
  const late = sql`${new Date(lateMs)}::timestamptz`
  await sql`
    insert into recompute (drone_id, from_at, until_at, due_at)
    select mark.*
    from unnest(
      ${rows.map((row) => row.droneId)}::text[],
      ${times(rows.map((row) => row.fromMs))}::timestamptz[],
      ${times(rows.map((row) => row.untilMs))}::timestamptz[],
      ${times(rows.map((row) => row.dueMs))}::timestamptz[]
    ) as mark (drone_id, from_at, until_at, due_at)
    join drone on drone.id = mark.drone_id
    order by mark.drone_id
    on conflict (drone_id) do update set
      from_at = least(recompute.from_at, excluded.from_at),
      until_at = greatest(recompute.until_at, excluded.until_at),
      due_at = case
        when excluded.due_at <= ${now} then least(recompute.due_at, excluded.due_at)
        when recompute.due_at <= ${now} then recompute.due_at
        when excluded.due_at <= ${late} then excluded.due_at
        when recompute.due_at <= ${late}
          or recompute.from_at < excluded.until_at - ${sql.lit(longestMark)}::interval
          then recompute.due_at
        else excluded.due_at end`.execute(tx)
}

/** Columns of drone_state that a checkpoint replaces, in the order of their values below. */
const stateColumns = [
  'last_message_at',
  'last_point_at',
  'lng',
  'lat',
  ...keptColumnNames,
  'flight',
  'region_code',
  'simulating',
]

const openColumns = {
  open_distance_m: 'distanceM',
  open_spray_s: 'spraySeconds',
  open_spray_l: 'sprayL',
  open_covered_m2: 'coveredM2',
  open_swept_m2: 'sweptM2',
  open_point_count: 'pointCount',
} as const satisfies Record<string, keyof OpenFigures>

/** Rows whose flight is unknown are written without the columns of the flight. */
export const upsertStates = async (tx: Tx, rows: readonly StateRow[]): Promise<void> => {
  await upsertKnown(
    tx,
    rows.filter((row) => row.open === undefined),
    false,
  )
  await upsertKnown(
    tx,
    rows.filter((row) => row.open !== undefined),
    true,
  )
}

const upsertKnown = async (tx: Tx, rows: readonly StateRow[], withOpen: boolean): Promise<void> => {
  if (rows.length === 0) return
  const column = <T>(of: (row: StateRow) => T): T[] => rows.map(of)
  const columns = withOpen
    ? [...stateColumns, 'open_start_at', 'open_end_at', ...Object.keys(openColumns)]
    : stateColumns
  const names = sql.join(columns.map((name) => sql.ref(name)))
  const replaced = columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`)
  const kept = keptNames.map((name) => sql`${column((row) => row[name])}::real[]`)
  const open = withOpen
    ? [
        sql`${times(column((row) => row.open?.startMs ?? null))}::timestamptz[]`,
        sql`${times(column((row) => row.open?.endMs ?? null))}::timestamptz[]`,
        ...Object.values(openColumns).map(
          (name) => sql`${column((row) => row.open?.[name] ?? null)}::float8[]`,
        ),
      ]
    : []
  const values = [
    sql`${times(column((row) => row.lastMessageMs))}::timestamptz[]`,
    sql`${times(column((row) => row.lastPointMs))}::timestamptz[]`,
    sql`${column((row) => row.lng)}::float8[]`,
    sql`${column((row) => row.lat)}::float8[]`,
    ...kept,
    sql`${column((row) => row.flight)}::text[]`,
    sql`${column((row) => row.regionCode)}::text[]`,
    sql`${column((row) => row.simulated)}::bool[]`,
    ...open,
  ]
  await sql`
    insert into drone_state (drone_id, boot, ${names})
    select now.*
    from unnest(
      ${column((row) => row.droneId)}::text[],
      ${column((row) => row.boot)}::text[],
      ${sql.join(values)}
    ) as now (drone_id, boot, ${names})
    join drone on drone.id = now.drone_id
    order by now.drone_id
    on conflict (drone_id) do update set
      boot = coalesce(excluded.boot, drone_state.boot),
      ${sql.join(replaced)}
      -- another process may have heard more
      where drone_state.last_message_at is null
        or excluded.last_message_at >= drone_state.last_message_at`.execute(tx)
}

export type OpenRow = {
  droneId: string
  id: string
  number: number | null
  boot: string | null
  startMs: number
  endMs: number
  regionCode: string | null
  pilotId: string | null
  manufacturerId: string
  operatorId: string | null
  tenantId: string | null
  simulated: boolean
}

/**
 * Flights that have just begun, as the live detector sees them; the recomputation replaces them by
 * the result from stored points.
 */
export const insertOpenSorties = async (tx: Tx, rows: readonly OpenRow[]): Promise<void> => {
  if (rows.length === 0) return
  const column = <T>(of: (row: OpenRow) => T): T[] => rows.map(of)
  await sql`
    insert into sortie (
      drone_id, id, number, boot, state, start_at, end_at, point_count, region_code, pilot_id,
      manufacturer_id, operator_id, tenant_id, simulated)
    select
      flight.drone_id, flight.id, flight.number, flight.boot, 'open', flight.start_at,
      flight.end_at, 0, flight.region_code, flight.pilot_id, flight.manufacturer_id,
      flight.operator_id, flight.tenant_id, flight.simulated
    from unnest(
      ${column((row) => row.droneId)}::text[],
      ${column((row) => row.id)}::uuid[],
      ${column((row) => row.number)}::int[],
      ${column((row) => row.boot ?? '')}::text[],
      ${times(column((row) => row.startMs))}::timestamptz[],
      ${times(column((row) => row.endMs))}::timestamptz[],
      ${column((row) => row.regionCode)}::text[],
      ${column((row) => row.pilotId)}::uuid[],
      ${column((row) => row.manufacturerId)}::uuid[],
      ${column((row) => row.operatorId)}::uuid[],
      ${column((row) => row.tenantId)}::uuid[],
      ${column((row) => row.simulated)}::bool[]
    ) as flight (
      drone_id, id, number, boot, start_at, end_at, region_code, pilot_id, manufacturer_id,
      operator_id, tenant_id, simulated)
    join drone on drone.id = flight.drone_id
    on conflict (drone_id, id) do nothing`.execute(tx)
}
