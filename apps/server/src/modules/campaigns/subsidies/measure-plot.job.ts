import { coverInTurn } from '@swath/domain/plot-ground'
import type { PlotRings } from '@swath/domain/plot-ground'
import { unpackFlights, type KeptFlight } from '../../../gateway/tracks/public.ts'

/** m² of the plot that were covered after each flight. */
export const run = ({
  plot,
  flights,
}: {
  plot: PlotRings
  flights: readonly KeptFlight[]
}): number[] => coverInTurn(plot, unpackFlights(flights))
