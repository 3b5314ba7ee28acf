import { coverInTurn } from '@swath/domain/plot-ground'
import type { PlotRings } from '@swath/domain/plot-ground'
import { pointsIn, type StoredPoints } from '../../gateway/tracks/public.ts'

export type StoredFlight = { stored: StoredPoints; swathWidthM: number }

/** m² of the plot that were covered after each flight; one is unpacked after the other. */
export const run = ({
  plot,
  flights,
}: {
  plot: PlotRings
  flights: readonly StoredFlight[]
}): number[] =>
  coverInTurn(plot, {
    *[Symbol.iterator]() {
      for (const { stored, swathWidthM } of flights)
        yield { points: pointsIn(stored), defaultSwathWidthM: swathWidthM }
    },
  })
