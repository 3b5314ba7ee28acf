import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { ChangeType } from '@swath/contract/programs/change-types'
import type { Scope } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'

/** Of an event in the order of transactions, which is the order of reading. */
export type Position = { transaction: string; id: number }
export type Era = { era: string; deleted: Position }

const parties = {
  manufacturer: 'change_event.manufacturer_id',
  operator: 'change_event.operator_id',
  tenant: 'change_event.tenant_id',
  owner: 'change_event.owner_id',
  region: 'change_event.region_code',
  drone: 'change_event.drone_id',
}

/** Flights, records and alarms belong to a pilot; other events of a drone to those who flew it. */
const isVisible = (scope: Scope): RawBuilder<SqlBool> => sql<SqlBool>`case
  when change_event.kind ~ '^(flight|record|alarm)\\.'
    then ${inScope(scope, { ...parties, pilot: 'change_event.pilot_id' })}
  else ${inScope(scope, parties)} end`

export const readEra = async (db: Db | Tx): Promise<Era> => {
  const row = await db
    .selectFrom('change_era')
    .select(['era', 'deleted_transaction', 'deleted_id'])
    .executeTakeFirstOrThrow()
  return { era: row.era, deleted: { transaction: row.deleted_transaction, id: row.deleted_id } }
}

/** Before all events of transactions that are running or still to come. */
export const readPresent = async (db: Db | Tx): Promise<Position> => {
  const { rows } = await sql<{ transaction: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as transaction`.execute(db)
  return { transaction: rows[0]!.transaction, id: 0 }
}

const after = ({ transaction, id }: Position, table = 'change_event'): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${table}.transaction`)}, ${sql.ref(`${table}.id`)}) > (${transaction}::xid8, ${id}::int8)`

/** No transaction that may still add events is older. */
const isFinal = sql<SqlBool>`change_event.transaction < pg_snapshot_xmin(pg_current_snapshot())`

/** The last of the next events, before any scope; null if there are none. */
const readEnd = async (db: Db | Tx, from: Position, atMost: number) => {
  const { rows } = await sql<{ transaction: string; id: number; count: number }>`
    select transaction::text, id, count(*) over ()::int4 as count from (
      select transaction, id from change_event where ${after(from)} and ${isFinal}
      order by transaction, id limit ${atMost}) next_events
    order by next_events.transaction desc, next_events.id desc limit 1`.execute(db)
  return rows[0] ?? null
}

export type Wanted = { scope: Scope; types: readonly ChangeType[]; limit: number }

const eventsBetween = (
  db: Db | Tx,
  from: Position,
  to: Position,
  { scope, types, limit }: Wanted,
) =>
  db
    .selectFrom('change_event')
    .select(['transaction', 'id', 'kind', 'object_id', 'at', 'data'])
    .where(after(from))
    .where(sql<SqlBool>`(transaction, id) <= (${to.transaction}::xid8, ${to.id}::int8)`)
    .where('kind', 'in', [...types])
    .where(isVisible(scope))
    .orderBy('transaction')
    .orderBy('id')
    .limit(limit)
    .execute()
export type EventRow = Awaited<ReturnType<typeof eventsBetween>>[number]

/** A call looks at so many events, of which the caller may see few. */
const windowSize = 5000

export type ReadEvents = { events: EventRow[]; next: Position; more: boolean }

export const readEvents = async (
  db: Db | Tx,
  from: Position,
  wanted: Wanted,
): Promise<ReadEvents> => {
  const end = await readEnd(db, from, windowSize)
  if (!end) return { events: [], next: from, more: false }
  const events = wanted.types.length === 0 ? [] : await eventsBetween(db, from, end, wanted)
  const last = events.at(-1)
  return last && events.length === wanted.limit
    ? { events, next: last, more: true }
    : { events, next: end, more: end.count === windowSize }
}

/** Whether events follow the position, before any scope. */
export const followedByEvents = (position: { transaction: string; id: string }) =>
  sql<SqlBool>`exists (select from change_event
    where (transaction, id) > (${sql.ref(position.transaction)}, ${sql.ref(position.id)}) and ${isFinal})`

/** Deletes the oldest events from before a time. @returns how many */
export const deleteEvents = async (trx: Tx, before: Date, atMost: number): Promise<number> => {
  const { rows } = await sql<{ transaction: string; id: number; count: number }>`
    with gone as (delete from change_event where (transaction, id) in (
        select transaction, id from (
          select transaction, id, at from change_event order by transaction, id limit ${atMost}) oldest
        where at < ${before}::timestamptz)
      returning transaction, id)
    select transaction::text, id, count(*) over ()::int4 as count from gone
    order by gone.transaction desc, gone.id desc limit 1`.execute(trx)
  const last = rows[0]
  if (!last) return 0
  await sql`update change_era set deleted_transaction = ${last.transaction}::xid8, deleted_id = ${last.id}
    where (deleted_transaction, deleted_id) < (${last.transaction}::xid8, ${last.id}::int8)`.execute(
    trx,
  )
  return last.count
}

/**
 * After a restore: numbers of transactions begin again, so that former cursors say nothing any
 * more.
 */
export const beginEra = async (db: Db | Tx): Promise<void> => {
  await sql`truncate change_event`.execute(db)
  await sql`update change_era set era = gen_random_uuid(), deleted_transaction = '0', deleted_id = 0`.execute(
    db,
  )
  await sql`update webhook set taken_transaction = pg_snapshot_xmin(pg_current_snapshot()), taken_id = 0`.execute(
    db,
  )
}
