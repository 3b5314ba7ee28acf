import { z } from 'zod'
import { FlightSuspicion } from './claims.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { AnomalyTypeCode } from '../codes.ts'
import {
  Box,
  DrawnParts,
  DroneId,
  Latitude,
  Longitude,
  Mu,
  Page,
  SearchText,
  Time,
  filter,
  paged,
  TimeFrom,
  TimeUntil,
} from '../fields.ts'
import { Sortie, flightListRoutes } from './flight-list.ts'
import { sortieMessageRoutes } from './sortie-messages.ts'

const route = routeWithTag('Flight history')
const screens = ['drone-list'] as const

/** An alarm of a flight: when and where. */
export const FlightAlarm = z
  .object({
    anomalyId: id('anomaly'),
    sortieId: id('sortie'),
    oddType: AnomalyTypeCode,
    level: z.literal([1, 2, 3]),
    recordTime: Time,
    lng: Longitude,
    lat: Latitude,
    noflyName: z
      .string()
      .nullable()
      .describe(
        'Name of the zone entered or the area left: the current name, or the former one if it was deleted',
      ),
    leftArea: z.boolean().describe('True: a stay-in area was left; false: a zone was entered'),
  })
  .meta({ id: 'FlightAlarm' })
export type FlightAlarm = z.infer<typeof FlightAlarm>

/** Weather over the sprayed time. Null if not reported. */
export const FlightWeather = z
  .object({
    source: z
      .enum(['drone', 'provider', 'mixed'])
      .describe('Source of the data: the drone, a weather service, or both'),
    windSpeed: z.number().nullable().describe('m/s, mean'),
    windSpeedMost: z.number().nullable().describe('m/s'),
    windFrom: z.number().nullable().describe('degrees from north, clockwise'),
    temperature: z.number().nullable().describe('°C'),
    humidity: z.number().nullable().describe('%, relative'),
    deltaT: z
      .number()
      .nullable()
      .describe('°C, temperature minus wet-bulb temperature; 2 to 8 is acceptable'),
    rain: z.number().nullable().describe('mm/h'),
  })
  .meta({ id: 'FlightWeather' })
export type FlightWeather = z.infer<typeof FlightWeather>

export const SortieDetail = Sortie.extend({
  simulated: z
    .boolean()
    .describe('Whether the flight was simulated; simulated flights have no record'),
  crop: z.string().nullable(),
  chemical: z.string().nullable(),
  claimedArea: Mu.nullable(),
  trackHash: z.string(),
  previousHash: z.string(),
  hash: z.string(),
  chainIntact: z.boolean().describe('Whether the recomputed hash matches the hash of the record'),
  block: z
    .object({
      blockId: id('plot'),
      parts: DrawnParts.describe('Shape of the plot on the day of the flight'),
    })
    .nullable(),
  alarms: z.array(FlightAlarm).describe('In chronological order'),
  weather: FlightWeather.nullable().describe('Not part of the record and its hash'),
  suspicions: z
    .array(FlightSuspicion)
    .describe('For the platform and governments of the region of the flight; empty for others'),
  coveredRings: z
    .array(z.array(z.array(z.tuple([z.number(), z.number()]))))
    .describe('Polygons of the covered ground, WGS-84'),
}).meta({ id: 'SortieDetail' })
export type SortieDetail = z.infer<typeof SortieDetail>

/**
 * Columns of equal length; a missing figure is null. Display rules of the specification, section 3,
 * applied.
 */
export const Track = z
  .object({
    sortieId: id('sortie'),
    droneId: DroneId,
    recordTime: z.array(z.number()).describe('ms since 1970, UTC'),
    lng: z.array(z.number()),
    lat: z.array(z.number()),
    height: z.array(z.number().nullable()).describe('m above ground'),
    xspeed: z.array(z.number().nullable()).describe('m/s'),
    heading: z.array(z.number().nullable()).describe('degrees from north, clockwise'),
    flow: z.array(z.number().nullable()).describe('L/min'),
    battery: z.array(z.number().nullable()).describe('%'),
    spraying: z.array(z.boolean()),
    width: z.array(z.number().nullable()).describe('m'),
  })
  .meta({ id: 'Track' })
export type Track = z.infer<typeof Track>

/** Maximum number of drones in one playback. */
export const mostPlayed = 20
/** Maximum time span of a playback, ms: two days, so that a night shift fits. */
export const longestPlayedMs = 48 * 3_600_000

const PlaybackFields = z.object({
  droneIds: z.array(DroneId).min(1).max(mostPlayed),
  startTime: TimeFrom,
  endTime: TimeUntil,
})
const withinTwoDays = <T extends z.ZodType<z.infer<typeof PlaybackFields>>>(fields: T) =>
  fields
    .refine(({ startTime, endTime }) => Date.parse(startTime) < Date.parse(endTime), {
      path: ['endTime'],
      message: 'untilBeforeFrom',
    })
    .refine(
      ({ startTime, endTime }) => Date.parse(endTime) - Date.parse(startTime) <= longestPlayedMs,
      { path: ['endTime'], message: 'playbackTooLong' },
    )

