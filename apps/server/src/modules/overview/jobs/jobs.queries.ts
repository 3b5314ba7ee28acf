import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { jobList, JobState, RunState } from '@swath/contract/overview/jobs'
import type { FiltersOf, SortOf } from '@swath/contract/list'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { stateOfJob } from '../../../platform/jobs/jobs.queries.ts'
import {
  anyOf,
  conditionsFor,
  contains,
  equals,
  since,
  until,
  type Condition,
  type Conditions,
} from '../../../platform/listing/conditions.queries.ts'
import { findKindsNamed } from './job-names.ts'

type Filters = FiltersOf<typeof jobList>
type Sort = SortOf<typeof jobList>
export type JobOrder = Sort | `-${Sort}`
export type JobRow = {
  id: string
  kind: string
  state: JobState
  run_at: Date
  created_at: Date
  locked_at: Date | null
  attempts: number
  max_attempts: number
  last_error: string | null
}

const columns = sql`job.id::text, job.task_identifier as kind, ${stateOfJob} as state, job.run_at,
  job.created_at, job.locked_at, job.attempts, job.max_attempts, job.last_error`

const orders: Readonly<Record<JobOrder, RawBuilder<unknown>>> = {
  'runAt': sql`job.run_at, job.id`,
  '-runAt': sql`job.run_at desc, job.id desc`,
  'createdAt': sql`job.created_at, job.id`,
  '-createdAt': sql`job.created_at desc, job.id desc`,
}

const isNamed: Condition<string> = (text) =>
  sql<SqlBool>`job.task_identifier = any(${findKindsNamed(text)}::text[])`
const kindName = anyOf(isNamed, contains('job.task_identifier'))
const lastError = contains('job.last_error')

const ofJobs: Conditions<Filters> = {
  search: anyOf(kindName, lastError),
  kindName,
  lastError,
  state: (state) => sql<SqlBool>`${stateOfJob} = ${state}`,
  kind: equals('job.task_identifier'),
  startTime: since('job.run_at'),
  endTime: until('job.run_at'),
}

const fits = (filters: Filters): RawBuilder<SqlBool> =>
  sql.join([sql<SqlBool>`true`, ...conditionsFor(ofJobs, filters)], sql` and `)

export const pageOfJobs = async (
  db: Db,
  filters: Filters,
  { order, limit, offset }: { order: JobOrder; limit: number; offset: number },
): Promise<JobRow[]> => {
  const { rows } = await sql<JobRow>`select ${columns} from graphile_worker.jobs as job
    where ${fits(filters)} order by ${orders[order]} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export const countFittingJobs = async (db: Db, filters: Filters): Promise<number> => {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from graphile_worker.jobs as job where ${fits(filters)}`.execute(db)
  return rows[0]!.count
}

export const countStates = async (db: Db, filters: Filters): Promise<Record<JobState, number>> => {
  const { rows } = await sql<{ state: JobState; count: number }>`
    select ${stateOfJob} as state, count(*) as count from graphile_worker.jobs as job
    where ${fits({ ...filters, state: undefined })} group by 1`.execute(db)
  const counts = { waiting: 0, running: 0, retrying: 0, failed: 0 }
  for (const { state, count } of rows) counts[state] = count
  return counts
}

export const findJob = async (db: Db | Tx, id: string): Promise<JobRow | undefined> => {
  const { rows } = await sql<JobRow>`
    select ${columns} from graphile_worker.jobs as job where job.id = ${id}::bigint`.execute(db)
  return rows[0]
}

/** Runs a job at once, with all its retries. @returns false if it is running or does not exist */
export const retryNow = async (trx: Tx, id: string): Promise<boolean> => {
  const { rows } = await sql`select id from graphile_worker.reschedule_jobs(
    array[${id}::bigint], run_at := now(), attempts := 0)`.execute(trx)
  return rows.length > 0
}

/** Deletes a job. @returns false if it is running or does not exist */
export const forget = async (trx: Tx, id: string): Promise<boolean> => {
  const { rows } =
    await sql`select id from graphile_worker.complete_jobs(array[${id}::bigint])`.execute(trx)
  return rows.length > 0
}

export type LastRun = { at: Date; state: RunState; error: string | null }

/**
 * The last run of each scheduled kind, whose job has the kind's name as its key. A job that no
 * longer exists succeeded, unless the log contains a later cancellation.
 */
export const lastRuns = async (db: Db): Promise<Map<string, LastRun>> => {
  const { rows } = await sql<LastRun & { kind: string }>`
    select due.identifier as kind, due.last_execution as at, job.last_error as error,
      case
        when job.id is not null then ${stateOfJob}
        when exists (select from audit_log
          where action = 'job.cancel' and object_name = due.identifier
            and at >= due.last_execution) then 'cancelled'
        else 'done' end as state
    from graphile_worker._private_known_crontabs as due
    left join graphile_worker.jobs as job on job.key = due.identifier
    where due.last_execution is not null`.execute(db)
  return new Map(rows.map(({ kind, ...run }) => [kind, run]))
}
