import { sql } from 'kysely'
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
  if (own) return { chunks: [own.columns], pointCount: own.point_count, within: null }
  return storedBetween(db, droneId, start_at, (await isOpen(db, droneId, id)) ? untilNow : end_at)
}

/** A flight in the air ends with the last that came of it: its row does not grow with it. */
const untilNow = new Date(8_640_000_000_000_000)

const isOpen = async (db: Db, droneId: string, id: string): Promise<boolean> =>
  (await db
    .selectFrom('sortie')
    .where('drone_id', '=', droneId)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .select('id')
    .executeTakeFirst()) !== undefined

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
    .where('from_at', '<=', until === untilNow ? sql<Date>`'infinity'` : until)
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
