import type { flightRoutes, SimulatedFlight, Sortie } from '@swath/contract/flights'
import { fromMu, muFromM2 } from '@swath/domain/units'
import type { Language } from '@swath/i18n/languages'
import type { Handlers } from '../../platform/http/context.ts'
import { fail } from '../../platform/http/fail.ts'
import { wordsIn, type WordKey } from '../../platform/http/messages.ts'
import { areaUnitWords } from '../../platform/listing/area-unit-words.ts'
import { figure } from '../../platform/listing/csv.ts'
import { shareAnswers } from '../../platform/listing/shared-answer.ts'
import { tableStream } from '../../platform/listing/table.ts'
import { regionPath } from '../../platform/regions/region-path.ts'
import type { Services } from '../../platform/services.ts'
import { recordIntact } from '../../gateway/recompute/public.ts'
import { pointsOf } from '../../gateway/tracks/public.ts'
import {
  alarmsOf,
  cropNames,
  droneExists,
  eachFlight,
  findFlight,
  findFlights,
  findPlot,
  eachPractice,
  flightDays,
  pageOfFlights,
  pageOfPractice,
  practiceSums,
  type FlightRecord,
} from './flights.queries.ts'
import { withNames } from './flight-conditions.queries.ts'
import { flightSums, type FlightSums } from './flight-sums.queries.ts'
import { batteriesOf } from './battery.ts'
import { playbackHandlers, presentAlarm } from './playback.routes.ts'
import { coveredRings, trackOf } from './tracks.ts'

const modeWords = {
  1: 'server:value.mode1',
  2: 'server:value.mode2',
  3: 'server:value.mode3',
  4: 'server:value.mode4',
  5: 'server:value.mode5',
} as const satisfies Record<NonNullable<Sortie['workMode']>, WordKey>

const present = (row: FlightRecord, language: Language): Sortie => ({
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
  sprayWidth: row.width_m ?? row.spray_width_m,
  meanSpeed: row.speed_ms,
  meanHeight: row.height_m,
  meanFlow: row.flow_l_min,
  workMode: row.mode,
  anomalies: ([1, 2, 3, 4, 5] as const).filter((type) => row.alarm_types & (1 << type)),
  hasTrack: Boolean(row.has_track),
  source: row.from_log ? 'log' : 'live',
})

const presentPractice = (row: FlightRecord, language: Language): SimulatedFlight => {
  const {
    sortieId,
    droneId,
    droneName,
    number,
    state,
    closeReason,
    startTime,
    endTime,
    oprName,
    yyAccountName,
    zzAccountName,
    regionCode,
    region,
    durationS,
    hasTrack,
  } = present(row, language)
  return {
    sortieId,
    droneId,
    droneName,
    number,
    state,
    closeReason,
    startTime,
    endTime,
    oprName,
    yyAccountName,
    zzAccountName,
    regionCode,
    region,
    durationS,
    hasTrack,
  }
}

export const flightHandlers = (services: Services): Handlers<typeof flightRoutes> => ({
  ...playbackHandlers(services),
  ...historyHandlers(services),
})

/** What stands above the list is the same for everyone who looks at the same flights. */
const shareSums = shareAnswers<FlightSums>()
const sharePractice = shareAnswers<Awaited<ReturnType<typeof practiceSums>>>()

