// Which time range of a drone must be recomputed, and when.
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { TimeRange } from '@swath/domain/time-range'

export type Mark = { droneId: string; fromMs: number; untilMs: number }

/**
 * Locks the mark of a drone until the transaction ends (the one due longest, if no drone is given).
 */
export const takeMark = async (
  tx: Tx,
  nowMs: number,
  droneId?: string,
): Promise<Mark | undefined> => {
  const row = await tx
    .deleteFrom('recompute')
    .where('drone_id', '=', (eb) => {
      const due = eb.selectFrom('recompute').select('drone_id')
      return (
        droneId === undefined
          ? due.where('due_at', '<=', new Date(nowMs)).orderBy('due_at')
          : due.where('drone_id', '=', droneId)
      )
        .limit(1)
        .forUpdate()
        .skipLocked()
    })
    .returningAll()
    .executeTakeFirst()
  return (
    row && { droneId: row.drone_id, fromMs: row.from_at.getTime(), untilMs: row.until_at.getTime() }
  )
}

/**
 * Serializes the long recomputations of a drone. The lock belongs to the connection, so that no
 * transaction waits with an old snapshot.
 */
export const holdDrone = async (db: Db, droneId: string): Promise<void> => {
  await sql`select pg_advisory_lock(hashtextextended(${`recompute ${droneId}`}, 0))`.execute(db)
}

/** `version` changes with every new marking, even if the mark stays the same. */
export const seeMark = async (
  db: Db,
  droneId: string,
): Promise<(Mark & { version: string }) | undefined> => {
  const row = await db
    .selectFrom('recompute')
    .where('drone_id', '=', droneId)
    .select(['from_at', 'until_at', sql<string>`xmin::text`.as('version')])
    .executeTakeFirst()
  return (
    row && {
      droneId,
      fromMs: row.from_at.getTime(),
      untilMs: row.until_at.getTime(),
      version: row.version,
    }
  )
}

/** Removes the mark, unless something was marked since `seeMark`. */
export const removeMark = async (
  db: Db,
  { droneId, version }: { droneId: string; version: string },
): Promise<void> => {
  await db
    .deleteFrom('recompute')
    .where('drone_id', '=', droneId)
    .where(sql<boolean>`xmin::text = ${version}`)
    .execute()
}

export const postpone = async (db: Db, droneId: string, dueMs: number): Promise<void> => {
  await db
    .updateTable('recompute')
    .set({ due_at: new Date(dueMs) })
    .where('drone_id', '=', droneId)
    .execute()
}

/**
 * New input since the last recomputation: chunks written by a checkpoint (their ids are version 7,
 * those written here version 8), unprocessed events, sorties that may have ended in silence
 * meanwhile, and flights queued for recomputation.
 */
export const underivedIn = async (
  tx: Tx,
  droneId: string,
  { fromMs, untilMs }: TimeRange,
): Promise<TimeRange[]> => {
  const [from, until] = [new Date(fromMs), new Date(untilMs)]
  const { rows } = await sql<{ from_at: Date; until_at: Date }>`
    select from_at, until_at from track_chunk
    where drone_id = ${droneId} and from_at between ${from} and ${until}
      and substr(id::text, 15, 1) = '7'
    union all
    select at, at from device_event
    where drone_id = ${droneId} and at between ${from} and ${until} and not folded
    union all
    select start_at, end_at from sortie
    where drone_id = ${droneId} and state = 'open'
    union all
    select sortie.start_at, sortie.end_at from flight_again again
    join sortie on sortie.drone_id = again.drone_id and sortie.id = again.sortie_id
    where again.drone_id = ${droneId} and again.marked
      and again.start_at between ${from} and ${until}
    order by 1`.execute(tx)
  return rows.map((row) => ({ fromMs: row.from_at.getTime(), untilMs: row.until_at.getTime() }))
}

export const markDerived = async (
  tx: Tx,
  droneId: string,
  { fromMs, untilMs }: TimeRange,
): Promise<void> => {
  await tx
    .updateTable('device_event')
    .set({ folded: true })
    .where('drone_id', '=', droneId)
    .where('at', '>=', new Date(fromMs))
    .where('at', '<=', new Date(untilMs))
    .where('folded', '=', false)
    .execute()
}

/** Marks an open sortie to be checked again once it must have fallen silent. */
export const markAgain = async (
  tx: Db | Tx,
  droneId: string,
  { fromMs, untilMs }: TimeRange,
  dueMs: number,
): Promise<void> => {
  await tx
    .insertInto('recompute')
    .values({
      drone_id: droneId,
      from_at: new Date(fromMs),
      until_at: new Date(untilMs),
      due_at: new Date(dueMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
