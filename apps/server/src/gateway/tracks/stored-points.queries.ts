import type { Db } from '../../platform/database/database.ts'
import type { StoredPoints } from './stored-points.ts'

type Flown = { id: string; start_at: Date; end_at: Date }

/**
 * What is stored of a sortie: its own chunk once it is closed, else what there is of its time so
 * far.
 */
export const readStoredPoints = async (
  db: Db,
  droneId: string,
  { id, start_at, end_at }: Flown,
): Promise<StoredPoints> => {
  const own = await db
    .selectFrom('track_chunk')
    .where('drone_id', '=', droneId)
    .where('sortie_id', '=', id)
    .select(['columns', 'point_count'])
    .executeTakeFirst()
  return own
    ? { chunks: [own.columns], pointCount: own.point_count, within: null }
    : storedBetween(db, droneId, start_at, end_at)
}

/** What is stored of a stretch of a drone's time outside closed sorties. */
export const storedBetween = async (
  db: Db,
  droneId: string,
  from: Date,
  until: Date,
): Promise<StoredPoints> => {
  const chunks = await db
    .selectFrom('track_chunk')
    .where('drone_id', '=', droneId)
    .where('sortie_id', 'is', null)
    .where('rejected', '=', false)
    .where('from_at', '<=', until)
    .where('until_at', '>=', from)
    .select(['columns', 'point_count'])
    .orderBy('from_at')
    .execute()
  return {
    chunks: chunks.map(({ columns }) => columns),
    pointCount: chunks.reduce((sum, chunk) => sum + chunk.point_count, 0),
    within: { fromMs: from.getTime(), untilMs: until.getTime() },
  }
}
