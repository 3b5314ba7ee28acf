import { runOnce } from 'graphile-worker'
import { pino } from 'pino'
import { poolOf, type Db } from '../database/database.ts'
import { graphileOptions } from './graphile-options.ts'
import type { Job } from './job-kind.ts'
import { tasksOf } from './job-tasks.ts'

/** What is due now is done when this answers; a failure may be noted a moment later. */
export const runDueJobs = async (db: Db, jobs: readonly Job[]): Promise<void> => {
  const log = pino({ level: 'silent' })
  await runOnce({ ...graphileOptions(await poolOf(db), log), taskList: tasksOf(jobs, log) })
}
