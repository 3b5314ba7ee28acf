// Stored data of flights over a plot: their tracks, or else the ground that they sprayed.
import type { FlownOverPlot } from '@swath/domain/plot-ground'
import type { SprayStrip } from '@swath/domain/spray-strips'
import type { Db } from '../../platform/database/database.ts'
import { readStrips } from './kept-strips.queries.ts'
import { pointsIn, type StoredPoints } from './stored-points.ts'
import { readStoredPoints } from './stored-points.queries.ts'

type Flown = { droneId: string; sortieId: string; startAt: Date; endAt: Date; widthM: number }

/** Packed, so that it can be passed to a thread. */
export type KeptFlight =
  | { readonly stored: StoredPoints; readonly swathWidthM: number }
  | { readonly strips: readonly SprayStrip[] }

/** In the order of the given flights; null for a flight of which neither is stored. */
export const readKeptFlights = async (
  db: Db,
  plotId: string,
  flights: readonly Flown[],
): Promise<(KeptFlight | null)[]> => {
  const stored = await Promise.all(
    flights.map(({ droneId, sortieId, startAt, endAt }) =>
      readStoredPoints(db, droneId, { id: sortieId, start_at: startAt, end_at: endAt }),
    ),
  )
  const trackless = flights.filter((_, place) => stored[place]!.pointCount === 0)
  const strips = await readStrips(db, plotId, trackless)
  return flights.map(({ sortieId, widthM }, place) => {
    if (stored[place]!.pointCount > 0) return { stored: stored[place]!, swathWidthM: widthM }
    const ofFlight = strips.get(sortieId)
    return ofFlight ? { strips: ofFlight } : null
  })
}

/** Unpacks one flight after the other: all at once may exceed the memory of a thread. */
export const unpackFlights = (flights: readonly KeptFlight[]): Iterable<FlownOverPlot> => ({
  *[Symbol.iterator]() {
    for (const flight of flights)
      yield 'strips' in flight
        ? flight
        : { points: pointsIn(flight.stored), defaultSwathWidthM: flight.swathWidthM }
  },
})
