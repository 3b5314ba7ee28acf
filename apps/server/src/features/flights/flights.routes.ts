import { trackPointsAtMost, type flightRoutes } from '@swath/contract/flights'
import { muFromM2 } from '@swath/domain/units'
import type { Handlers } from '../../platform/http/context.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Services } from '../../platform/services.ts'
import { recordIntact } from '../../gateway/recompute/public.ts'
import { readStoredPoints } from '../../gateway/tracks/public.ts'
import {
  listFlightAlarms,
  cropNames,
  droneExists,
  findFlight,
  findFlights,
  findPlot,
  flightDays,
} from './flight-detail.queries.ts'
import { flightListHandlers, presentFlight } from './flight-list.ts'
import { viewCovered, viewFlight } from './flight-view.ts'
import { playbackHandlers, presentAlarm } from './playback.routes.ts'

export const flightHandlers = (services: Services): Handlers<typeof flightRoutes> => ({
  ...playbackHandlers(services),
  ...flightListHandlers(services),
  ...historyHandlers(services),
})

type Needs = Services
type Calls = Handlers<typeof flightRoutes>

const getSortie =
  ({ readDb }: Needs): Calls['getSortie'] =>
  async ({ query }, { caller, language, signal }) => {
    const row =
      (await findFlight(readDb, caller.scope, query.droneId, query.sortieId)) ?? fail('not_found')
    // Where the points say no width, the record's: the drone may have been fitted otherwise since.
    const covered = async () =>
      row.simulated
        ? []
        : viewCovered(await readStoredPoints(readDb, row.drone_id, row), row.swath_width_m, {
            owner: caller.userId,
            signal,
          })
    const [rings, plot, crop, intact, alarms] = await Promise.all([
      covered(),
      row.plot_id === null ? null : findPlot(readDb, row.plot_id),
      row.crop_id === null ? null : cropNames(readDb, row.crop_id),
      recordIntact(readDb, row.drone_id, row.id, { owner: caller.userId, signal }),
      listFlightAlarms(readDb, [{ drone_id: row.drone_id, id: row.id }]),
    ])
    return {
      ...presentFlight(row, language),
      simulated: row.simulated,
      crop: crop?.names[language] ?? null,
      chemical: row.chemical,
      claimedArea: row.claimed_m2 === null ? null : muFromM2(row.claimed_m2),
      trackHash: row.track_hash?.toString('hex') ?? '',
      previousHash: row.previous_hash?.toString('hex') ?? '',
      hash: row.hash?.toString('hex') ?? '',
      alarms: alarms.map(presentAlarm),
      chainIntact: intact,
      block: plot ? { blockId: plot.id, rings: plot.rings } : null,
      coveredRings: rings,
    }
  }

const getFlightStatistics =
  ({ readDb }: Needs): Calls['getFlightStatistics'] =>
  async ({ params, query }, { caller }) => {
    const days = await flightDays(
      readDb,
      caller.scope,
      { droneId: params.droneId, ...query },
      caller.timeZone,
    )
    // Whoever may see flights of a drone that has gone elsewhere since may see their sums.
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
  ({ readDb }: Needs): Calls['getTracks'] =>
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
  ({ readDb }: Needs): Calls['getBattery'] =>
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
  const needs: Needs = services
  return {
    getSortie: getSortie(needs),
    getFlightStatistics: getFlightStatistics(needs),
    getTracks: getTracks(needs),
    getBattery: getBattery(needs),
  }
}
