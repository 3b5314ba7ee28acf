import { coverInTurn } from '@swath/domain/plot-ground'
import type { PlotRings } from '@swath/domain/plot-ground'
import { unpackFlights, type KeptFlight } from '../../../gateway/tracks/public.ts'

/** Area of the plot that was covered after each flight, m². */
export const run = ({
  plot,
  flights,
}: {
  plot: PlotRings
  flights: readonly KeptFlight[]
}): number[] => coverInTurn(plot, unpackFlights(flights))
