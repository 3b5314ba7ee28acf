import type {
  FlightAlarm,
  flightRoutes,
  FlownDrone,
  PlayedDrone,
} from '@swath/contract/flights/flights'
import type { Scope } from '@swath/domain/access/caller'
import { muFromM2 } from '@swath/domain/units'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { listFlightAlarms, type AlarmRecord } from './flight-detail.queries.ts'
import {
  countFlownDrones,
  findPlayable,
  flightsDuring,
  flownDrones,
  type PlayedRecord,
  type Span,
} from './playback.queries.ts'
import { viewFlight } from './flight-view.ts'
import { playbackTracks } from './playback.ts'

type PlaybackRoutes = Pick<
  typeof flightRoutes,
  'listFlownDrones' | 'getPlayback' | 'getPlaybackTracks'
>

export const presentAlarm = (row: AlarmRecord): FlightAlarm => ({
  anomalyId: row.id,
  sortieId: row.sortie_id,
  oddType: row.type as FlightAlarm['oddType'],
  level: row.level as FlightAlarm['level'],
  recordTime: row.at.toISOString(),
  lng: row.lng,
  lat: row.lat,
  noflyName: row.zone_name,
  leftArea: row.left_area,
})

const presentFlight = (row: PlayedRecord): PlayedDrone['flights'][number] => ({
  sortieId: row.id,
  state: row.state,
  startTime: row.start_at.toISOString(),
  endTime: row.end_at.toISOString(),
  durationS: row.duration_s ?? (row.end_at.getTime() - row.start_at.getTime()) / 1000,
  sprayArea: row.covered_m2 === null ? null : muFromM2(row.covered_m2),
  sprayL: row.spray_l,
  sprayWidth: row.swath_width_m,
  blockName: row.plot_name,
  oprName: row.pilot_name,
})

type Extent = Pick<
  Awaited<ReturnType<typeof flownDrones>>[number],
  'min_lng' | 'min_lat' | 'max_lng' | 'max_lat'
>
const toBounds = ({ min_lng, min_lat, max_lng, max_lat }: Extent): FlownDrone['bounds'] =>
  min_lng === null || min_lat === null || max_lng === null || max_lat === null
    ? null
    : { minLng: min_lng, minLat: min_lat, maxLng: max_lng, maxLat: max_lat }

export const playbackHandlers = ({ readDb }: Services): Handlers<PlaybackRoutes> => {
  /** If the caller can't see one of the drones, nothing is returned. */
  const playable = async (scope: Scope, droneIds: readonly string[], span: Span) => {
    const wanted = [...new Set(droneIds)]
    const found = new Map(
      (await findPlayable(readDb, scope, wanted, span)).map((drone) => [drone.id, drone]),
    )
    return wanted.map((id) => found.get(id) ?? fail('not_found'))
  }

  return {
    listFlownDrones: async ({ query }, { caller }) => {
      const [rows, total] = await Promise.all([
        flownDrones(readDb, caller.scope, query, query),
        countFlownDrones(readDb, caller.scope, query),
      ])
      return {
        items: rows.map((row) => ({
          droneId: row.id,
          droneName: row.name,
          yyAccountName: row.operator_name,
          sortieCount: row.sortie_count,
          sprayArea: muFromM2(row.covered_m2),
          durationS: row.duration_s,
          sprayL: row.spray_l,
          startTime: row.first_at.toISOString(),
          endTime: row.last_at?.toISOString() ?? null,
          alarmCount: row.alarm_count,
          alarmLevel: row.alarm_level,
          bounds: toBounds(row),
        })),
        total,
        currentPage: query.currentPage,
        pageSize: query.pageSize,
      }
    },

    getPlayback: async ({ body }, { caller }) => {
      const drones = await playable(caller.scope, body.droneIds, body)
      const flights = await flightsDuring(
        readDb,
        caller.scope,
        drones.map(({ id }) => id),
        body,
      )
      const alarms = await listFlightAlarms(
        readDb,
        flights.map(({ drone_id, id }) => ({ drone_id, id })),
      )
      const flightsBy = Map.groupBy(flights, ({ drone_id }) => drone_id)
      const alarmsBy = Map.groupBy(alarms, ({ drone_id }) => drone_id)
      return {
        timeZone: caller.timeZone,
        drones: drones.map(({ id, name, model_name }) => ({
          droneId: id,
          droneName: name,
          modelName: model_name,
          flights: (flightsBy.get(id) ?? []).map(presentFlight),
          alarms: (alarmsBy.get(id) ?? []).map(presentAlarm),
        })),
      }
    },

    getPlaybackTracks: async ({ body }, { caller, signal }) => {
      const drones = await playable(caller.scope, body.droneIds, body)
      const view = { kind: 'played', readsPacked: body.packed ?? false } as const
      return playbackTracks(
        readDb,
        await flightsDuring(
          readDb,
          caller.scope,
          drones.map(({ id }) => id),
          body,
        ),
        (stored) => viewFlight(stored, view, { owner: caller.userId, signal }),
      )
    },
  }
}
