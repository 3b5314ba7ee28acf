import { z } from 'zod'
import { route } from './kit.ts'
import { AnomalyTypeCode, WorkModeCode } from './codes.ts'
import { DroneId, Mu, Page, RegionCode, RegionPath, SearchText, Time, Uuid, filter, paged, sorting } from './fields.ts'

const tag = 'Flight history'
const screens = ['drone-list'] as const

/** A sortie with the figures of its work record. */
export const Sortie = z.object({
  sortieId: Uuid,
  droneId: DroneId, droneName: z.string(),
  number: z.int().nullable().describe("The device's own count"),
  state: z.enum(['open', 'closed']),
  closeReason: z.enum(['landing', 'landing_detected', 'disarm', 'silence', 'next_takeoff']).nullable(),
  startTime: Time, endTime: Time,
  oprName: z.string().nullable().describe('Pilot'),
  blockName: z.string().nullable().describe('Plot'),
  regionCode: RegionCode.nullable(), region: RegionPath,
  durationS: z.number(), distanceM: z.number(), sprayTimeS: z.number(),
  sprayArea: Mu.describe('Covered area, mu: what was sprayed twice counts once'),
  sweptArea: Mu.describe('Distance × width, mu'),
  overlapRatio: z.number().describe('Share of the covered area that separate passes covered at least twice'), outsideRatio: z.number().nullable().describe('Share outside the plot'),
  sprayL: z.number(), sprayWidth: z.number().describe('m'),
  meanSpeed: z.number().nullable().describe('m/s while spraying'),
  meanHeight: z.number().nullable().describe('m above ground while spraying'),
  meanFlow: z.number().nullable().describe('L/min while spraying'),
  workMode: WorkModeCode.nullable(),
  anomalies: z.array(AnomalyTypeCode),
  hasTrack: z.boolean(),
}).meta({ id: 'Sortie' })
export type Sortie = z.infer<typeof Sortie>

export const SortieDetail = Sortie.extend({
  crop: z.string().nullable(), chemical: z.string().nullable(),
  claimedArea: Mu.nullable(),
  trackHash: z.string(), previousHash: z.string(), hash: z.string(),
  chainIntact: z.boolean().describe('The record’s hash was worked out again just now and agrees'),
  block: z.object({ blockId: Uuid, rings: z.array(z.array(z.tuple([z.number(), z.number()]))) }).nullable(),
  coveredRings: z.array(z.array(z.array(z.tuple([z.number(), z.number()])))).describe('Covered ground as polygons, WGS-84'),
}).meta({ id: 'SortieDetail' })
export type SortieDetail = z.infer<typeof SortieDetail>

/** Columns of equal length; a missing figure is null. Display rules of the specification, section 3, applied. */
export const Track = z.object({
  sortieId: Uuid, droneId: DroneId,
  recordTime: z.array(z.number()).describe('ms since 1970, UTC'),
  lng: z.array(z.number()), lat: z.array(z.number()),
  height: z.array(z.number().nullable()).describe('m above ground'),
  xspeed: z.array(z.number().nullable()).describe('m/s'),
  heading: z.array(z.number().nullable()).describe('degrees from north, clockwise'),
  flow: z.array(z.number().nullable()).describe('L/min'),
  spraying: z.array(z.boolean()),
  width: z.array(z.number().nullable()).describe('m'),
}).meta({ id: 'Track' })
export type Track = z.infer<typeof Track>

const filters = {
  droneId: filter(DroneId), droneName: SearchText, oprName: SearchText,
  startTime: filter(Time), endTime: filter(Time), region: filter(RegionCode),
  order: sorting(['startTime', 'durationS', 'sprayArea', 'sprayL', 'overlapRatio']),
}

export const flightRoutes = {
  listFlights: route({
    method: 'GET', path: '/api/drone/mointor/manage/getHistoryFlyList', tag, policy: { screens }, summary: 'Sorties with their work, newest first',
    query: Page.extend(filters),
    out: paged(Sortie).extend({
      stats: z.object({ sortieCount: z.int(), sprayArea: Mu, durationS: z.number(), sprayL: z.number() }),
    }),
    ids: { 'query.droneId': 'drone' },
  }),
  exportFlights: route({
    method: 'GET', path: '/api/drone/mointor/manage/exportHistoryFlyList', tag, policy: { screens }, summary: 'The filtered sorties as CSV, streamed',
    raw: 'text/csv', query: z.object({ ...filters, areaUnit: z.enum(['mu', 'acre', 'hectare', 'rai']).default('mu') }), ids: { 'query.droneId': 'drone' },
  }),
  getSortie: route({
    method: 'GET', path: '/api/drone/mointor/manage/getSortieDetail', tag, policy: { screens }, summary: 'One sortie, its record and covered ground',
    query: z.object({ droneId: DroneId, sortieId: Uuid, startTime: filter(Time) }), out: SortieDetail, errors: ['not_found'],
    ids: { 'query.droneId': 'drone', 'query.sortieId': 'sortie' },
  }),
  getFlightStatistics: route({
    method: 'GET', path: '/api/oper/drones-sorties/statistics/{droneId}', tag, policy: { screens }, summary: 'Days on which a drone flew, with sums',
    params: z.object({ droneId: DroneId }), query: z.object({ startTime: filter(Time), endTime: filter(Time) }),
    out: z.object({
      timeZone: z.string(),
      days: z.array(z.object({ day: z.iso.date(), sortieCount: z.int(), sprayArea: Mu, durationS: z.number(), sprayL: z.number() })),
    }),
    errors: ['not_found'], ids: { 'params.droneId': 'drone' },
  }),
  getTracks: route({
    method: 'POST', path: '/api/oper/drones/tracks', tag, policy: { screens }, summary: 'Tracks of up to 20 sorties',
    body: z.object({ droneId: DroneId, ids: z.array(Uuid).min(1).max(20) }), out: z.object({ tracks: z.array(Track) }),
    errors: ['not_found'], ids: { 'body.droneId': 'drone', 'body.ids[]': 'sortie' },
  }),
}
