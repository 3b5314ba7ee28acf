import {
  alreadyCoveredM2,
  computePlotGround,
  type PlotGround,
  type PlotRings,
} from '@swath/domain/plot-ground'
import { pointsIn, type StoredPoints } from '../../gateway/tracks/public.ts'

export type StoredFlight = { stored: StoredPoints; swathWidthM: number }

/** One flight after the other is unpacked: all of them at once may be more than a thread can hold. */
export const run = ({
  plot,
  flights,
  isByFlight,
}: {
  plot: PlotRings
  flights: readonly StoredFlight[]
  /** Also what of each flight's ground those before it had covered. */
  isByFlight: boolean
}): PlotGround & { alreadyM2: number[] } => {
  const unpacked = {
    *[Symbol.iterator]() {
      for (const { stored, swathWidthM } of flights)
        yield { points: pointsIn(stored), defaultSwathWidthM: swathWidthM }
    },
  }
  return {
    ...computePlotGround(plot, unpacked),
    alreadyM2: isByFlight && flights.length > 1 ? alreadyCoveredM2(plot, unpacked) : [],
  }
}
