import { sql, type Insertable, type SqlBool, type Updateable } from 'kysely'
import { flightLogList } from '@swath/contract/flight-logs'
import type { Caller, Scope } from '@swath/domain/access/caller'
import { inScope } from '../../platform/access/scope.queries.ts'
import { droneScope, sortieScope, workRecordScope } from '../../platform/access/scoped-tables.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { swathWidthInForce } from '../../platform/database/swath-width.queries.ts'
import type { FlightLogSortieTable, FlightLogTable } from '../../platform/database/schema.ts'
import { contains, equals, since, until } from '../../platform/listing/conditions.queries.ts'
import { defineList } from '../../platform/listing/list.queries.ts'
import { containing } from '../../platform/listing/search.ts'

/** Uploads are of whom made them: what others may see of them is what became of them. */
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
    createdByName: contains('flight_log.created_by_name'),
    droneId: (text) =>
      sql<SqlBool>`flight_log.drone_id in (select id from drone where id ilike ${containing(text)} or name ilike ${containing(text)})`,
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
})

export const findLog = (db: Db | Tx, scope: Scope, id: string): Promise<LogRecord | undefined> =>
  presented(logsFor(db, scope)).where('flight_log.id', '=', id).executeTakeFirst()

/** Locked until the transaction ends. */
export const lockLog = (tx: Tx, scope: Scope, id: string) =>
  logsFor(tx, scope)
    .where('flight_log.id', '=', id)
    .selectAll('flight_log')
    .forUpdate()
    .executeTakeFirst()

/** The same file, begun by the same person and interrupted. */
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
 * Of one account, held until the transaction ends, so that many at once are counted one after the
 * other.
 */
