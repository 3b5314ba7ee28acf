// Runs due jobs, shared with all other processes of the role. A lost process is detected by its
// silence, and its jobs are repeated.
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  parseCronItems,
  run,
  type Runner,
  type RunnerOptions,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker'
import type { JobState } from '@swath/contract/overview/jobs'
import { findPool } from '../database/database.ts'
import type { Services } from '../services.ts'
import { graphileOptions } from './graphile-options.ts'
import { nameQueue, type Job } from './job-kind.ts'
import { toTaskList } from './job-tasks.ts'
import { forgetRunner, freeLostJobs, noteAlive } from './jobs.queries.ts'

export const jobGauges = (counts: Readonly<Record<JobState, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).map(([state, count]) => [`jobs_${state}`, count]))

export type JobRunner = {
  /** Metrics of this process since its start. */
  figures: () => Record<string, number>
  /** Waits for running jobs for a limited time; unfinished ones are repeated later. */
  stop: () => Promise<void>
}

type Options = {
  atOnce?: number
  /**
   * A runner without a sign of life for this long is lost. Well above the delays of a busy machine.
   */
  lostAfterMs?: number
  drainMs?: number
}

const restartAfterMs = 1_000
/**
 * Polling interval where no notification of a new job arrives: behind a pooler, or while
 * reconnecting.
 */
const pollMs = 2_000

const toCron = (jobs: readonly Job[]) =>
  parseCronItems(
    jobs.flatMap(({ kind }) => {
      if (!kind.schedule) return []
      const { hour, minute } = kind.schedule
      const star = (part: number | 'every'): string => (part === 'every' ? '*' : String(part))
      return {
        task: kind.name,
        identifier: kind.name,
        match: `${star(minute)} ${star(hour)} * * *`,
        options: {
          queueName: nameQueue(kind)!,
          jobKey: kind.name,
          maxAttempts: kind.triesAtMost,
          priority: kind.priority ?? 0,
        },
      }
    }),
  )

type Counts = { done: number; failed: number; givenUp: number }

const followOutcomes = (events: WorkerEvents, counts: Counts): void => {
  events.on('job:success', () => void counts.done++)
  events.on('job:error', () => void counts.failed++)
  events.on('job:failed', () => void counts.givenUp++)
}

/** `ended` resolves when another runner must replace it. */
const beginRunner = async (
  options: RunnerOptions,
  events: WorkerEvents,
  drainMs: number,
): Promise<{ runner: Runner; ended: Promise<void> }> => {
  const isUnrecorded = new Promise<void>((resolve) => {
    events.once('pool:fatalError', () => resolve())
  })
  const limits = { pollInterval: pollMs, gracefulShutdownAbortTimeout: drainMs / 2 }
  const runner = await run({ ...options, ...limits })
  // If two jobs could not be recorded, the library (0.18.0) waits for a third one forever: the runner
  // is then replaced without waiting for its end.
  const ended = Promise.race([
    runner.promise.catch(() => undefined), // the reason is already logged
    isUnrecorded.then(() => sleep(drainMs, undefined, { ref: false })),
  ])
  return { runner, ended }
}

export const startJobRunner = async (
  { db, log }: Pick<Services, 'db' | 'log'>,
  jobs: readonly Job[],
  { atOnce = 4, lostAfterMs = 30_000, drainMs = 5_000 }: Options = {},
): Promise<JobRunner> => {
  const pgPool = await findPool(db)
  const counts = { done: 0, failed: 0, givenUp: 0 }
  let stopping = false
  let runner: Runner
  let workers: WorkerPool

  const begin = async (): Promise<void> => {
    const events: WorkerEvents = new EventEmitter()
    events.on('pool:create', ({ workerPool }) => void (workers = workerPool))
    followOutcomes(events, counts)
    const options = { ...graphileOptions(pgPool, log), events, concurrency: atOnce }
    const tasks = { taskList: toTaskList(jobs, log), parsedCronItems: toCron(jobs) }
    const begun = await beginRunner({ ...options, ...tasks }, events, drainMs)
    runner = begun.runner
    await tick()
    void begun.ended.then(beginAgain)
  }
  /** The runner stops if it cannot record that a job is done because the database was down. */
  const beginAgain = async (): Promise<void> => {
    while (!stopping) {
      await sleep(restartAfterMs, undefined, { ref: false })
      try {
        if (!stopping) await begin()
        return
      } catch (error) {
        log.error({ err: error }, 'jobs are not done: the queue cannot be read')
      }
    }
  }

  const tick = async (): Promise<void> => {
    try {
      await noteAlive(db, workers.id)
      const lost = await freeLostJobs(db, lostAfterMs)
      if (lost.length > 0) log.warn({ lost }, 'jobs of lost processes are done again')
    } catch (error) {
      log.error({ err: error }, 'a runner of jobs could not say that it is alive')
    }
  }
  await begin()
  let ticking: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    ticking = ticking.then(tick)
  }, lostAfterMs / 6).unref()

  return {
    figures: () => ({
      jobs_done_total: counts.done,
      jobs_failed_total: counts.failed,
      jobs_given_up_total: counts.givenUp,
    }),
    stop: async () => {
      stopping = true
      clearInterval(timer)
      const drained = runner.stop().then(
        () => true,
        () => true,
      )
      if (!(await Promise.race([drained, sleep(drainMs, false)]))) {
        log.warn('jobs that were running are done again later')
        await workers.forcefulShutdown('The program was stopped.')
        await drained
      }
      await ticking
      await forgetRunner(db, workers.id).catch((error: unknown) =>
        log.warn({ err: error }, 'a runner of jobs is forgotten a day later'),
      )
    },
  }
}
