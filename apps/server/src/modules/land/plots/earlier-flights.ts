// Assigns earlier flights to a new plot, and removes a deleted plot from its flights: the gateway
// recomputes them as if the plots had always been so.
import { z } from 'zod'
import { workOutAgain } from '../../../gateway/recompute/public.ts'
import { tx, type Tx } from '../../../platform/database/database.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'
import { takeGround } from './plot-ground-changes.queries.ts'

/** Covers the whole season of last year. */
const lookedBackMs = 400 * 86_400_000

export const findFlightsKind: JobKind<object> = {
  name: 'plots.find-flights',
  payload: z.object({}),
  triesAtMost: 5,
  schedule: { hour: 'every', minute: 'every' },
}

/** A person waits for the result, so it does not wait for the next scheduled run. */
export const findFlightsSoon = (trx: Tx): Promise<void> =>
  enqueueJob(trx, findFlightsKind, {}, { key: findFlightsKind.name })

const plotsAtOnce = 200

export const findFlights = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<void> => {
  const since = new Date(clock.now() - lookedBackMs)
  for (;;) {
    signal.throwIfAborted()
    const taken = await tx(db, async (trx) => {
      const boxes = await takeGround(trx, plotsAtOnce)
      await workOutAgain(trx, boxes, since)
      return boxes.length
    })
    if (taken < plotsAtOnce) return
  }
}

export const findFlightsJob = (services: Services): Job =>
  createJob(findFlightsKind, (_payload, { signal }) => findFlights(services, signal))