export const countLogs = async (
  tx: Tx,
  accountId: string,
  since: Date,
): Promise<{ waiting: number; waitingBytes: number; lately: number }> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`flight-log ${accountId}`}, 0))`.execute(
    tx,
  )
  const { rows } = await sql<{ waiting: number; waiting_bytes: number; lately: number }>`
    select count(*) filter (where status <> 'accepted')::int as waiting, coalesce(sum(bytes) filter (where status <> 'accepted'), 0)::float8 as waiting_bytes,
      count(*) filter (where created_at > ${since})::int as lately
    from flight_log where account_id = ${accountId}::uuid`.execute(tx)
  const { waiting, waiting_bytes: waitingBytes, lately } = rows[0]!
  return { waiting, waitingBytes, lately }
}

export const insertLog = async (tx: Tx, log: Insertable<FlightLogTable>): Promise<void> => {
  await tx.insertInto('flight_log').values(log).execute()
}

export const updateLog = async (
  db: Db | Tx,
  id: string,
  change: Updateable<FlightLogTable>,
): Promise<void> => {
  await db.updateTable('flight_log').set(change).where('id', '=', id).execute()
}

/** A piece has been stored. False: another call was quicker. */
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

/** Takes a log to be read; nobody else does for five minutes. */
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

/** Logs whose reader was lost on the way. */
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

/** Logs that nobody goes on with: held until the transaction ends. */
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

const dronesFor = (db: Db | Tx, scope: Scope) =>
  db
    .selectFrom('drone')
    .where(inScope(scope, droneScope))
    .select([
      'drone.id',
      'drone.name',
      'drone.manufacturer_id',
      'drone.operator_id',
      'drone.tenant_id',
      swathWidthInForce,
    ])
export type LogDrone = Awaited<ReturnType<ReturnType<typeof dronesFor>['executeTakeFirstOrThrow']>>

export const findLogDrone = (
  db: Db | Tx,
  scope: Scope,
  droneId: string,
): Promise<LogDrone | undefined> =>
  dronesFor(db, scope).where('drone.id', '=', droneId).executeTakeFirst()

/** Drones that a log may be of, by what it says of itself: the maker's numbers. */
export const dronesOfSerial = (db: Db, scope: Scope, serial: string): Promise<LogDrone[]> => {
  const same = (column: string) => sql<boolean>`lower(${sql.ref(column)}) = lower(${serial})`
  return dronesFor(db, scope)
    .where((eb) =>
      eb.or(['drone.id', 'drone.rack_no', 'drone.manufacturer_number', 'drone.reg_mark'].map(same)),
    )
    .limit(2)
    .execute()
}

/** Drones whose serial number stands in the name of the file; the longest first. */
export const dronesOfFileName = (db: Db, scope: Scope, fileName: string): Promise<LogDrone[]> =>
  dronesFor(db, scope)
    .where(sql<boolean>`position(lower(drone.id) in ${fileName.toLowerCase()}) > 0`)
    .where(sql<boolean>`length(drone.id) >= 5`)
    .orderBy(sql`length(drone.id)`, 'desc')
    .limit(2)
    .execute()

/**
 * Who may have flown a drone, whoever looks: people of the account that flies it and of the
 * caller's own, below which they exist.
 */
export const pilotsOf = async (db: Db, caller: Caller, drone: LogDrone, userId?: string) => {
  const accounts = [drone.tenant_id ?? drone.operator_id ?? drone.manufacturer_id, caller.accountId]
  let query = db
    .selectFrom('app_user')
    .where('enabled', '=', true)
    .where('app_user.account_id', 'in', accounts)
    .where((eb) =>
      eb.or([
        eb('app_user.account_id', '=', caller.accountId),
        inScope(caller.scope, { owner: 'app_user.account_id' }),
      ]),
    )
    .select(['app_user.id', 'app_user.name', 'app_user.user_type'])
  if (userId !== undefined) query = query.where('app_user.id', '=', userId)
  return query
    .orderBy(sql`user_type <> 2`)
    .orderBy('name')
    .orderBy('app_user.id')
    .limit(1_000)
    .execute()
}

/** Chunks span at most so much (recompute.queries.ts). */
const longestChunkMs = 7 * 86_400_000
/**
 * So much of what is stored is compared with a log, packed; logs of many days are compared in part.
 */
const comparedBytes = 32 * 1024 * 1024

/** What is stored of a drone at the times of a log's flights. */
export const storedAround = async (
  db: Db,
  droneId: string,
  spans: readonly { startMs: number; endMs: number }[],
): Promise<Buffer[]> => {
  const found = new Map<string, Buffer>()
  let bytes = 0
  for (const { startMs, endMs } of spans) {
    const rows = await db
      .selectFrom('track_chunk')
      .select(['id', 'columns'])
      .where('drone_id', '=', droneId)
      .where('from_at', '>=', new Date(startMs - longestChunkMs))
      .where('from_at', '<=', new Date(endMs))
      .where('until_at', '>=', new Date(startMs))
      .execute()
    for (const { id, columns } of rows) {
      if (found.has(id)) continue
      bytes += columns.length
      if (bytes > comparedBytes) return [...found.values()]
      found.set(id, columns)
    }
  }
  return [...found.values()]
}

/** Sorties of a drone between two moments that exist for the caller. */
export const sortiesBetween = (db: Db, scope: Scope, droneId: string, from: Date, until: Date) =>
  db
    .selectFrom('sortie')
    .where(inScope(scope, sortieScope))
    .where('drone_id', '=', droneId)
    .where('start_at', '<=', until)
    .where('end_at', '>=', from)
    .select(['id', 'start_at', 'end_at'])
    .orderBy('start_at')
    .limit(1_000)
    .execute()

export const recordsBetween = (db: Db, scope: Scope, droneId: string, from: Date, until: Date) =>
  db
    .selectFrom('work_record')
    .where(inScope(scope, workRecordScope))
    .where('drone_id', '=', droneId)
    .where('start_at', '<=', until)
    .where('end_at', '>=', from)
    .select([
      'sortie_id',
      'start_at',
      'end_at',
      'duration_s',
      'distance_m',
      'covered_m2',
      'spray_l',
    ])
    .orderBy('start_at')
    .limit(1_000)
    .execute()

/** Whether a stretch of the drone at these times is still to be worked out. */
export const isMarked = async (
  db: Db,
  droneId: string,
  from: Date,
  until: Date,
  now: Date,
): Promise<boolean> => {
  const row = await db
    .selectFrom('recompute')
    .select('drone_id')
    .where('drone_id', '=', droneId)
    .where('from_at', '<=', until)
    .where('until_at', '>=', from)
    .where('due_at', '<=', now)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Writes down the flights of an accepted log, each with whether a sortie over its time was there
 * before.
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
        exists (select from sortie where sortie.drone_id = ${droneId} and sortie.start_at <= flight.end_at and sortie.end_at >= flight.start_at), ${pilotId}::uuid
      from unnest(${part.map(({ id }) => id)}::uuid[], ${part.map(({ startMs }) => new Date(startMs).toISOString())}::timestamptz[], ${part.map(({ endMs }) => new Date(endMs).toISOString())}::timestamptz[])
        as flight (id, start_at, end_at)`.execute(tx)
  }
}

/** The same bytes, uploaded before within the account. */
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

/** The newest flight whose track is kept, packed. */
export const newestTrack = async (
  db: Db,
  droneId: string,
): Promise<{ columns: Buffer; sortieId: string } | undefined> => {
  const row = await db
    .selectFrom('track_chunk')
    .select(['columns', 'sortie_id'])
    .where('drone_id', '=', droneId)
    .where('sortie_id', 'is not', null)
    .orderBy('from_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.sortie_id ? { columns: row.columns, sortieId: row.sortie_id } : undefined
}

export const insertLogSortie = async (
  tx: Tx,
  row: Insertable<FlightLogSortieTable>,
): Promise<void> => {
  await tx.insertInto('flight_log_sortie').values(row).execute()
}
