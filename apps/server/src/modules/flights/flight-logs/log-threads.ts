import type { Config } from '../../../platform/config/config.ts'
import { workerJob, TooCostly } from '../../../platform/workers/workers.ts'
import type { run } from './log-task.job.ts'
import type { LogResult, LogTask } from './log-tasks.ts'

/** Caused by the file: a retry would fail too. */
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
  // The largest valid logs take some ten seconds; a file that takes longer is malicious.
  deadlineMs: 120_000,
  // Each may use all the memory of a thread. Small logs have their own queue.
  atOnce: 1,
  bytesOf: ({ task }: Parameters<typeof run>[0]) => task.log.bytes,
})

/**
 * `owner`: the log's owner, for the limits of threads.
 * @throws Unreadable; `unavailable` if too many are waiting; other errors of the thread
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
