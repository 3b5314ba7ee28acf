// Partitions of track_chunk: one a month of from_at, in UTC. Those before the first month are one
// partition, and what is of no month is in the default one.
import { sql } from 'kysely'
import { tx, type Db, type Tx } from '../../platform/database/database.ts'

/** Months after the current one that have a partition. */
const monthsAhead = 3

/** A statement that waits longer for its lock would make all others on the table wait. */
const lockTimeout = '2s'

/** The first month without a partition. */
const findFirstMissing = async (db: Db): Promise<Date> => {
  const { rows } = await sql<{ end: Date }>`
    select max(substring(pg_get_expr(relpartbound, oid) from $$TO \\('([^']+)'\\)$$)::timestamptz)
      as end
    from pg_class join pg_inherits on inhrelid = oid
    where inhparent = 'track_chunk'::regclass`.execute(db)
  return rows[0]!.end
}

const monthAfter = (month: Date, months = 1): Date =>
  new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + months))

const nameOf = (month: Date): string =>
  `track_chunk_${month.toISOString().slice(0, 7).replace('-', '_')}`

/** Chunks of the month that are in the default partition move to the new one. */
const createMonth = async (trx: Tx, month: Date): Promise<void> => {
  const name = sql.table(nameOf(month))
  const [from, until] = [month, monthAfter(month)].map((time) => sql.lit(time.toISOString()))
  await sql`set local lock_timeout = ${sql.lit(lockTimeout)}`.execute(trx)
  await sql`create table ${name} (like track_chunk including all)`.execute(trx)
  await sql`
    with moved as (
      delete from track_chunk_other where from_at >= ${from!} and from_at < ${until!} returning *
    )
    insert into ${name} select * from moved`.execute(trx)
  await sql`
    alter table track_chunk attach partition ${name} for values from (${from!}) to (${until!})`.execute(
    trx,
  )
}

/**
 * Creates the partitions that are missing up to some months from now. Repeatable.
 * @returns their months
 */
export const createMonths = async (db: Db, nowMs: number): Promise<Date[]> => {
  const end = monthAfter(new Date(nowMs), monthsAhead + 1)
  const made: Date[] = []
  for (let month = await findFirstMissing(db); month < end; month = monthAfter(month)) {
    await tx(db, (trx) => createMonth(trx, month))
    made.push(month)
  }
  return made
}
