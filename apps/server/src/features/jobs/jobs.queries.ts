import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { JobState } from '@swath/contract/jobs'
import type { Db, Tx } from '../../platform/database/database.ts'
import { stateOfJob } from '../../platform/jobs/jobs.queries.ts'

export type JobFilters = {
  state?: JobState | undefined
  kind?: string | undefined
  startTime?: string | undefined
  endTime?: string | undefined
}
export type JobOrder = 'runAt' | '-runAt' | 'createdAt' | '-createdAt'
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

const fits = ({ state, kind, startTime, endTime }: JobFilters): RawBuilder<SqlBool> =>
  sql.join<SqlBool>(
    [
      sql`true`,
      ...(state ? [sql`${stateOfJob} = ${state}`] : []),
      ...(kind ? [sql`job.task_identifier = ${kind}`] : []),
      ...(startTime ? [sql`job.run_at >= ${new Date(startTime)}`] : []),
      ...(endTime ? [sql`job.run_at <= ${new Date(endTime)}`] : []),
    ],
    sql` and `,
  )

export const pageOfJobs = async (
  db: Db,
  filters: JobFilters,
  { order, limit, offset }: { order: JobOrder; limit: number; offset: number },
): Promise<JobRow[]> => {
  const { rows } = await sql<JobRow>`select ${columns} from graphile_worker.jobs as job
    where ${fits(filters)} order by ${orders[order]} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export const countFittingJobs = async (db: Db, filters: JobFilters): Promise<number> => {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from graphile_worker.jobs as job where ${fits(filters)}`.execute(db)
  return rows[0]!.count
}

export const findJob = async (db: Db | Tx, id: string): Promise<JobRow | undefined> => {
  const { rows } = await sql<JobRow>`
    select ${columns} from graphile_worker.jobs as job where job.id = ${id}::bigint`.execute(db)
  return rows[0]
}

/** At once, with all its tries before it. False: it runs, or it is gone. */
export const retryNow = async (trx: Tx, id: string): Promise<boolean> => {
  const { rows } = await sql`select id from graphile_worker.reschedule_jobs(
    array[${id}::bigint], run_at := now(), attempts := 0)`.execute(trx)
  return rows.length > 0
}

/** False: it runs, or it is gone. */
export const forget = async (trx: Tx, id: string): Promise<boolean> => {
  const { rows } =
    await sql`select id from graphile_worker.complete_jobs(array[${id}::bigint])`.execute(trx)
  return rows.length > 0
}

/** When each kind that is due again and again was last put in line. */
export const lastScheduled = async (db: Db): Promise<Map<string, Date>> => {
  const { rows } = await sql<{ kind: string; at: Date | null }>`
    select identifier as kind, last_execution as at from graphile_worker._private_known_crontabs`.execute(
    db,
  )
  return new Map(rows.flatMap(({ kind, at }): [string, Date][] => (at ? [[kind, at]] : [])))
}
