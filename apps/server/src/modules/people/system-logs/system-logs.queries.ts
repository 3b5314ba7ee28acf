import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { FiltersOf } from '@swath/contract/list'
import type { systemLogList } from '@swath/contract/people/system-logs'
import type { Caller } from '@swath/domain/access/caller'
import type { Db } from '../../../platform/database/database.ts'
import {
  conditionsFor,
  contains,
  equals,
  since,
  until,
  type Conditions,
} from '../../../platform/listing/conditions.queries.ts'
import { inParts } from '../../../platform/listing/in-parts.ts'
import { containing } from '../../../platform/listing/search.ts'

type Filters = FiltersOf<typeof systemLogList>
type LogFilters = Filters & { order?: 'time' | '-time' | undefined }
export type LogRecord = {
  account_id: string
  account_name: string
  number: number
  at: Date
  log_type: 1 | 2
  user_name: string
  ip: string | null
  action: string
  object_type: string | null
  object_id: string | null
  object_name: string | null
  details: Record<string, unknown>
}

/**
 * Beyond this number of accounts a single condition is used: with so many, reading in order of time
 * finds the newest rows quickly.
 */
const branchesAtMost = 32

/**
 * Accounts whose logs are visible: all; else the own one and those below, of which governments have
 * none.
 */
export const pickLogAccounts = ({
  scope,
  accountId,
}: Pick<Caller, 'scope' | 'accountId'>): readonly string[] | null =>
  scope.kind === 'all' ? null : scope.kind === 'accounts' ? scope.accountIds : [accountId]

const whole = sql<SqlBool>`true`
const ofLogs: Conditions<Filters> = {
  accountName: (name) =>
    sql<SqlBool>`log.account_id in (select id from account where name ilike ${containing(name)})`,
  userName: contains('log.user_name'),
  startTime: since('log.at'),
  endTime: until('log.at'),
  logType: (type) => (type === '1,2' ? whole : sql<SqlBool>`log.log_type = ${Number(type)}`),
  action: equals('log.action'),
}

const branchesFor = (caller: Pick<Caller, 'scope' | 'accountId'>): RawBuilder<SqlBool>[] => {
  const accounts = pickLogAccounts(caller)
  if (accounts === null) return [whole]
  return accounts.length > branchesAtMost
    ? [sql<SqlBool>`log.account_id = any(${accounts}::uuid[])`]
    : accounts.map((id) => sql<SqlBool>`log.account_id = ${id}::uuid`)
}

type Key = { account_id: string; number: number; at: Date }
/** Continues reading after this key, in order of time. */
const after = ({ at, account_id, number }: Key, descending: boolean): RawBuilder<SqlBool> =>
  descending
    ? sql<SqlBool>`log.at <= ${at}
      and (log.at < ${at}
        or log.account_id > ${account_id}::uuid
        or (log.account_id = ${account_id}::uuid and log.number < ${number}))`
    : sql<SqlBool>`log.at >= ${at}
      and (log.at > ${at}
        or log.account_id < ${account_id}::uuid
        or (log.account_id = ${account_id}::uuid and log.number > ${number}))`

const listRows = async (
  db: Db,
  caller: Pick<Caller, 'scope' | 'accountId'>,
  filters: LogFilters,
  { limit, offset, last }: { limit: number; offset: number; last?: Key },
): Promise<LogRecord[]> => {
  const descending = filters.order !== 'time'
  const order = descending
    ? sql`at desc, account_id, number desc`
    : sql`at, account_id desc, number`
  const conditions = [...conditionsFor(ofLogs, filters), ...(last ? [after(last, descending)] : [])]
  const branches = branchesFor(caller).map(
    (branch) => sql`(
    select log.account_id, log.number, log.at
    from audit_log as log
    where ${sql.join([branch, ...conditions], sql` and `)}
    order by ${order} limit ${limit + offset})`,
  )
  const { rows } = await sql<LogRecord>`
    select log.account_id, account.name as account_name, log.number, log.at, log.log_type,
      log.user_name, log.ip, log.action, log.object_type, log.object_id,
      log.object_name, log.details
    from (select *
      from (${sql.join(branches, sql` union all `)}) as found
      order by ${order}
      limit ${limit} offset ${offset}) as key
    join audit_log as log on log.account_id = key.account_id and log.number = key.number
    join account on account.id = log.account_id
    order by ${
      descending
        ? sql`log.at desc, log.account_id, log.number desc`
        : sql`log.at, log.account_id desc, log.number`
    }`.execute(db)
  return rows
}

export const pageOfLogs = (
  db: Db,
  caller: Pick<Caller, 'scope' | 'accountId'>,
  filters: LogFilters,
  page: { pageIndex: number; size: number },
): Promise<LogRecord[]> =>
  listRows(db, caller, filters, { limit: page.size, offset: (page.pageIndex - 1) * page.size })

/** Counting stops at `most`. */
export const countLogs = async (
  db: Db,
  caller: Pick<Caller, 'scope' | 'accountId'>,
  filters: LogFilters,
  most: number,
): Promise<number> => {
  const branches = branchesFor(caller).map(
    (branch) =>
      sql`(select 1
        from audit_log as log
        where ${sql.join([branch, ...conditionsFor(ofLogs, filters)], sql` and `)}
        limit ${most})`,
  )
  const { rows } = await sql<{ count: number }>`select count(*) as count
    from (select 1
      from (${sql.join(branches, sql` union all `)}) as found
      limit ${most}) as counted`.execute(db)
  return rows[0]!.count
}

/** All filtered rows in the order of time, a thousand at a time. */
export const eachLog = async function* (
  db: Db,
  caller: Pick<Caller, 'scope' | 'accountId'>,
  filters: LogFilters,
): AsyncGenerator<LogRecord> {
  const parts = inParts<LogRecord>(1000, (last) =>
    listRows(db, caller, filters, { limit: 1000, offset: 0, ...(last ? { last } : {}) }),
  )
  for await (const rows of parts) yield* rows
}
