// The one way to do work whose cost a device, a file or a person chooses: a named job of a module
// of its own, in a thread beside the loop, with a deadline and a memory limit.
import { availableParallelism } from 'node:os'
import type { AsideJob } from './aside-job.ts'
import { ThreadPool } from './thread-pool.ts'

export { TooCostly } from './aside-job.ts'

type AsideOptions = {
  /** Whose work it is: nobody has two threads at a time. */
  owner: string
  signal?: AbortSignal
}

// At least two, so that one person's work never stands before all others'. Each may use a whole
// processor, below the priority of the loop. On a busy machine a file of some kilobytes is read in
// a quarter of a second.
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
 * A function that does the job's `run` aside.
 * @throws TooCostly; `unavailable` where too many wait; the signal's reason; what `run` throws
 */
export const asideJob =
  <R extends Run>(job: AsideJob) =>
  async (input: Parameters<R>[0], options: AsideOptions): Promise<Awaited<ReturnType<R>>> =>
    (await pool.run(job, input, options)) as Awaited<ReturnType<R>>

/** Ends what runs and refuses what waits. Later work starts threads anew. */
export const closeAside = (): Promise<void> => pool.close()
