import { computePlotGround, type PlotGround, type PlotRings } from '@swath/domain/plot-ground'
import { pointsIn, type StoredPoints } from '../../gateway/tracks/public.ts'

export type StoredFlight = { stored: StoredPoints; swathWidthM: number }

/** One flight after the other is unpacked: all of them at once may be more than a thread can hold. */
export const run = ({
  plot,
  flights,
}: {
  plot: PlotRings
  flights: readonly StoredFlight[]
}): PlotGround =>
  computePlotGround(plot, {
    *[Symbol.iterator]() {
      for (const { stored, swathWidthM } of flights)
        yield { points: pointsIn(stored), defaultSwathWidthM: swathWidthM }
    },
  })
