// Stores the sprayed ground of flights that were processed before the gateway stored it. Rows are
// written once, so each run continues where the last one ended.
import { z } from 'zod'
import { ringsOfParts } from '@swath/domain/plot-parts'
import {
  listUnwritten,
  markTrackless,
  readStoredPoints,
  writeStrips,
  type UnwrittenFlight,
} from '../../../gateway/tracks/public.ts'
import { workerJob, TooCostly } from '../../../platform/workers/workers.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'
import { findPlotOnDay } from '../../land/public.ts'
import type { run } from './keep-ground.job.ts'

export const keepGround: JobKind<object> = {
  name: 'plots.keep-ground',
  payload: z.object({}),
  triesAtMost: 2,
  schedule: { hour: 'every', minute: 'every' },
}

const encodeInWorker = workerJob<typeof run>({
  name: 'keep-ground',
  module: new URL('./keep-ground.job.ts', import.meta.url),
  deadlineMs: 60_000,
})

type Deps = Pick<Services, 'db' | 'log'>

const unknown = new Uint8Array()

const encode = async (
  { db, log }: Deps,
  flight: UnwrittenFlight,
  plotIds: readonly string[],
  signal: AbortSignal,
): Promise<Uint8Array[] | null> => {
  const { drone_id: droneId, sortie_id: sortieId, width_m: swathWidthM } = flight
  const plots = await Promise.all(plotIds.map((id) => findPlotOnDay(db, id, flight.start_at)))
  const stored = await readStoredPoints(db, droneId, { ...flight, id: sortieId })
  if (stored.pointCount === 0) return null
  try {
    return await encodeInWorker(
      { stored, swathWidthM, plots: plots.map((plot) => ringsOfParts(plot?.parts ?? [])) },
      { owner: keepGround.name, signal },
    )
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error
    log.warn({ droneId, sortieId }, 'The ground of a flight is too costly to work out')
    return null
  }
}

const flightsAtOnce = 100
const tracklessAtOnce = 5_000
/** A run ends before the next is due. */
const longestMs = 40_000

export const keepGroundOfFlights = async (deps: Deps, signal: AbortSignal): Promise<void> => {
  const untilMs = performance.now() + longestMs
  while ((await markTrackless(deps.db, tracklessAtOnce)) === tracklessAtOnce)
    signal.throwIfAborted()
  for (;;) {
    const due = await listUnwritten(deps.db, flightsAtOnce)
    for (const flight of due) {
      signal.throwIfAborted()
      const strips = await encode(deps, flight, flight.plot_ids, signal)
      await writeStrips(
        deps.db,
        flight,
        new Map(flight.plot_ids.map((id, i) => [id, strips?.[i] ?? unknown])),
      )
      if (performance.now() > untilMs) return
    }
    if (due.length < flightsAtOnce) return
  }
}

export const keepGroundJob = (services: Services): Job =>
  createJob(keepGround, (_payload, { signal }) => keepGroundOfFlights(services, signal))
