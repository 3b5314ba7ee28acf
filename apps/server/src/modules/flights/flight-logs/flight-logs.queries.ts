import { sql, type Insertable, type SqlBool, type Updateable } from 'kysely'
import { flightLogList, LogStatus } from '@swath/contract/flights/flight-logs'
import type { Caller, Scope } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import {
  contains,
  equals,
  named,
  since,
  until,
} from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'
import { containing } from '../../../platform/listing/search.ts'

/** Uploads belong to the account that made them; others see only the resulting sorties. */
const logScope = { owner: 'flight_log.account_id', madeBy: 'flight_log.created_by' }

const logsFor = (db: Db | Tx, scope: Scope) =>
  db.selectFrom('flight_log').where(inScope(scope, logScope))

const presented = (rows: ReturnType<typeof logsFor>) =>
  rows
    .innerJoin('account', 'account.id', 'flight_log.account_id')
    .leftJoin('drone', 'drone.id', 'flight_log.drone_id')
    .leftJoin('app_user as pilot', 'pilot.id', 'flight_log.pilot_id')
    .selectAll('flight_log')
    .select([
      'account.name as account_name',
      'drone.name as drone_name',
      'pilot.name as pilot_name',
    ])
export type LogRecord = Awaited<ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>>

export const logRows = defineList(flightLogList, {
  from: logsFor,
  select: presented,
  conditions: {
    fileName: contains('flight_log.file_name'),
    oprName: named('flight_log.pilot_id', 'app_user'),
    createdByName: contains('flight_log.created_by_name'),
    droneId: (text) =>
      sql<SqlBool>`flight_log.drone_id in (select id
        from drone
        where id ilike ${containing(text)} or name ilike ${containing(text)})`,
    status: equals('flight_log.status'),
    startTime: since('flight_log.created_at'),
    endTime: until('flight_log.created_at', '<'),
  },
  orders: {
    createdAt: sql`flight_log.created_at`,
    fileName: sql`flight_log.file_name`,
    bytes: sql`flight_log.bytes`,
    startTime: sql`flight_log.from_at`,
  },
  ties: [{ by: sql`flight_log.id` }],
  countBy: { filter: 'status', states: LogStatus.options, state: sql`flight_log.status` },
})

export const findLog = (db: Db | Tx, scope: Scope, id: string): Promise<LogRecord | undefined> =>
  presented(logsFor(db, scope)).where('flight_log.id', '=', id).executeTakeFirst()

/** Locks the log until the transaction ends. */
export const lockLog = (tx: Tx, scope: Scope, id: string) =>
  logsFor(tx, scope)
    .where('flight_log.id', '=', id)
    .selectAll('flight_log')
    .forUpdate()
    .executeTakeFirst()

/** An interrupted upload of the same file by the same person. */
export const findInterrupted = (
  db: Db,
  caller: Caller,
  { fileName, bytes, modifiedMs }: { fileName: string; bytes: number; modifiedMs: number | null },
) =>
  logsFor(db, caller.scope)
    .where('created_by', '=', caller.userId)
    .where('account_id', '=', caller.accountId)
    .where('status', '=', 'uploading')
    .where('file_name', '=', fileName)
    .where('bytes', '=', bytes)
    .where('modified_ms', modifiedMs === null ? 'is' : '=', modifiedMs)
    .select('flight_log.id')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Counts the logs of an account, and locks them until the transaction ends, so that concurrent
 * uploads cannot exceed the limit.
 */