const historyHandlers = ({
  readDb,
}: Services): Omit<Handlers<typeof flightRoutes>, keyof ReturnType<typeof playbackHandlers>> => ({
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
      items: rows.map((row) => present(row, language)),
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

  exportFlights: async ({ query }, { caller, language, setHeader, signal }) => {
    const word = wordsIn(language)
    const unit = word(areaUnitWords[query.areaUnit])
    const zone = caller.timeZone
    const header = [
      word('server:column.sortieId'),
      word('server:column.droneId'),
      word('server:column.droneName'),
      word('server:column.start', { zone }),
      word('server:column.end', { zone }),
      word('server:column.pilot'),
      word('server:column.plot'),
      word('server:column.region'),
      word('server:column.duration'),
      word('server:column.distance'),
      word('server:column.sprayTime'),
      word('server:column.coveredArea', { unit }),
      word('server:column.sweptArea', { unit }),
      word('server:column.overlap'),
      word('server:column.spray'),
      word('server:column.sprayWidth'),
      word('server:column.meanSpeed'),
      word('server:column.meanHeight'),
      word('server:column.workMode'),
    ]
    const area = (m2: number | null) =>
      m2 === null ? null : figure(fromMu(muFromM2(m2), query.areaUnit))
    const rows = async function* () {
      for await (const row of eachFlight(readDb, caller.scope, query)) {
        yield [
          row.id,
          row.drone_id,
          row.drone_name,
          row.start_at,
          row.end_at,
          row.pilot_name,
          row.plot_name,
          regionPath(row.region_code, language).join('/'),
          figure(row.duration_s, 0),
          figure(row.distance_m, 1),
          figure(row.spray_s, 0),
          area(row.covered_m2),
          area(row.swept_m2),
          figure(row.overlap_ratio === null ? null : row.overlap_ratio * 100, 1),
          figure(row.spray_l),
          figure(row.width_m),
          figure(row.speed_ms),
          figure(row.height_m),
          row.mode === null ? null : word(modeWords[row.mode]),
        ]
      }
    }
    return tableStream('flights', header, rows(), {
      format: query.format,
      timeZone: zone,
      signal,
      setHeader,
    })
  },

  listSimulatedFlights: async ({ query }, { caller, language }) => {
    const { found } = await withNames(readDb, query)
    const filters = { ...query, found }
    const { order: _order, currentPage: _page, pageSize: _size, ...counted } = query
    const [rows, sums] = await Promise.all([
      pageOfPractice(readDb, caller.scope, filters, query),
      sharePractice(JSON.stringify([caller.scope, counted]), () =>
        practiceSums(readDb, caller.scope, filters),
      ),
    ])
    return {
      items: rows.map((row) => presentPractice(row, language)),
      total: sums.sortie_count,
      currentPage: query.currentPage,
      pageSize: query.pageSize,
      stats: { sortieCount: sums.sortie_count, durationS: sums.duration_s },
    }
  },

  exportSimulatedFlights: async ({ query }, { caller, language, setHeader, signal }) => {
    const word = wordsIn(language)
    const zone = caller.timeZone
    const header = [
      word('server:column.sortieId'),
      word('server:column.droneId'),
      word('server:column.droneName'),
      word('server:column.start', { zone }),
      word('server:column.end', { zone }),
      word('server:column.pilot'),
      word('server:column.operator'),
      word('server:column.manufacturer'),
      word('server:column.region'),
      word('server:column.duration'),
    ]
    const rows = async function* () {
      for await (const row of eachPractice(readDb, caller.scope, query)) {
        yield [
          row.id,
          row.drone_id,
          row.drone_name,
          row.start_at,
          row.end_at,
          row.pilot_name,
          row.operator_name,
          row.manufacturer_name,
          regionPath(row.region_code, language).join('/'),
          row.state === 'open'
            ? null
            : figure((row.end_at.getTime() - row.start_at.getTime()) / 1000, 0),
        ]
      }
    }
    return tableStream('simulated-flights', header, rows(), {
      format: query.format,
      timeZone: zone,
      signal,
      setHeader,
    })
  },

  getSortie: async ({ query }, { caller, language }) => {
    const row =
      (await findFlight(readDb, caller.scope, query.droneId, query.sortieId)) ?? fail('not_found')
    const [points, plot, crop, intact, alarms] = await Promise.all([
      pointsOf(readDb, row.drone_id, row),
      row.plot_id === null ? null : findPlot(readDb, row.plot_id),
      row.crop_id === null ? null : cropNames(readDb, row.crop_id),
      recordIntact(readDb, row.drone_id, row.id),
      alarmsOf(readDb, [{ drone_id: row.drone_id, id: row.id }]),
    ])
    return {
      ...present(row, language),
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
      // Where the points say no width, the record's: the drone may have been fitted otherwise
      // since.
      coveredRings: row.simulated ? [] : coveredRings(points, row.width_m ?? row.spray_width_m),
    }
  },

  getFlightStatistics: async ({ params, query }, { caller }) => {
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
  },

  getTracks: async ({ body }, { caller }) => {
    const wanted = [...new Set(body.ids)]
    const found = await findFlights(readDb, caller.scope, body.droneId, wanted)
    if (found.length !== wanted.length) fail('not_found')
    const tracks = await Promise.all(
      found.map(async (flight) =>
        trackOf(await pointsOf(readDb, flight.drone_id, flight), flight.id, flight.drone_id),
      ),
    )
    return { tracks: wanted.flatMap((id) => tracks.filter((track) => track.sortieId === id)) }
  },

  getBattery: async ({ query }, { caller }) => {
    const flight =
      (await findFlights(readDb, caller.scope, query.droneId, [query.sortieId]))[0] ??
      fail('not_found')
    const uses = batteriesOf(await pointsOf(readDb, flight.drone_id, flight))
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
  },
})
