// Runs work whose cost is chosen by a device, a file or a person, and which must not run elsewhere:
// a named job in its own module, in a worker thread, with a deadline and a memory limit.
import { availableParallelism } from 'node:os'
import type { WorkerJob } from './worker-job.ts'
import { ThreadPool } from './thread-pool.ts'

export { TooCostly } from './worker-job.ts'

type WorkerOptions = {
  /** Owner of the work; no owner has two threads at a time. */
  owner: string
  signal?: AbortSignal
}

// At least two, so that one person's work never blocks everyone else's. Each may use a whole CPU
// core.
const pool = new ThreadPool({
  threads: Math.max(2, Math.min(4, availableParallelism() - 1)),
  short: { bytesAtMost: 1024 * 1024, ms: 2_000 },
  waitingAtMost: 300,
  waitingOfOwnerAtMost: 100,
  heapMiB: 768,
  outsideHeapMiB: 1536,
  keptMs: 20_000,
})

type Run = (input: never) => unknown

/**
 * Returns a function that runs the job's `run` in a worker thread.
 * @throws TooCostly; `unavailable` if too many wait; the signal's reason; errors of `run`
 */
export const workerJob =
  <R extends Run>(job: WorkerJob) =>
  async (input: Parameters<R>[0], options: WorkerOptions): Promise<Awaited<ReturnType<R>>> =>
    (await pool.run(job, input, options)) as Awaited<ReturnType<R>>

/**
 * Gives threads the lowest priority from now on: the event loop, the database's connections and
 * devices go first, and on a busy machine a file of some kilobytes takes a quarter of a second. The
 * program does this unless configured otherwise. Tests do not: several test processes share the
 * CPU, and a test would wait until the others pause.
 * @returns a function that restores the priority
 */
export const lowerPriority = (): (() => Promise<void>) => {
  pool.niceness = 19
  return async () => {
    pool.niceness = 0
  }
}

/** Ends running work and refuses waiting work. Later work starts new threads. */
export const closeWorkers = (): Promise<void> => pool.close()
