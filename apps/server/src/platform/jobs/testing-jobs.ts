import { setTimeout as sleep } from 'node:timers/promises'
import { runOnce } from 'graphile-worker'
import { pino } from 'pino'
import { findPool, type Db } from '../database/database.ts'
import { graphileOptions } from './graphile-options.ts'
import type { Job } from './job-kind.ts'
import { toTaskList } from './job-tasks.ts'
import { countJobs } from './jobs.queries.ts'

/** Resolves when all due jobs are done and their results are recorded. */
export const runDueJobs = async (db: Db, jobs: readonly Job[]): Promise<void> => {
  const log = pino({ level: 'silent' })
  await runOnce({ ...graphileOptions(await findPool(db), log), taskList: toTaskList(jobs, log) })
  // The library resolves shortly before it has recorded the result.
  while ((await countJobs(db)).running > 0) await sleep(5)
}
