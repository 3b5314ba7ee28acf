// Partitions of track_chunk: one a month of from_at, in UTC. Those before the first month are one
// partition, and what is of no month is in the default one.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import { tx, type Db, type Tx } from '../../platform/database/database.ts'
import { aloneInPartition } from './alone.queries.ts'

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
  await limitWait(trx)
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

type Partition = {
  name: string
  table: RawBuilder<unknown>
  fresh: RawBuilder<unknown>
  changed: RawBuilder<unknown>
  /** SQL of its bounds, and the same as a condition. */
  bounds: RawBuilder<unknown>
  isWithin: RawBuilder<unknown>
}

/** The partition with the chunks of a month: its own, or that of all months before. */
const findPartition = async (db: Db, month: Date): Promise<Partition | undefined> => {
  const { rows } = await sql<{ name: string; from: Date | null; until: Date }>`
    select * from (
      select relname as name,
        substring(pg_get_expr(relpartbound, oid) from $$FROM \\('([^']+)'\\)$$)::timestamptz as from,
        substring(pg_get_expr(relpartbound, oid) from $$TO \\('([^']+)'\\)$$)::timestamptz as until
      from pg_inherits join pg_class on oid = inhrelid
      where inhparent = 'track_chunk'::regclass
    ) as partition
    where coalesce("from" <= ${month}, true) and until > ${month}`.execute(db)
  const [found] = rows
  if (!found) return undefined
  const [from, until] = [found.from, found.until].map((time) => sql.lit(time?.toISOString() ?? ''))
  return {
    name: found.name,
    table: sql.table(`public.${found.name}`),
    fresh: sql.table(`track_rewrite.${found.name}`),
    changed: sql.table(`track_rewrite.${found.name}_changed`),
    bounds: sql`from (${found.from ? from! : sql`minvalue`}) to (${until!})`,
    isWithin: found.from
      ? sql`from_at >= ${from!} and from_at < ${until!}`
      : sql`from_at < ${until!}`,
  }
}

/** Of a row and its entries in indexes, without its points. */
const rowBytes = 300

/** Whether a partition is more than twice as large as what is in it, and large enough to matter. */
const isMostlyEmpty = (db: Db, { table }: Partition): Promise<boolean> =>
  tx(db, async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx)
    const { rows } = await sql<{ wanted: number; taken: number }>`
    select (coalesce(sum(octet_length(columns)), 0) + ${rowBytes} * count(*) + 1000000)::float8
        as wanted,
      pg_total_relation_size(min(tableoid))::float8 as taken
    from ${table}`.execute(trx)
    return rows[0]!.taken > 2 * rows[0]!.wanted
  })

const limitWait = (trx: Tx): Promise<unknown> =>
  sql`set local lock_timeout = ${sql.lit(lockTimeout)}`.execute(trx)

/** From its commit on, every change of a row is noted. */
const watchChanges = (db: Db, { table, fresh, changed }: Partition): Promise<void> =>
  tx(db, async (trx) => {
    await limitWait(trx)
    await sql`drop table if exists ${fresh}, ${changed}`.execute(trx)
    await sql`create table ${changed} (at timestamptz not null default now())`.execute(trx)
    await sql`create or replace trigger note_change after insert or update or delete on ${table}
      for each row execute function note_change_of_month()`.execute(trx)
  })

const unwatch = (db: Db, { table, fresh, changed }: Partition): Promise<void> =>
  tx(db, async (trx) => {
    await limitWait(trx)
    await sql`drop trigger if exists note_change on ${table}`.execute(trx)
    await sql`drop table if exists ${fresh}, ${changed}`.execute(trx)
  })

/** With all that attaching it would check otherwise, while everybody waits. */
const copyRows = (db: Db, { table, fresh, isWithin }: Partition): Promise<void> =>
  tx(db, async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx)
    await sql`create table ${fresh} (like ${table} including all)`.execute(trx)
    await sql`insert into ${fresh} select * from ${table} order by drone_id, from_at`.execute(trx)
    await sql`alter table ${fresh}
      add constraint track_chunk_bound check (${isWithin}),
      add foreign key (drone_id) references drone`.execute(trx)
    await sql`analyze ${fresh}`.execute(trx)
  })

/** @returns false if a row was changed since it was copied */
const exchange = (db: Db, { table, fresh, changed, bounds }: Partition): Promise<boolean> =>
  tx(db, async (trx) => {
    await limitWait(trx)
    await sql`lock table only track_chunk in access exclusive mode`.execute(trx)
    await sql`lock table ${table} in access exclusive mode`.execute(trx)
    if ((await sql`select from ${changed} limit 1`.execute(trx)).rows.length > 0) return false
    await sql`alter table track_chunk detach partition ${table}`.execute(trx)
    await sql`drop table ${table}`.execute(trx)
    await sql`alter table ${fresh} set schema public`.execute(trx)
    await sql`alter table track_chunk attach partition ${table}
      for values ${bounds}`.execute(trx)
    await sql`alter table ${table} drop constraint track_chunk_bound`.execute(trx)
    await sql`drop table ${changed}`.execute(trx)
    return true
  })

const gaveUpOnLock: ReadonlySet<unknown> = new Set(['55P03', '40P01']) // lock timeout, deadlock
const triesAtMost = 5
const pauseMs = 1_000

/** @returns false if other work had the table each time */
const patiently = async (step: () => Promise<boolean | void>): Promise<boolean> => {
  for (let attempt = 1; ; attempt++)
    try {
      return (await step()) ?? true
    } catch (error) {
      if (!gaveUpOnLock.has((error as { code?: unknown }).code)) throw error
      if (attempt === triesAtMost) return false
      await sleep(pauseMs)
    }
}

const rewritePartition = async (db: Db, partition: Partition): Promise<boolean> => {
  if (!(await isMostlyEmpty(db, partition))) return false
  let isDone = false
  try {
    if (!(await patiently(() => watchChanges(db, partition)))) return false
    await copyRows(db, partition)
    isDone = await patiently(() => exchange(db, partition))
  } finally {
    if (!isDone) await patiently(() => unwatch(db, partition))
  }
  return isDone
}

/**
 * Writes the partition of a month anew, if most of it is the space of what was deleted in it.
 * Readers and writers wait only while it takes the place of the old one. Months of one partition may
 * be archived by several processes, of which one after the other does this.
 * @returns false if most of it is in use, or it is being changed: the space is left for another time
 */
export const rewriteMonth = async (db: Db, month: Date): Promise<boolean> => {
  const partition = await findPartition(db, month)
  return partition !== undefined
    ? aloneInPartition(db, partition.name, () => rewritePartition(db, partition))
    : false
}
