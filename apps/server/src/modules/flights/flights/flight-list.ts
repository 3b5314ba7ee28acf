import {
  SimulatedFlight,
  flightList,
  simulatedFlightList,
  type flightListRoutes,
  type Sortie,
} from '@swath/contract/flights/flight-list'
import { ANOMALY_CODES } from '@swath/domain/anomaly-rules'
import { muFromM2 } from '@swath/domain/units'
import type { Language } from '@swath/i18n/languages'
import type { Handlers } from '../../../platform/http/context.ts'
import { figure } from '../../../platform/listing/csv.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import { shareAnswers } from '../../../platform/listing/shared-answer.ts'
import { regionPath } from '../../../platform/regions/region-path.ts'
import type { Services } from '../../../platform/services.ts'
import { withNames } from './flight-conditions.queries.ts'
import { flightSums, type FlightSums } from './flight-sums.queries.ts'
import {
  eachFlight,
  readEachSimulated,
  pageOfFlights,
  readSimulatedPage,
  readSimulatedSums,
  type FlightRecord,
} from './flights.queries.ts'

export const presentFlight = (row: FlightRecord, language: Language): Sortie => ({
  sortieId: row.id,
  droneId: row.drone_id,
  droneName: row.drone_name,
  number: row.number,
  state: row.state,
  closeReason: row.close_reason,
  startTime: row.start_at.toISOString(),
  endTime: row.end_at.toISOString(),
  oprName: row.pilot_name,
  blockName: row.plot_name,
  yyAccountName: row.operator_name,
  zzAccountName: row.manufacturer_name,
  regionCode: row.region_code,
  region: regionPath(row.region_code, language),
  durationS: row.duration_s ?? (row.end_at.getTime() - row.start_at.getTime()) / 1000,
  distanceM: row.distance_m ?? 0,
  sprayTimeS: row.spray_s ?? 0,
  sprayArea: muFromM2(row.covered_m2 ?? 0),
  sweptArea: muFromM2(row.swept_m2 ?? 0),
  overlapRatio: row.overlap_ratio ?? 0,
  outsideRatio: row.outside_plot_ratio,
  sprayL: row.spray_l ?? 0,
  sprayWidth: row.swath_width_m,
  meanSpeed: row.speed_ms,
  meanHeight: row.height_m,
  meanFlow: row.flow_l_min,
  workMode: row.mode,
  anomalies: ANOMALY_CODES.filter((type) => row.alarm_types & (1 << type)),
  hasTrack: Boolean(row.has_track),
  source: row.from_log ? 'log' : 'live',
})

const simulatedFields = Object.keys(SimulatedFlight.shape) as (keyof SimulatedFlight)[]

const presentSimulated = (row: FlightRecord, language: Language): SimulatedFlight => {
  const flight = presentFlight(row, language)
  return Object.fromEntries(simulatedFields.map((name) => [name, flight[name]])) as SimulatedFlight
}

/** Empty until the flight has landed and has a record. */
const figuresOfRecord = [
  'durationS',
  'distanceM',
  'sprayTimeS',
  'sprayArea',
  'sweptArea',
  'overlapRatio',
  'sprayL',
  'sprayWidth',
] as const

const weatherSources = {
  drone: 'flights:weatherSourceDrone',
  provider: 'flights:weatherSourceProvider',
  mixed: 'flights:weatherSourceMixed',
} as const

const weatherCell = (value: number | null) => (value === null ? null : figure(value, 1))

/** Callers who see the same flights share one computation of the totals. */
const shareSums = shareAnswers<FlightSums>()
const shareSimulated = shareAnswers<Awaited<ReturnType<typeof readSimulatedSums>>>()

export const flightListHandlers = ({ readDb }: Services): Handlers<typeof flightListRoutes> => ({
  listFlights: async ({ query }, { caller, language }) => {
    const filters = await withNames(readDb, query)
    const { order: _order, currentPage: _page, pageSize: _size, ...counted } = query
    const [rows, sums] = await Promise.all([
      pageOfFlights(readDb, caller.scope, filters, query),
      shareSums(JSON.stringify([caller.scope, counted]), () =>
        flightSums(readDb, caller.scope, filters),
      ),
    ])
    return {
      items: rows.map((row) => presentFlight(row, language)),
      total: sums.sortie_count,
      currentPage: query.currentPage,
      pageSize: query.pageSize,
      stats: {
        sortieCount: sums.sortie_count,
        sprayArea: muFromM2(sums.covered_m2),
        durationS: sums.duration_s,
        sprayL: sums.spray_l,
      },
    }
  },

  exportFlights: async ({ query }, context) =>
    listFile(flightList, query, context, {
      rows: eachFlight(readDb, context.caller.scope, query),
      present: (row) => presentFlight(row, context.language),
      cells: {
        windSpeed: ({ wind_ms }) => weatherCell(wind_ms),
        temperature: ({ temperature_c }) => weatherCell(temperature_c),
        humidity: ({ humidity_percent }) => weatherCell(humidity_percent),
        deltaT: ({ delta_t_c }) => weatherCell(delta_t_c),
        rain: ({ rain_mm_h }) => weatherCell(rain_mm_h),
        weatherSource: ({ weather_source }, label) =>
          weather_source && label(weatherSources[weather_source]),
      },
      blank: (row) => (row.duration_s === null ? figuresOfRecord : []),
    }),

  listSimulatedFlights: async ({ query }, { caller, language }) => {
    const filters = await withNames(readDb, query)
    const { order: _order, currentPage: _page, pageSize: _size, ...counted } = query
    const [rows, sums] = await Promise.all([
      readSimulatedPage(readDb, caller.scope, filters, query),
      shareSimulated(JSON.stringify([caller.scope, counted]), () =>
        readSimulatedSums(readDb, caller.scope, filters),
      ),
    ])
    return {
      items: rows.map((row) => presentSimulated(row, language)),
      total: sums.sortie_count,
      currentPage: query.currentPage,
      pageSize: query.pageSize,
      stats: { sortieCount: sums.sortie_count, durationS: sums.duration_s },
    }
  },

  exportSimulatedFlights: async ({ query }, context) =>
    listFile(simulatedFlightList, query, context, {
      rows: readEachSimulated(readDb, context.caller.scope, query),
      present: (row) => presentSimulated(row, context.language),
      blank: (row) => (row.state === 'open' ? ['durationS'] : []),
    }),
})
