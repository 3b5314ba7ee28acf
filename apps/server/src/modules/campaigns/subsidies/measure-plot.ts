// Area of a plot that flights covered one after the other: each flight is paid only for ground that
// no earlier flight had covered.
import { groundFlightsAtMost } from '@swath/contract/flights/plot-work'
import { ringsOfParts } from '@swath/domain/plot-parts'
import { readKeptFlights } from '../../../gateway/tracks/public.ts'
import { workerJob, TooCostly } from '../../../platform/workers/workers.ts'
import type { Db } from '../../../platform/database/database.ts'
import { findPlotOnDay } from '../../land/public.ts'
import type { run } from './measure-plot.job.ts'

const coverInWorker = workerJob<typeof run>({
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
  /** Covered area of the plot, by its record. */
  coveredM2: number
  /** Area already paid; null: not paid yet. */
  paidM2: number | null
  /** A person decided that it counts in full, even without a track. */
  isAdmitted: boolean
}

/** Areas in thousandths of a square metre. */
export type Ground = {
  plotMilliM2: number
  /** Area added by each flight. */
  newMilliM2: number[]
  /**
   * Additional area that each flight may have covered, but that neither its track nor its strips
   * prove.
   */
  unprovenMilliM2: number[]
}
export type MeasurePlot = (
  plotId: string,
  flights: readonly FlightToMeasure[],
  signal: AbortSignal,
) => Promise<Ground | null>

const toMilli = (m2: number): number => Math.round(m2 * 1000)

type Shown = Pick<FlightToMeasure, 'coveredM2' | 'paidM2' | 'isAdmitted'> & {
  /** Area of the plot covered by all tracks and strips up to this flight; null: it has neither. */
  tracksM2: number | null
}

/**
 * The area that each flight provably added to earlier flights. Flights without track and strips may
 * all have covered the same area, so only the largest of them counts; flights that a person
 * admitted count in full.
 */
export const proveGround = (plotM2: number, flights: readonly Shown[]): Ground => {
  let tracksM2 = 0
  let largestM2 = 0
  let admittedM2 = 0
  let provenM2 = 0
  const steps = flights.map(({ coveredM2, paidM2, isAdmitted, tracksM2: byTracksM2 }) => {
    const beforeM2 = provenM2
    const claimedM2 = byTracksM2 === null ? coveredM2 : byTracksM2 - tracksM2
    if (byTracksM2 !== null) tracksM2 = byTracksM2
    else if (isAdmitted) admittedM2 += coveredM2
    else {
      largestM2 = Math.max(largestM2, coveredM2)
      // If more was paid for it earlier, a person had admitted it then.
      const unpaidM2 = beforeM2 + (paidM2 ?? 0) - admittedM2 - Math.max(tracksM2, largestM2)
      admittedM2 += Math.max(0, unpaidM2)
    }
    const shownM2 = Math.max(tracksM2, largestM2) + admittedM2
    provenM2 = Math.min(plotM2, Math.max(beforeM2, shownM2))
    const mostM2 = Math.min(plotM2, beforeM2 + claimedM2)
    return { newM2: provenM2 - beforeM2, unprovenM2: Math.max(0, mostM2 - provenM2) }
  })
  let sumM2 = 0
  return {
    plotMilliM2: toMilli(plotM2),
    // Differences of rounded sums, so that the parts add up to the total.
    newMilliM2: steps.map(({ newM2 }) => {
      const before = toMilli(sumM2)
      sumM2 += newM2
      return toMilli(sumM2) - before
    }),
    unprovenMilliM2: steps.map(({ unprovenM2 }) => toMilli(unprovenM2)),
  }
}

/** Uses the areas of the records, ignoring tracks. */
export const proveByRecords = (plotM2: number, flights: readonly FlightToMeasure[]): Ground =>
  proveGround(
    plotM2,
    flights.map((flight) => ({ ...flight, tracksM2: null })),
  )

/**
 * Measures by stored tracks, else by the strips stored with the record, on the plot's shape at the
 * last flight. Flights beyond the number that can be measured together count as if they had
 * neither.
 */
export const createMeasure =
  (db: Db, owner: string): MeasurePlot =>
  async (plotId, flights, signal) => {
    const plot = await findPlotOnDay(db, plotId, flights.at(-1)!.startAt)
    if (!plot) return null
    const kept = await readKeptFlights(db, plotId, flights.slice(0, groundFlightsAtMost))
    try {
      const covered = await coverInWorker(
        {
          plot: { rings: ringsOfParts(plot.parts), areaM2: plot.areaM2 },
          flights: kept.map((flight) => flight ?? { strips: [] }),
        },
        { owner, signal },
      )
      return proveGround(
        plot.areaM2,
        flights.map((flight, place) => ({
          ...flight,
          tracksM2: kept[place] ? covered[place]! : null,
        })),
      )
    } catch (error) {
      if (!(error instanceof TooCostly)) throw error
      return proveByRecords(plot.areaM2, flights)
    }
  }
