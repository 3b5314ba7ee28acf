// Stored data of a time range of a drone. All tenants: the pipeline serves all of them.
import { sql, type Selectable } from 'kysely'
import { encodeTrack } from '@swath/domain/track-columns'
import type { DeviceEvent } from '@swath/domain/device-event'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { Database } from '../../platform/database/schema.ts'
import {
  chunkColumns,
  DamagedTrack,
  longestChunkMs,
  sha256,
  unpackPoints,
  withArchived,
} from '../tracks/public.ts'
import type { EventKey } from './flight-events.ts'
import type { SortieHeader } from './cut-at-ground.ts'
import type { StoredHeaders } from './activity-windows.ts'
import type { TimeRange } from '@swath/domain/time-range'

/** Stored data of a time range, without its points. */
export const headersIn = async (
  tx: Tx,
  droneId: string,
  { fromMs, untilMs }: TimeRange,
): Promise<StoredHeaders> => {
  const chunks = await tx
    .selectFrom('track_chunk')
    .where('drone_id', '=', droneId)
    .where('from_at', '>=', new Date(fromMs - longestChunkMs))
    .where('from_at', '<=', new Date(untilMs))
    .where('until_at', '>=', new Date(fromMs))
    .select(['id', 'from_at', 'until_at', 'sortie_id', 'rejected', 'point_count'])
    .execute()
  const events = await tx
    .selectFrom('device_event')
    .where('drone_id', '=', droneId)
    .where('at', '>=', new Date(fromMs))
    .where('at', '<=', new Date(untilMs))
    .where('type', 'in', ['takeoff', 'landing', 'disarm'])
    .select(['at', 'type', 'boot', 'sortie_number', 'folded'])
    .execute()
  return {
    chunks: chunks.map((row) => ({
      fromMs: row.from_at.getTime(),
      untilMs: row.until_at.getTime(),
      sortieId: row.sortie_id,
      rejected: row.rejected,
      derived: row.id[14] !== '7',
      pointCount: row.point_count,
    })),
    events: events.map((row) => ({
      tMs: row.at.getTime(),
      type: row.type as DeviceEvent['type'],
      boot: row.boot,
      number: row.sortie_number,
      derived: row.folded,
    })),
  }
}

export type StoredChunk = {
  id: string
  sortieId: string | null
  rejected: boolean
  columns: Buffer
}

/** @throws DamagedTrack if the bytes of a closed flight are not those that were written */
export const chunksIn = async (
  tx: Tx,
  droneId: string,
  { fromMs, untilMs }: TimeRange,
): Promise<StoredChunk[]> => {
  const rows = await tx
    .selectFrom('track_chunk as chunk')
    .leftJoin('record_made as made', (join) =>
      join
        .onRef('made.drone_id', '=', 'chunk.drone_id')
        .onRef('made.sortie_id', '=', 'chunk.sortie_id'),
    )
    .where('chunk.drone_id', '=', droneId)
    .where('from_at', '>=', new Date(fromMs - longestChunkMs))
    .where('from_at', '<=', new Date(untilMs))
    .where('until_at', '>=', new Date(fromMs))
    .select(['id', 'chunk.sortie_id', 'rejected', 'made.track_hash', ...chunkColumns])
    .select(sql<boolean | null>`made.stored_hash <> sha256(columns)`.as('damaged'))
    .execute()
  const whole = await withArchived(tx, rows)
  // An archive has the points of a flight, not the bytes in which they were stored.
  const isDamaged = ({
    archive_id: archiveId,
    damaged,
    track_hash: hash,
    columns,
  }: (typeof rows)[0]) =>
    archiveId === null
      ? damaged
      : hash !== null && !hash.equals(sha256(encodeTrack(unpackPoints(columns))))
  if (whole.some(isDamaged))
    throw new DamagedTrack('The points of a flight are not those that were stored')
  return whole.map((row) => ({
    id: row.id,
    sortieId: row.sortie_id,
    rejected: row.rejected,
    columns: row.columns,
  }))
}

/** All events, or the first ones. */
export const eventsIn = async (
  db: Db,
  droneId: string,
  { fromMs, untilMs }: TimeRange,
  atMost?: number,
): Promise<DeviceEvent[]> => {
  const rows = await db
    .selectFrom('device_event')
    .selectAll()
    .where('drone_id', '=', droneId)
    .where('at', '>=', new Date(fromMs))
    .where('at', '<=', new Date(untilMs))
    .where('type', 'in', ['takeoff', 'landing', 'disarm'])
    .$if(atMost !== undefined, (query) => query.orderBy('at').limit(atMost!))
    .execute()
  return rows.map(toEvent)
}

const toEvent = (row: Selectable<Database['device_event']>): DeviceEvent => ({
  ...(row.payload as Pick<
    DeviceEvent,
    'claimedAreaM2' | 'pilotId' | 'cropId' | 'chemical' | 'plotId' | 'simulated'
  >),
  type: row.type as DeviceEvent['type'],
  tMs: row.at.getTime(),
  boot: row.boot === '' ? null : row.boot,
  seq: Number(row.seq) < 0 ? null : Number(row.seq),
  number: row.sortie_number,
})

/** Events stored under these keys, to the microsecond. */
export const storedEventsAt = async (
  db: Db,
  droneId: string,
  keys: readonly EventKey[],
): Promise<DeviceEvent[]> => {
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom('device_event')
    .selectAll()
    .where('drone_id', '=', droneId)
    .where(
      sql<boolean>`(at, type, boot, seq) in (select * from unnest(
        ${keys.map(([tMs]) => new Date(tMs).toISOString())}::timestamptz[],
        ${keys.map(([, type]) => type)}::text[],
        ${keys.map(([, , boot]) => boot)}::text[],
        ${keys.map(([, , , seq]) => seq)}::bigint[]))`,
    )
    .execute()
  return rows.map(toEvent)
}

export type KnownSortie = SortieHeader & {
  id: string
  manufacturerId: string
  operatorId: string | null
  tenantId: string | null
  /** The drone's swath width at that time, m; null for flights from before it was stored. */
  swathWidthM: number | null
}

export const sortiesIn = async (
  tx: Tx,
  droneId: string,
  { fromMs, untilMs }: TimeRange,
): Promise<KnownSortie[]> => {
  const rows = await tx
    .selectFrom('sortie')
    .where('drone_id', '=', droneId)
    .where('start_at', '>=', new Date(fromMs))
    .where('start_at', '<=', new Date(untilMs))
    .select([
      'id',
      'start_at',
      'end_at',
      'state',
      'boot',
      'number',
      'manufacturer_id',
      'operator_id',
      'tenant_id',
      'swath_width_m',
    ])
    .orderBy('start_at')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    startMs: row.start_at.getTime(),
    endMs: row.end_at.getTime(),
    state: row.state,
    boot: row.boot === '' ? null : row.boot,
    number: row.number,
    manufacturerId: row.manufacturer_id,
    operatorId: row.operator_id,
    tenantId: row.tenant_id,
    swathWidthM: row.swath_width_m,
  }))
}
