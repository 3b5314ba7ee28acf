// Points of a flight in the air wait in the memory of a worker for up to 30 seconds before they are
// stored. A reader asks for them, and the worker that has them writes them.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pickPrimary, type Db } from '../../platform/database/database.ts'

/** A reader continues with what is stored if no worker has answered after this long. */
const longestWaitMs = 1_000
/** Doubled after each look. */
const firstLookMs = 40
/** More are not asked for at once: an export of so many flights in the air may end a little earlier. */
const dronesAtMost = 500
/** Rows that no worker has answered: none was running. */
const forgottenAfter = '10 seconds'

/** Those of the drones that have sent points that are not stored, according to their last state. */
const withNewPoints = async (db: Db, droneIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ drone_id: string }>`
    select state.drone_id
    from drone_state state
    where state.drone_id = any(${droneIds}::text[])
      and state.last_message_at > now() - interval '5 minutes'
      and state.last_point_at > (
      select coalesce(max(chunk.until_at), '-infinity') from track_chunk chunk
      where chunk.drone_id = state.drone_id and chunk.from_at > now() - interval '1 day')`.execute(
    db,
  )
  return rows.map((row) => row.drone_id)
}

/**
 * Resolves when the points of these drones are stored up to their last known state, which is at most
 * five seconds old; after a second in any case. Does nothing inside a transaction.
 */
export const awaitNewPoints = async (db: Db, droneIds: readonly string[]): Promise<void> => {
  if (db.isTransaction) return
  const primary = pickPrimary(db)
  let awaited = await withNewPoints(primary, droneIds.slice(0, dronesAtMost))
  if (awaited.length === 0) return
  await sql`
    insert into awaited_points (drone_id, since)
    select drone.id, now() from drone where drone.id = any(${awaited}::text[]) order by drone.id
    on conflict (drone_id) do update set since = excluded.since`.execute(primary)
  const untilMs = performance.now() + longestWaitMs
  for (let pauseMs = firstLookMs; awaited.length > 0 && performance.now() < untilMs; pauseMs *= 2) {
    await sleep(pauseMs)
    awaited = await withNewPoints(primary, awaited)
  }
}

/** Takes the drones that somebody waits for, of those that this worker follows. */
export const takeAwaited = async (
  db: Db,
  isOwn: (droneId: string) => boolean,
): Promise<string[]> => {
  const { rows } = await sql<{ drone_id: string; forgotten: boolean }>`
    select drone_id, since < now() - ${sql.lit(forgottenAfter)}::interval as forgotten
    from awaited_points limit ${dronesAtMost}`.execute(db)
  const own = rows.filter((row) => row.forgotten || isOwn(row.drone_id)).map((row) => row.drone_id)
  if (own.length > 0)
    await sql`delete from awaited_points where drone_id = any(${own}::text[])`.execute(db)
  return own
}