export const countLogs = async (
  tx: Tx,
  accountId: string,
  since: Date,
): Promise<{ waiting: number; waitingBytes: number; lately: number }> => {
  const key = `flight-log ${accountId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
  const { rows } = await sql<{ waiting: number; waiting_bytes: number; lately: number }>`
    select count(*) filter (where status <> 'accepted')::int as waiting,
      coalesce(sum(bytes) filter (where status <> 'accepted'), 0)::float8 as waiting_bytes,
      count(*) filter (where created_at > ${since})::int as lately
    from flight_log where account_id = ${accountId}::uuid`.execute(tx)
  const { waiting, waiting_bytes: waitingBytes, lately } = rows[0]!
  return { waiting, waitingBytes, lately }
}

export const insertLog = async (tx: Tx, log: Insertable<Database['flight_log']>): Promise<void> => {
  await tx.insertInto('flight_log').values(log).execute()
}

export const updateLog = async (
  db: Db | Tx,
  id: string,
  change: Updateable<Database['flight_log']>,
): Promise<void> => {
  await db.updateTable('flight_log').set(change).where('id', '=', id).execute()
}

/** Records that a piece has been stored. @returns false if another request was faster */
export const takePiece = async (
  db: Db,
  id: string,
  { offset, length, whole, now }: { offset: number; length: number; whole: boolean; now: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('flight_log')
    .set({
      received_bytes: offset + length,
      received_at: now,
      ...(whole ? { status: 'reading' } : {}),
    })
    .where('id', '=', id)
    .where('status', '=', 'uploading')
    .where('received_bytes', '=', offset)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Claims a log for reading for five minutes. */
export const claimReading = async (db: Db, id: string, now: Date) =>
  db
    .updateTable('flight_log')
    .set({ reading_since: now, attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .where('status', '=', 'reading')
    .where((eb) =>
      eb.or([
        eb('reading_since', 'is', null),
        eb('reading_since', '<', new Date(now.getTime() - 5 * 60_000)),
      ]),
    )
    .returningAll()
    .executeTakeFirst()

/** Logs whose reader stopped. */
export const unreadLogs = async (db: Db, now: Date): Promise<string[]> => {
  const rows = await db
    .selectFrom('flight_log')
    .select('id')
    .where('status', '=', 'reading')
    .where('received_at', '<', new Date(now.getTime() - 60_000))
    .where((eb) =>
      eb.or([
        eb('reading_since', 'is', null),
        eb('reading_since', '<', new Date(now.getTime() - 5 * 60_000)),
      ]),
    )
    .orderBy('received_at')
    .limit(20)
    .execute()
  return rows.map(({ id }) => id)
}

/** Locks abandoned logs until the transaction ends. */
export const lockForgotten = async (
  tx: Tx,
  { uploadingBefore, waitingBefore }: { uploadingBefore: Date; waitingBefore: Date },
  limit: number,
) =>
  tx
    .selectFrom('flight_log')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '=', 'uploading'), eb('received_at', '<', uploadingBefore)]),
        eb.and([
          eb('status', 'in', ['ready', 'unreadable']),
          eb('received_at', '<', waitingBefore),
        ]),
      ]),
    )
    .orderBy('received_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

export const deleteLog = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('flight_log').where('id', '=', id).execute()
}

/**
 * Stores the flights of an accepted log, each with whether a sortie existed at that time before.
 */
export const insertLogSorties = async (
  tx: Tx,
  { droneId, logId, pilotId }: { droneId: string; logId: string; pilotId: string | null },
  flights: readonly { id: string; startMs: number; endMs: number }[],
): Promise<void> => {
  for (let from = 0; from < flights.length; from += 500) {
    const part = flights.slice(from, from + 500)
    await sql`
      insert into flight_log_sortie (drone_id, id, flight_log_id, start_at, end_at, known, pilot_id)
      select ${droneId}, flight.id, ${logId}::uuid, flight.start_at, flight.end_at,
        exists (select from sortie
          where sortie.drone_id = ${droneId}
            and sortie.start_at <= flight.end_at
            and sortie.end_at >= flight.start_at),
        ${pilotId}::uuid
      from unnest(${part.map(({ id }) => id)}::uuid[],
        ${part.map(({ startMs }) => new Date(startMs).toISOString())}::timestamptz[],
        ${part.map(({ endMs }) => new Date(endMs).toISOString())}::timestamptz[])
        as flight (id, start_at, end_at)`.execute(tx)
  }
}

/** An earlier upload of the same bytes within the account. */
export const findSameFile = (
  db: Db,
  scope: Scope,
  log: Pick<LogRecord, 'id' | 'account_id'>,
  sha256: Buffer,
) =>
  logsFor(db, scope)
    .where('flight_log.account_id', '=', log.account_id)
    .where('sha256', '=', sha256)
    .where('flight_log.id', '<>', log.id)
    .select(['flight_log.id', 'file_name', 'created_at', 'status'])
    .orderBy(sql`status = 'accepted'`, 'desc')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()

export const insertLogSortie = async (
  tx: Tx,
  row: Insertable<Database['flight_log_sortie']>,
): Promise<void> => {
  await tx.insertInto('flight_log_sortie').values(row).execute()
}
