// Recomputes marked drones one after the other, and announces new alarms.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { noZonesInForce, type ZonesInForce } from '@swath/domain/zones-in-force'
import { workerJob, TooCostly } from '../../platform/workers/workers.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { readConnectionUrl, type Db } from '../../platform/database/database.ts'
import type { EventBus } from '../../platform/events/events.ts'
import { archivePlace } from '../tracks/public.ts'
import type { GatewayCounters } from '../counters.ts'
import type { run } from './recompute-long.job.ts'
import { markFlightsAgain } from './again.queries.ts'
import { loadDerivations } from './derivation.ts'
import { postpone } from './marks.queries.ts'
import { recomputeNext, type Recomputation } from './recompute.ts'

const pauseMs = 500
/** Flights queued for recomputation wait until nothing else is due, but no longer than this. */
const againAtLatestMs = 2_000

const longInWorker = workerJob<typeof run>({
  name: 'recompute-long',
  module: new URL('./recompute-long.job.ts', import.meta.url),
  deadlineMs: 300_000,
  isLong: true,
})

/**
 * Retry delay of a stretch that is too costly; new data from the drone triggers an attempt sooner.
 */
const costlyAgainMs = 86_400_000

const errorText = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

export type Recomputer = {
  setZones(zones: ZonesInForce): void
  start(): void
  /** Recomputes what is marked of one drone, due or not; a long stretch is only started. */
  one(droneId: string): Promise<void>
  /** Recomputes everything due, including the work in threads. */
  due(): Promise<void>
  stop(): Promise<void>
}

type Options = {
  db: Db
  clock: Clock
  events: EventBus
  log: Logger
  counters: GatewayCounters
  /** Derivations that modules compute from flights; see `derivation.ts`. */
  derivationsModule?: URL | undefined
}

/** Long stretches, each in a thread, one at a time per drone. */
const createWorkerRuns = (
  {
    db,
    clock,
    log,
    derivationsModule,
  }: Pick<Options, 'db' | 'clock' | 'log' | 'derivationsModule'>,
  count: (done: Recomputation, sinceMs: number) => void,
) => {
  /** Drones whose long stretch is in a thread; `again`: more was marked since. */
  const runs = new Map<string, { again: boolean; ended: Promise<void> }>()
  const leave = new AbortController()
  let stopped = false

  const work = async (droneId: string): Promise<void> => {
    const startedMs = performance.now()
    try {
      const done = await longInWorker(
        {
          databaseUrl: await readConnectionUrl(db),
          nowMs: clock.now(),
          droneId,
          derivationsModule: derivationsModule?.href,
          archives: archivePlace(db),
        },
        { owner: droneId, signal: leave.signal },
      )
      if (done) count(done, startedMs)
    } catch (error) {
      if (stopped) return // the mark stays for the next start
      if (error instanceof TooCostly)
        await postpone(db, droneId, clock.now() + costlyAgainMs).catch(() => undefined) // it is then due sooner
      log.warn({ droneId, error: errorText(error) }, 'A long stretch could not be worked out')
    }
  }

  const begin = (droneId: string): void => {
    const run = runs.get(droneId)
    if (run) {
      run.again = true
      return
    }
    const ended = work(droneId).then(() => {
      const { again } = runs.get(droneId)!
      runs.delete(droneId)
      if (again && !stopped) begin(droneId)
    })
    runs.set(droneId, { again: false, ended })
  }

  const ended = async (): Promise<void> => {
    while (runs.size > 0) await Promise.all([...runs.values()].map(({ ended }) => ended))
  }

  return {
    begin,
    ended,
    stop: () => {
      stopped = true
      leave.abort()
    },
  }
}

const reportDamage = (log: Logger, { droneId, damaged }: Recomputation): void => {
  for (const range of damaged)
    log.error({ droneId, ...range }, 'Stored points are damaged: not computed again')
}

export const createRecomputer = (given: Options): Recomputer => {
  const { db, clock, events, log, counters } = given
  let zones: ZonesInForce = noZonesInForce
  let stopped = false
  let running: Promise<void> | undefined
  let wake = (): void => {}
  /** The running work of the loop; resolves to whether more may be due. */
  let ofLoop: Promise<boolean> = Promise.resolve(false)

  const count = (done: Recomputation, sinceMs: number): void => {
    counters.recomputations++
    counters.recomputedPoints += done.points
    counters.recomputeMs += performance.now() - sinceMs
    reportDamage(log, done)
    for (const { id, live } of done.newAnomalies)
      events.emit('anomaly', { droneId: done.droneId, anomalyId: id, live })
  }

  const workerRuns = createWorkerRuns(given, count)
  const loading = loadDerivations(given.derivationsModule)

  const next = async (droneId?: string): Promise<boolean> => {
    const startedMs = performance.now()
    const options = { nowMs: clock.now(), zones, derivations: await loading }
    const done = await recomputeNext(db, options, droneId)
    if (!done) return false
    if (!('tooLong' in done)) count(done, startedMs)
    else workerRuns.begin(done.droneId)
    return true
  }

  let againMs = 0
  const nextOrAgain = async (): Promise<boolean> => {
    const worked = await next()
    if (worked && performance.now() < againMs) return true
    againMs = performance.now() + againAtLatestMs
    return (await markFlightsAgain(db, clock.now())) || worked
  }

  const loop = async (): Promise<void> => {
    while (!stopped) {
      try {
        ofLoop = nextOrAgain()
        if (await ofLoop) continue
      } catch (error) {
        log.warn({ error: errorText(error) }, 'A recomputation failed and is tried again')
      }
      await Promise.race([
        sleep(pauseMs),
        new Promise<void>((resolve) => {
          wake = resolve
        }),
      ])
    }
  }

  return {
    setZones: (changed) => {
      zones = changed
    },
    start: () => {
      running = loop()
    },
    one: async (droneId) => {
      await next(droneId)
    },
    due: async () => {
      do while ((await next()) || (await markFlightsAgain(db, clock.now())));
      while (await ofLoop.catch(() => false))
      await workerRuns.ended()
    },
    stop: async () => {
      stopped = true
      wake()
      workerRuns.stop()
      await Promise.all([running, workerRuns.ended()])
    },
  }
}
