// Stored data of a drone around the times of a log.
import type { Scope } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { sortieScope, workRecordScope } from '../../../platform/access/scoped-tables.ts'
import { chunkColumns, longestChunkMs, withArchived } from '../../../gateway/tracks/public.ts'
import type { Db } from '../../../platform/database/database.ts'

/**
 * Limit of stored data compared with a log, in packed bytes; logs of many days are compared in
 * part.
 */
const comparedBytes = 32 * 1024 * 1024

/** Stored data of a drone around the times of a log's flights. */
export const storedAround = async (
  db: Db,
  droneId: string,
  spans: readonly { startMs: number; endMs: number }[],
): Promise<Buffer[]> => {
  const found = new Map<string, Buffer>()
  let bytes = 0
  for (const { startMs, endMs } of spans) {
    const rows = await db
      .selectFrom('track_chunk')
      .select(['id', ...chunkColumns])
      .where('drone_id', '=', droneId)
      .where('from_at', '>=', new Date(startMs - longestChunkMs))
      .where('from_at', '<=', new Date(endMs))
      .where('until_at', '>=', new Date(startMs))
      .execute()
    for (const { id, columns } of await withArchived(db, rows)) {
      if (found.has(id)) continue
      bytes += columns.length
      if (bytes > comparedBytes) return [...found.values()]
      found.set(id, columns)
    }
  }
  return [...found.values()]
}

/** Sorties of a drone between two moments that the caller can see. */
export const sortiesBetween = (db: Db, scope: Scope, droneId: string, from: Date, until: Date) =>
  db
    .selectFrom('sortie')
    .where(inScope(scope, sortieScope))
    .where('drone_id', '=', droneId)
    .where('start_at', '<=', until)
    .where('end_at', '>=', from)
    .select(['id', 'start_at', 'end_at'])
    .orderBy('start_at')
    .limit(1_000)
    .execute()

export const recordsBetween = (db: Db, scope: Scope, droneId: string, from: Date, until: Date) =>
  db
    .selectFrom('work_record')
    .where(inScope(scope, workRecordScope))
    .where('drone_id', '=', droneId)
    .where('start_at', '<=', until)
    .where('end_at', '>=', from)
    .select([
      'sortie_id',
      'start_at',
      'end_at',
      'duration_s',
      'distance_m',
      'covered_m2',
      'spray_l',
    ])
    .orderBy('start_at')
    .limit(1_000)
    .execute()

/** Whether the drone is marked for recomputation within these times. */
export const isMarked = async (
  db: Db,
  droneId: string,
  from: Date,
  until: Date,
  now: Date,
): Promise<boolean> => {
  const row = await db
    .selectFrom('recompute')
    .select('drone_id')
    .where('drone_id', '=', droneId)
    .where('from_at', '<=', until)
    .where('until_at', '>=', from)
    .where('due_at', '<=', now)
    .executeTakeFirst()
  return row !== undefined
}

/** The newest flight with a stored track, packed. */
export const newestTrack = async (
  db: Db,
  droneId: string,
): Promise<{ columns: Buffer; sortieId: string } | undefined> => {
  const row = await db
    .selectFrom('track_chunk')
    .select(['sortie_id', ...chunkColumns])
    .where('drone_id', '=', droneId)
    .where('sortie_id', 'is not', null)
    .orderBy('from_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row?.sortie_id) return undefined
  const [whole] = await withArchived(db, [row])
  return { columns: whole!.columns, sortieId: row.sortie_id }
}
