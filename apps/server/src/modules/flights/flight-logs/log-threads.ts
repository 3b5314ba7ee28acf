import type { Config } from '../../../platform/config/config.ts'
import { workerJob, TooCostly } from '../../../platform/workers/workers.ts'
import type { run } from './log-task.job.ts'
import type { LogResult, LogTask } from './log-tasks.ts'

/** The file is the cause; a retry changes nothing. */
export class Unreadable extends Error {
  readonly problem: 'too_slow' | 'too_large' | 'lost'
  constructor(problem: 'too_slow' | 'too_large' | 'lost') {
    super(problem)
    this.problem = problem
  }
}

const taskInWorker = workerJob<typeof run>({
  name: 'flight-log',
  module: new URL('./log-task.job.ts', import.meta.url),
  // A log of the largest kind takes some ten seconds; a file that takes longer is malicious.
  deadlineMs: 120_000,
  // Each may take all the memory that a thread has; small ones do not wait for it.
  atOnce: 1,
  bytesOf: ({ task }: Parameters<typeof run>[0]) => task.log.bytes,
})

/**
 * `owner`: the log's owner, for the limits of work in threads.
 * @throws Unreadable; `unavailable` where too many wait; other errors of the thread
 */
export const runInThread = async <K extends LogTask['kind']>(
  task: Extract<LogTask, { kind: K }>,
  { s3, dataFolder }: Pick<Config, 's3' | 'dataFolder'>,
  owner: string,
): Promise<LogResult<K>> => {
  try {
    const answer = await taskInWorker({ task, store: { s3, dataFolder } }, { owner })
    if ('lost' in answer) throw new Unreadable('lost')
    return answer.result as LogResult<K>
  } catch (error) {
    throw error instanceof TooCostly ? new Unreadable(error.problem) : error
  }
}
