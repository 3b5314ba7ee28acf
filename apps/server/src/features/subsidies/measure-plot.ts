// Ground of a plot that flights covered one after the other: each is paid for what no flight before it
// had covered.
import { groundFlightsAtMost } from '@swath/contract/plot-work'
import { ringsOfParts } from '@swath/domain/plot-parts'
import { readStoredPoints } from '../../gateway/tracks/public.ts'
import { asideJob, TooCostly } from '../../platform/aside/aside.ts'
import type { Db } from '../../platform/database/database.ts'
import { findPlotOnDay } from '../plots/public.ts'
import type { run } from './measure-plot.job.ts'

const coverAside = asideJob<typeof run>({
  name: 'subsidy-ground',
  module: new URL('./measure-plot.job.ts', import.meta.url),
  deadlineMs: 60_000,
  isLong: true,
})

export type FlightToMeasure = {
  droneId: string
  sortieId: string
  startAt: Date
  endAt: Date
  widthM: number
  /** Of the plot, by its record: what counts where its track is gone. */
  coveredM2: number
}

/** Thousandths of a square metre. */
export type Ground = { plotMilliM2: number; newMilliM2: number[] }
export type MeasurePlot = (
  plotId: string,
  flights: readonly FlightToMeasure[],
  signal: AbortSignal,
) => Promise<Ground | null>

const toMilli = (m2: number): number => Math.round(m2 * 1000)

/** What each added, of a ground that only grows and has an end. */
export const toSteps = (plotM2: number, coveredM2: readonly number[]): Ground => {
  const plotMilliM2 = toMilli(plotM2)
  let before = 0
  return {
    plotMilliM2,
    newMilliM2: coveredM2.map((covered) => {
      const after = Math.min(plotMilliM2, Math.max(before, toMilli(covered)))
      const added = after - before
      before = after
      return added
    }),
  }
}

/** Added up as far as there is room: no track says where. */
export const addUp = (
  plotM2: number,
  flights: readonly Pick<FlightToMeasure, 'coveredM2'>[],
): Ground => {
  let sum = 0
  return toSteps(
    plotM2,
    flights.map(({ coveredM2 }) => (sum += coveredM2)),
  )
}

/**
 * By tracks as far as they are kept; the plot as it lay at the last flight. More flights than are
 * measured together find no new ground.
 */
export const createMeasure =
  (db: Db, owner: string): MeasurePlot =>
  async (plotId, flights, signal) => {
    const plot = await findPlotOnDay(db, plotId, flights.at(-1)!.startAt)
    if (!plot) return null
    const known = flights.slice(0, groundFlightsAtMost)
    const stored = await Promise.all(
      known.map(async ({ droneId, sortieId, startAt, endAt, widthM }) => ({
        stored: await readStoredPoints(db, droneId, {
          id: sortieId,
          start_at: startAt,
          end_at: endAt,
        }),
        swathWidthM: widthM,
      })),
    )
    try {
      const covered = await coverAside(
        { plot: { rings: ringsOfParts(plot.parts), areaM2: plot.areaM2 }, flights: stored },
        { owner, signal },
      )
      // Where a track is gone, its record's figure is added, once for all that come after it.
      let untoldM2 = 0
      const steps = known.map(({ coveredM2 }, place) => {
        if (stored[place]!.stored.pointCount === 0) untoldM2 += coveredM2
        return covered[place]! + untoldM2
      })
      const last = steps.at(-1) ?? 0
      return toSteps(plot.areaM2, [...steps, ...flights.slice(known.length).map(() => last)])
    } catch (error) {
      if (!(error instanceof TooCostly)) throw error
      return addUp(plot.areaM2, flights)
    }
  }
