import { coverInTurn } from '@swath/domain/plot-ground'
import type { PlotRings } from '@swath/domain/plot-ground'
import type { SprayStrip } from '@swath/domain/spray-strips'
import { pointsIn, type StoredPoints } from '../../gateway/tracks/public.ts'

/** Without a track: what is kept of the ground that it sprayed. */
export type StoredFlight =
  | { stored: StoredPoints; swathWidthM: number }
  | { strips: readonly SprayStrip[] }

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
      for (const flight of flights)
        yield 'strips' in flight
          ? flight
          : { points: pointsIn(flight.stored), defaultSwathWidthM: flight.swathWidthM }
    },
  })
