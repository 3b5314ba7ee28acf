// The ground of a plot that several flights covered, missed, or covered more than once.
import { groundFlightsAtMost, type plotWorkRoutes } from '@swath/contract/flights/plot-work'
import { ringsOfParts } from '@swath/domain/plot-parts'
import { muFromM2 } from '@swath/domain/units'
import { readKeptFlights } from '../../../gateway/tracks/public.ts'
import { workerJob } from '../../../platform/workers/workers.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { findPlotOnDay } from '../../land/public.ts'
import { requirePlot } from './plot-seasons.ts'
import type { run } from './plot-ground.job.ts'
import { listGroundFlights } from './plot-work.queries.ts'

const groundInWorker = workerJob<typeof run>({
  name: 'plot-ground',
  module: new URL('./plot-ground.job.ts', import.meta.url),
  deadlineMs: 60_000,
})

type Shape = readonly (readonly (readonly (readonly [number, number])[])[])[]
const toRings = (shape: Shape): [number, number][][][] =>
  shape.map((polygon) =>
    polygon.map((ring) => ring.map(([lng, lat]): [number, number] => [lng, lat])),
  )

type FlightOfGround = {
  id: string
  drone_id: string
  start_at: Date
  end_at: Date
  width_m: number
}

/**
 * Coverage of a plot by flights (newest first), on its shape at the last of them, by stored tracks
 * or strips. With `isByFlight`, also the area that each flight covered again. Undefined if the plot
 * is deleted.
 */
export const groundOfFlights = async (
  db: Services['db'],
  plotId: string,
  flights: readonly FlightOfGround[],
  { isByFlight = false, ...asking }: { owner: string; signal?: AbortSignal; isByFlight?: boolean },
  otherwise = new Date(),
) => {
  const plot = await findPlotOnDay(db, plotId, flights[0]?.start_at ?? otherwise)
  if (!plot) return undefined
  const inTurn = flights.toReversed()
  const kept = await readKeptFlights(
    db,
    plotId,
    inTurn.map((flight) => ({
      droneId: flight.drone_id,
      sortieId: flight.id,
      startAt: flight.start_at,
      endAt: flight.end_at,
      widthM: flight.width_m,
    })),
  )
  const known = inTurn.filter((_, place) => kept[place])
  const ground = await groundInWorker(
    {
      plot: { rings: ringsOfParts(plot.parts), areaM2: plot.areaM2 },
      flights: kept.filter((flight) => flight !== null),
      isByFlight,
    },
    asking,
  )
  return {
    areaM2: plot.areaM2,
    ground,
    measuredIds: new Set(known.map(({ id }) => id)),
    /** Only if `isByFlight`. */
    alreadyM2: new Map(known.map(({ id }, i) => [id, ground.alreadyM2[i] ?? 0])),
  }
}

export const getPlotGround =
  ({ readDb, clock }: Services): Handlers<typeof plotWorkRoutes>['getPlotGround'] =>
  async ({ params: { blockId }, query: { sortieIds, ...days } }, { caller, signal }) => {
    await requirePlot(readDb, caller, blockId)
    const flights = await listGroundFlights(readDb, blockId, {
      ...days,
      sortieIds: sortieIds ? sortieIds.split(',') : null,
      limit: groundFlightsAtMost,
    })
    const { areaM2, ground } =
      (await groundOfFlights(
        readDb,
        blockId,
        flights,
        { owner: caller.userId, signal },
        new Date(clock.now()),
      )) ?? fail('not_found')
    return {
      sortieNum: flights.length,
      leftOutNum: (flights[0]?.total ?? 0) - flights.length,
      area: muFromM2(areaM2),
      coveredArea: muFromM2(ground.coveredM2),
      missedArea: muFromM2(ground.missedM2),
      repeatedArea: muFromM2(ground.repeatedM2),
      coveredRings: toRings(ground.covered),
      missedRings: toRings(ground.missed),
      repeatedRings: toRings(ground.repeated),
    }
  }
