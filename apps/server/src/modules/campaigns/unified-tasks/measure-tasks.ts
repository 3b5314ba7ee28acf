// Combined coverage of a task's flights, computed once a minute if something has changed, so that
// requests read stored results.
import { z } from 'zod'
import { groundFlightsAtMost } from '@swath/contract/flights/plot-work'
import { TooCostly } from '../../../platform/workers/workers.ts'
import { tx } from '../../../platform/database/database.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'
import { groundOfFlights } from '../../flights/public.ts'
import {
  countsPlot,
  holdOpen,
  listDue,
  listPlotFlights,
  refreshSum,
  removeDue,
  writeGround,
  writeRepeats,
  type DuePlot,
  type MeasuredPlot,
} from './measure.queries.ts'

export const measureTasksKind: JobKind<object> = {
  name: 'tasks.measure',
  payload: z.object({}),
  triesAtMost: 2,
  schedule: { hour: 'every', minute: 'every' },
}

type Deps = Pick<Services, 'db' | 'clock' | 'log'>

/**
 * The areas of flights without track and strips are added up, up to the uncovered rest of the plot.
 */
const measurePlot = async (
  { db, log }: Deps,
  taskId: number,
  plotId: string,
  signal: AbortSignal,
): Promise<MeasuredPlot | null> => {
  const flights = await listPlotFlights(db, taskId, plotId)
  const [last] = flights
  if (!last || !(await countsPlot(db, taskId, plotId))) return null
  const sum = (some: typeof flights): number =>
    some.reduce((total, { covered_m2 }) => total + covered_m2, 0)
  const counts = { sortieCount: flights.length, lastAt: last.start_at }
  try {
    const known = flights.slice(0, groundFlightsAtMost)
    const asking = { owner: `task ${taskId}`, signal, isByFlight: true }
    const found = await groundOfFlights(db, plotId, known, asking)
    if (!found) return null
    const repeats = known.flatMap(({ id, drone_id }) => {
      const alreadyM2 = Math.round(found.alreadyM2.get(id) ?? 0)
      return alreadyM2 > 0 ? [{ droneId: drone_id, sortieId: id, alreadyM2 }] : []
    })
    const unmeasured = flights.filter(({ id }) => !found.measuredIds.has(id))
    const coveredM2 = Math.min(found.areaM2, found.ground.coveredM2 + sum(unmeasured))
    const addedM2 = coveredM2 - found.ground.coveredM2
    return {
      ...counts,
      repeats,
      coveredM2,
      repeatedM2: found.ground.repeatedM2 + Math.max(0, sum(unmeasured) - addedM2),
    }
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error
    log.warn({ taskId, plotId }, 'The ground of a task is too costly to work out')
    return { ...counts, repeats: [], coveredM2: sum(flights.slice(0, 1)), repeatedM2: 0 }
  }
}

const measure = async (deps: Deps, due: DuePlot, signal: AbortSignal): Promise<void> => {
  const { task_id: taskId, plot_id: plotId } = due
  const measured = plotId === null ? null : await measurePlot(deps, taskId, plotId, signal)
  await tx(deps.db, async (trx) => {
    if (!(await holdOpen(trx, taskId))) return
    if (plotId === null) await refreshSum(trx, taskId, new Date(deps.clock.now()))
    else {
      await writeGround(trx, taskId, plotId, measured)
      await writeRepeats(trx, taskId, plotId, measured?.repeats ?? [])
    }
    await removeDue(trx, due)
  })
}

const atOnce = 200
/** A run ends before the next is due. */
const longestMs = 40_000

/**
 * Measures all plots that are due, of one task or of all; those that do not fit into this run are
 * left for the next.
 */
export const measureTasks = async (
  deps: Deps,
  signal: AbortSignal,
  taskId: number | null = null,
): Promise<void> => {
  const untilMs = performance.now() + longestMs
  const touched = new Set<number>()
  const refresh = async (): Promise<void> => {
    for (const id of touched)
      await tx(deps.db, async (trx) => {
        if (await holdOpen(trx, id)) await refreshSum(trx, id, new Date(deps.clock.now()))
      })
  }
  for (;;) {
    const due = await listDue(deps.db, atOnce, taskId)
    for (const one of due) {
      signal.throwIfAborted()
      await measure(deps, one, signal)
      if (one.plot_id !== null) touched.add(one.task_id)
      else touched.delete(one.task_id)
      if (performance.now() > untilMs) return refresh()
    }
    if (due.length < atOnce) return refresh()
  }
}

export const measureTasksJob = (services: Services): Job =>
  createJob(measureTasksKind, (_payload, { signal }) => measureTasks(services, signal))
