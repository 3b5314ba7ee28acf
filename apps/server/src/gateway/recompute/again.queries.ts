// Flights recomputed without new data, because the ground below them changed.
import { sql } from 'kysely'
import type { TimeRange } from '@swath/domain/time-range'
import { tx as transaction, type Db, type Tx } from '../../platform/database/database.ts'

/**
 * Queues flights since then that sprayed within one of the boxes. A flight already queued, which
 * may be running with the old ground, is processed once more. A flight whose track is not kept does
 * not change: recomputed without points, it would lose its record.
 */
export const workOutAgain = async (
  trx: Tx,
  boxes: readonly string[],
  since: Date,
): Promise<void> => {
  if (boxes.length === 0) return
  await sql`
    insert into flight_again (drone_id, sortie_id, start_at)
    select distinct sortie.drone_id, sortie.id, sortie.start_at
    from unnest(${[...boxes]}::text[]) as changed (bounds)
    join sortie on sortie.bounds && changed.bounds::box
    join work_record record on record.drone_id = sortie.drone_id and record.sortie_id = sortie.id
    join track_chunk chunk on chunk.drone_id = sortie.drone_id and chunk.sortie_id = sortie.id
      and chunk.from_at between sortie.start_at - interval '1 day'
        and sortie.end_at + interval '1 day'
    left join flight_claim claim
      on claim.drone_id = sortie.drone_id and claim.sortie_id = sortie.id
    where sortie.state = 'closed' and not sortie.simulated and sortie.start_at >= ${since}
      and record.covered_m2 > 0
      and (claim.bounds is null or claim.bounds && changed.bounds::box)
    order by sortie.drone_id, sortie.id
    on conflict (drone_id, sortie_id) do update set marked = false`.execute(trx)
}

/**
 * Marks a day of one drone's queued flights as if new data had arrived. False if none are queued.
 * One day at a time, since a mark is one time range. The drone's mark is locked first, in the same
 * order as a recomputation does, so that two concurrent markings wait for each other only there.
 */
export const markFlightsAgain = (db: Db, nowMs: number): Promise<boolean> =>
  transaction(db, async (tx) => {
    const { rows } = await sql<{ drone_id: string; from_at: Date; until_at: Date }>`
      with first as (
        select drone_id, start_at from flight_again where not marked
        order by drone_id, start_at limit 1
      )
      insert into recompute (drone_id, from_at, until_at, due_at)
      select drone_id, min(again.start_at), max(again.start_at), ${new Date(nowMs)}::timestamptz
      from first join flight_again again using (drone_id)
      where not again.marked and again.start_at < first.start_at + interval '1 day'
      group by drone_id
      on conflict (drone_id) do update set
        from_at = least(recompute.from_at, excluded.from_at),
        until_at = greatest(recompute.until_at, excluded.until_at),
        due_at = least(recompute.due_at, excluded.due_at)
      returning drone_id, from_at, until_at`.execute(tx)
    const [mark] = rows
    if (!mark) return false
    await tx
      .updateTable('flight_again')
      .set({ marked: true })
      .where('drone_id', '=', mark.drone_id)
      .where('marked', '=', false)
      .where('start_at', '>=', mark.from_at)
      .where('start_at', '<=', mark.until_at)
      .execute()
    return true
  })

/**
 * Removes recomputed flights of the stretch from the queue. Locked in the order in which they are
 * queued; a flight queued meanwhile stays.
 */
export const removeFlightsAgain = async (
  tx: Tx,
  droneId: string,
  { fromMs, untilMs }: TimeRange,
): Promise<void> => {
  const done = tx
    .selectFrom('flight_again')
    .where('drone_id', '=', droneId)
    .where('marked', '=', true)
    .where('start_at', '>=', new Date(fromMs))
    .where('start_at', '<=', new Date(untilMs))
    .select('sortie_id')
    .orderBy('sortie_id')
    .forUpdate()
  await tx
    .deleteFrom('flight_again')
    .where('drone_id', '=', droneId)
    .where('sortie_id', 'in', done)
    .execute()
}
