import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { chunkColumns, withArchived } from './archived-points.ts'
import { awaitNewPoints } from './awaited-points.queries.ts'
import type { StoredPoints } from './stored-points.ts'

type Flown = { id: string; start_at: Date; end_at: Date }

/** Maximum length of a chunk, so that a query need only consider chunks, and months, of these days. */
export const longestChunkMs = 7 * 86_400_000

/**
 * Chunks of flights that began and ended then, so that a query reads no other months. A day more,
 * because a recomputation may move the start of a flight while it is read.
 */
export const fromAtOfFlights = (startAt: Date, endAt: Date): { from: Date; until: Date } => ({
  from: new Date(startAt.getTime() - 86_400_000),
  until: new Date(endAt.getTime() + 86_400_000),
})

/**
 * The stored points of a sortie: its own chunk once it is closed, else everything since it began, up
 * to a few seconds ago.
 */
export const readStoredPoints = async (
  db: Db,
  droneId: string,
  { id, start_at, end_at }: Flown,
): Promise<StoredPoints> => {
  const times = fromAtOfFlights(start_at, end_at)
  const own = await db
    .selectFrom('track_chunk')
    .where('drone_id', '=', droneId)
    .where('sortie_id', '=', id)
    .where('from_at', '>=', times.from)
    .where('from_at', '<=', times.until)
    .select(chunkColumns)
    .executeTakeFirst()
  if (own) {
    const [whole] = await withArchived(db, [own])
    return { chunks: [whole!.columns], pointCount: own.point_count, within: null }
  }
  if (!(await isOpen(db, droneId, id))) return storedBetween(db, droneId, start_at, end_at)
  await awaitNewPoints(db, [droneId])
  return storedBetween(db, droneId, start_at, untilNow)
}

/** The row of a flight in the air does not grow with it, so its points have no upper time limit. */
const untilNow = new Date(8_640_000_000_000_000)

const isOpen = async (db: Db, droneId: string, id: string): Promise<boolean> =>
  (await db
    .selectFrom('sortie')
    .where('drone_id', '=', droneId)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .select('id')
    .executeTakeFirst()) !== undefined

/** Points stored of a time range of a drone, outside closed sorties. */
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
    .where('from_at', '>=', new Date(from.getTime() - longestChunkMs))
    .where('from_at', '<=', until === untilNow ? sql<Date>`'infinity'` : until)
    .where('until_at', '>=', from)
    .select(chunkColumns)
    .orderBy('from_at')
    .execute()
  const whole = await withArchived(db, chunks)
  return {
    chunks: whole.map(({ columns }) => columns),
    pointCount: chunks.reduce((sum, chunk) => sum + chunk.point_count, 0),
    within: { fromMs: from.getTime(), untilMs: until.getTime() },
  }
}
