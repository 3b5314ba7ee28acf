import {
  alreadyCoveredM2,
  computePlotGround,
  type PlotGround,
  type PlotRings,
} from '@swath/domain/plot-ground'
import { unpackFlights, type KeptFlight } from '../../../gateway/tracks/public.ts'

export const run = ({
  plot,
  flights,
  isByFlight,
}: {
  plot: PlotRings
  flights: readonly KeptFlight[]
  /** Also computes how much of each flight's ground was already covered by earlier flights. */
  isByFlight: boolean
}): PlotGround & { alreadyM2: number[] } => {
  const unpacked = unpackFlights(flights)
  return {
    ...computePlotGround(plot, unpacked),
    alreadyM2: isByFlight && flights.length > 1 ? alreadyCoveredM2(plot, unpacked) : [],
  }
}
