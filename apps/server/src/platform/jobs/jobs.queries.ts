import { sql, type RawBuilder } from 'kysely'
import type { JobState } from '@swath/contract/overview/jobs'
import type { Db, Tx } from '../database/database.ts'

/** State of `job`, a row of graphile_worker.jobs. */
export const stateOfJob: RawBuilder<JobState> = sql<JobState>`case
  when job.locked_at is not null then 'running'
  when job.attempts >= job.max_attempts then 'failed'
  when job.attempts > 0 then 'retrying'
  else 'waiting' end`

export type NewJob = {
  name: string
  payload: unknown
  queue: string | null
  runAt: Date | null
  triesAtMost: number
  key: string | null
  priority: number
}

export const addJob = async (
  trx: Tx,
  { name, payload, queue, runAt, triesAtMost, key, priority }: NewJob,
): Promise<void> => {
  await sql`select graphile_worker.add_job(${name}::text, ${JSON.stringify(payload)}::json, ${queue}::text,
    ${runAt}::timestamptz, ${triesAtMost}::int, ${key}::text, ${priority}::int)`.execute(trx)
}

export const countJobs = async (db: Db): Promise<Record<JobState, number>> => {
  const { rows } = await sql<{ state: JobState; count: number }>`
    select ${stateOfJob} as state, count(*) as count from graphile_worker.jobs as job group by 1`.execute(
    db,
  )
  const counts = { waiting: 0, running: 0, retrying: 0, failed: 0 }
  for (const { state, count } of rows) counts[state] = count
  return counts
}

/** Records that a runner is alive. */
export const noteAlive = async (db: Db, runnerId: string): Promise<void> => {
  await sql`insert into job_runner (id, heard_at) values (${runnerId}, now())
    on conflict (id) do update set heard_at = excluded.heard_at`.execute(db)
}

export const forgetRunner = async (db: Db, runnerId: string): Promise<void> => {
  await db.deleteFrom('job_runner').where('id', '=', runnerId).execute()
}

/** Releases jobs of runners without a sign of life for this time. @returns the runners */
export const freeLostJobs = async (db: Db, lostAfterMs: number): Promise<string[]> => {
  const silent = sql`now() - ${lostAfterMs}::int * interval '1 millisecond'`
  const { rows } = await sql<{ id: string }>`
    select distinct job.locked_by as id from graphile_worker.jobs as job
    where job.locked_at < ${silent}
      and not exists (select from job_runner where job_runner.id = job.locked_by and heard_at > ${silent})`.execute(
    db,
  )
  const lost = rows.map(({ id }) => id)
  if (lost.length > 0)
    await sql`select graphile_worker.force_unlock_workers(${lost}::text[])`.execute(db)
  await sql`delete from job_runner where heard_at < ${silent} - interval '1 day'`.execute(db)
  return lost
}

/** Deletes failed jobs that no one has handled since then. @returns how many */
export const deleteFailedJobs = async (db: Db, before: Date): Promise<number> => {
  const { rows } = await sql<{ id: string }>`
    select deleted.id from (select array_agg(id) as ids from graphile_worker.jobs
      where locked_at is null and attempts >= max_attempts and updated_at < ${before}) as old,
    graphile_worker.complete_jobs(old.ids) as deleted`.execute(db)
  return rows.length
}