/** A flight for playback; its track is returned separately, by `getPlaybackTracks`. */
const PlayedFlight = z.object({
  sortieId: id('sortie'),
  state: z.enum(['open', 'closed']),
  startTime: Time,
  endTime: Time,
  durationS: z.number(),
  sprayArea: Mu.nullable().describe('Covered area, mu; null while there is no record'),
  sprayL: z.number().nullable(),
  sprayWidth: z.number().describe('m'),
  blockName: z.string().nullable(),
  oprName: z.string().nullable(),
})
export const PlayedDrone = z
  .object({
    droneId: DroneId,
    droneName: z.string(),
    modelName: z.string(),
    flights: z.array(PlayedFlight),
    alarms: z.array(FlightAlarm),
  })
  .meta({ id: 'PlayedDrone' })
export type PlayedDrone = z.infer<typeof PlayedDrone>

export const FlownDrone = z
  .object({
    droneId: DroneId,
    droneName: z.string(),
    yyAccountName: z.string().nullable(),
    sortieCount: z.int(),
    sprayArea: Mu,
    durationS: z.number(),
    sprayL: z.number(),
    startTime: Time.describe('Start of the first flight'),
    endTime: Time.nullable().describe('End of the last flight; null while it is in the air'),
    alarmCount: z.int(),
    alarmLevel: z
      .literal([1, 2, 3])
      .nullable()
      .describe('Most serious level of these alarms; null if none'),
    bounds: Box.nullable().describe('Extent of its closed flights in the period; null if none'),
  })
  .meta({ id: 'FlownDrone' })
export type FlownDrone = z.infer<typeof FlownDrone>

/** Maximum number of points of all tracks in one response. */
export const trackPointsAtMost = 40_000

export const flightRoutes = {
  ...flightListRoutes,
  ...sortieMessageRoutes,
  getSortie: route('GET', '/api/drone/mointor/manage/getSortieDetail', {
    policy: { screens },
    summary: 'Get one sortie with its record and covered ground',
    query: z.object({ droneId: DroneId, sortieId: id('sortie'), startTime: filter(TimeFrom) }),
    out: SortieDetail,
    errors: ['not_found'],
  }),
  getFlightStatistics: route('GET', '/api/oper/drones-sorties/statistics/{droneId}', {
    policy: { screens },
    summary: 'List the days on which a drone flew, with sums',
    params: z.object({ droneId: DroneId }),
    query: z.object({ startTime: filter(TimeFrom), endTime: filter(TimeUntil) }),
    out: z.object({
      timeZone: z.string(),
      days: z.array(
        z.object({
          day: z.iso.date(),
          sortieCount: z.int(),
          sprayArea: Mu,
          durationS: z.number(),
          sprayL: z.number(),
        }),
      ),
    }),
    errors: ['not_found'],
  }),
  getTracks: route('POST', '/api/oper/drones/tracks', {
    reads: true,
    policy: { screens },
    summary:
      'Get the tracks of up to 20 sorties; above 40,000 points in total, all tracks are thinned evenly',
    body: z.object({
      droneId: DroneId.optional().describe(
        'Faster if given; all sorties must belong to this drone',
      ),
      ids: z.array(id('sortie')).min(1).max(20),
    }),
    out: z.object({ tracks: z.array(Track) }),
    errors: ['not_found'],
  }),
  getBattery: route('GET', '/api/oper/battery', {
    policy: { screens },
    summary: 'List the batteries of a sortie with their charge',
    query: z.object({ droneId: filter(DroneId), sortieId: id('sortie') }),
    out: z.object({
      items: z
        .array(
          z.object({
            number: z.int().describe('Number of the battery in order of use, from 1'),
            startTime: Time,
            endTime: Time,
            startPercent: z.number(),
            endPercent: z.number(),
            lowestPercent: z.number(),
            usedPercent: z.number(),
          }),
        )
        .describe('Empty if the drone does not report its battery'),
    }),
    errors: ['not_found'],
  }),
  listFlownDrones: route('GET', '/api/oper/drones-sorties/drones', {
    policy: { screens },
    summary: 'List the drones that flew in a period, those with the most flights first',
    query: Page.extend({
      startTime: TimeFrom,
      endTime: TimeUntil,
      search: SearchText.describe('Part of the name or serial number'),
    }),
    out: paged(FlownDrone),
  }),
  getPlayback: route('POST', '/api/oper/drones/playback', {
    reads: true,
    policy: { screens },
    summary:
      'Get flights and alarms of up to 20 drones in a period of up to 48 h, for synchronised playback',
    body: withinTwoDays(PlaybackFields),
    out: z.object({
      timeZone: z.string(),
      drones: z.array(PlayedDrone).describe('In the order of the request'),
    }),
    errors: ['not_found'],
  }),
  getPlaybackTracks: route('POST', '/api/oper/drones/playback/tracks', {
    reads: true,
    policy: { screens },
    raw: 'application/octet-stream',
    summary:
      'Get the tracks of the flights returned by getPlayback, as a sequence of compressed columns: 16 bytes of sortie id, 4 bytes of length (little-endian), then the columns (packages/domain track-columns, or track-packing), repeated for every flight',
    body: withinTwoDays(
      PlaybackFields.extend({
        packed: z
          .boolean()
          .optional()
          .describe('The caller reads packed tracks too, which are smaller'),
      }),
    ),
    errors: ['not_found'],
  }),
}
