import { trackPointsAtMost, type flightRoutes } from '@swath/contract/flights/flights'
import { muFromM2 } from '@swath/domain/units'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { readStoredPoints } from '../../../gateway/tracks/public.ts'
import { describeFlight } from './describe-flight.ts'
import { droneExists, findFlights, flightDays } from './flight-detail.queries.ts'
import { flightListHandlers } from './flight-list.ts'
import { sortieMessageHandlers } from './sortie-messages.ts'
import { viewFlight } from './flight-view.ts'
import { playbackHandlers } from './playback.routes.ts'

export const flightHandlers = (services: Services): Handlers<typeof flightRoutes> => ({
  ...playbackHandlers(services),
  ...flightListHandlers(services),
  ...sortieMessageHandlers(services),
  ...historyHandlers(services),
})

type Deps = Services
type Calls = Handlers<typeof flightRoutes>

const getSortie =
  ({ readDb }: Deps): Calls['getSortie'] =>
  async ({ query }, { caller, language, signal }) =>
    (await describeFlight(readDb, caller.scope, query, {
      owner: caller.userId,
      language,
      signal,
    })) ?? fail('not_found')

const getFlightStatistics =
  ({ readDb }: Deps): Calls['getFlightStatistics'] =>
  async ({ params, query }, { caller }) => {
    const days = await flightDays(
      readDb,
      caller.scope,
      { droneId: params.droneId, ...query },
      caller.timeZone,
    )
    // Callers who see flights of a drone that was sold since may read the sums of these flights.
    if (days.length === 0 && !(await droneExists(readDb, caller.scope, params.droneId)))
      fail('not_found')
    return {
      timeZone: caller.timeZone,
      days: days.map((day) => ({
        day: day.day,
        sortieCount: day.sortie_count,
        sprayArea: muFromM2(day.covered_m2),
        durationS: day.duration_s,
        sprayL: day.spray_l,
      })),
    }
  }

const getTracks =
  ({ readDb }: Deps): Calls['getTracks'] =>
  async ({ body }, { caller, signal }) => {
    const wanted = [...new Set(body.ids)]
    const found = await findFlights(readDb, caller.scope, body.droneId, wanted)
    if (found.length !== wanted.length) fail('not_found')
    const tracks = await Promise.all(
      found.map(async (flight) =>
        viewFlight(
          await readStoredPoints(readDb, flight.drone_id, flight),
          {
            kind: 'track',
            sortieId: flight.id,
            droneId: flight.drone_id,
            pointsAtMost: Math.floor(trackPointsAtMost / found.length),
          },
          { owner: caller.userId, signal },
        ),
      ),
    )
    return { tracks: wanted.flatMap((id) => tracks.filter((track) => track.sortieId === id)) }
  }

const getBattery =
  ({ readDb }: Deps): Calls['getBattery'] =>
  async ({ query }, { caller, signal }) => {
    const flight =
      (await findFlights(readDb, caller.scope, query.droneId, [query.sortieId]))[0] ??
      fail('not_found')
    const uses = await viewFlight(
      await readStoredPoints(readDb, flight.drone_id, flight),
      { kind: 'battery' },
      { owner: caller.userId, signal },
    )
    return {
      items: uses.map((use, i) => ({
        number: i + 1,
        startTime: new Date(use.startMs).toISOString(),
        endTime: new Date(use.endMs).toISOString(),
        startPercent: use.startPercent,
        endPercent: use.endPercent,
        lowestPercent: use.lowestPercent,
        usedPercent: Math.max(0, use.startPercent - use.endPercent),
      })),
    }
  }

const historyHandlers = (services: Services) => {
  const deps: Deps = services
  return {
    getSortie: getSortie(deps),
    getFlightStatistics: getFlightStatistics(deps),
    getTracks: getTracks(deps),
    getBattery: getBattery(deps),
  }
}
