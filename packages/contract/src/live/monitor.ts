import { z } from 'zod'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { DroneCondition, FlightState, WorkModeCode } from '../codes.ts'
import {
  DrawnParts,
  DroneId,
  Mu,
  RangeQuery,
  RegionPath,
  SearchText,
  Time,
  filter,
} from '../fields.ts'
import { monitorFilters } from '../fleet/monitor-filters.ts'
import { monitorGroupRoutes } from './monitor-groups.ts'
import { NoFlyZone, ZoneShape } from '../land/no-fly-zones.ts'

const route = routeWithTag('Monitor')
const screens = ['monitor'] as const
const base = '/api/drone/mointor/manage'

/** Filters of the map and the list. Counts ignore the condition. */
const narrowed = { ...monitorFilters, condition: filter(DroneCondition) }

/** West, south, east and north, degrees. */
const Box = z.object({
  minLng: z.number(),
  minLat: z.number(),
  maxLng: z.number(),
  maxLat: z.number(),
})

export const MonitorDrone = z
  .object({
    droneId: DroneId,
    droneName: z.string(),
    modelName: z.string(),
    yyAccountName: z.string().nullable(),
    flight: FlightState,
    locked: z.boolean(),
    simulated: z.boolean().describe('Nothing flies: somebody flies it in a simulator'),
    lng: z.number().nullable(),
    lat: z.number().nullable(),
    headingDeg: z.number().nullable(),
    speedMs: z.number().nullable(),
    heightM: z.number().nullable(),
    batteryPercent: z.number().nullable(),
    lastMessageAt: Time.nullable(),
  })
  .meta({ id: 'MonitorDrone' })
export type MonitorDrone = z.infer<typeof MonitorDrone>

/** The card of one drone. */
export const MonitorDroneDetail = MonitorDrone.extend({
  flowLMin: z.number().nullable(),
  tankL: z.number().nullable(),
  linkPercent: z.number().nullable(),
  swathWidthM: z.number().nullable(),
  zzAccountName: z.string(),
  oprName: z.string().nullable(),
  region: RegionPath,
  currentSortie: z
    .object({
      sortieId: id('sortie').nullable(),
      startTime: Time,
      workMode: WorkModeCode.nullable(),
      sprayArea: Mu.nullable().describe('Covered area until now; null before its first points'),
      sprayL: z.number().nullable(),
    })
    .nullable(),
  today: z.object({
    sortieCount: z.int(),
    sprayArea: Mu,
    durationS: z.number(),
    sprayL: z.number(),
  }),
  trail: z
    .object({
      recordTime: z.array(z.number()),
      lng: z.array(z.number()),
      lat: z.array(z.number()),
      spraying: z.array(z.boolean()),
    })
    .describe('The last minutes of the current flight'),
}).meta({ id: 'MonitorDroneDetail' })
export type MonitorDroneDetail = z.infer<typeof MonitorDroneDetail>

export const monitorRoutes = {
  ...monitorGroupRoutes,
  getMonitorSummary: route('GET', `${base}/getMonitorDetail`, {
    policy: { screens: ['monitor', 'stat-screen'] },
    summary: 'How many drones, how many of them online, flying and spraying, and today’s work',
    query: z.object(monitorFilters),
    out: z.object({
      droneNum: z.int(),
      onlineDroneCount: z.int(),
      flyingDroneCount: z.int(),
      sprayingDroneCount: z.int(),
      troubles: z
        .object({
          silentSpraying: z.int(),
          silentFlying: z.int(),
          lowBattery: z.int(),
          locked: z.int(),
        })
        .describe('Drones of each condition that needs somebody now; a drone may have several'),
      today: z.object({
        sortieCount: z.int(),
        sprayArea: Mu,
        durationS: z.number(),
        sprayL: z.number(),
      }),
      timeZone: z.string(),
    }),
  }),
  getMonitorExtent: route('GET', `${base}/getExtent`, {
    policy: { screens: ['monitor', 'flight-control'] },
    summary: 'Where the drones are that the map shows; without any, plots, else the own region',
    query: z.object(narrowed),
    out: z.object({
      of: z.enum(['drones', 'offlineDrones', 'plots', 'region', 'nothing']),
      count: z.int().describe('Drones or plots that lie within'),
      bounds: Box.nullable().describe('Around all of them'),
      densest: Box.nullable().describe(
        'Around those near the place where most of them are, some 20° wide at most',
      ),
    }),
  }),
  getOwnBounds: route('GET', `${base}/getOwnBounds`, {
    policy: {},
    summary: 'The box around all drones and plots that the caller sees, online or not',
    out: z.object({ bounds: Box.nullable().describe('Null: no drone has a position, no plot') }),
  }),
  listMonitorDrones: route('GET', `${base}/getDroneList`, {
    policy: { screens },
    summary:
      'Drones online, or of a condition, within the map’s range, at most 500, nearest the middle first',
    query: RangeQuery.extend({
      ...narrowed,
      queryType: z.literal('1').default('1'),
      search: SearchText,
    }),
    out: z.object({ items: z.array(MonitorDrone), total: z.int() }),
  }),
  listOfflineDrones: route('GET', `${base}/getOfflineDroneList`, {
    policy: { screens },
    summary: 'Drones offline, last seen within the map’s range, at most 500',
    query: RangeQuery.extend({ ...monitorFilters, search: SearchText }),
    out: z.object({ items: z.array(MonitorDrone), total: z.int() }),
  }),
  getMonitorDrone: route('GET', `${base}/getDroneDetail`, {
    policy: { screens: ['monitor', 'flight-control'] },
    summary: 'The card of one drone',
    query: z.object({ droneId: DroneId }),
    out: MonitorDroneDetail,
    errors: ['not_found'],
  }),
  listMonitorZones: route('GET', `${base}/getNoflyList`, {
    policy: { screens: ['monitor', 'flight-control'] },
    summary:
      'Enabled no-fly zones within the map’s range, whoever declared them, and areas to stay in of the caller’s own accounts or region, at most 2,000',
    query: RangeQuery,
    out: z.object({
      items: z.array(
        NoFlyZone.pick({
          noflyId: true,
          noflyName: true,
          type: true,
          enabled: true,
          kind: true,
          restriction: true,
          lowerM: true,
          upperM: true,
          lowerReference: true,
          upperReference: true,
          validFrom: true,
          validUntil: true,
          windows: true,
          timeZone: true,
        }).extend({ shape: ZoneShape }),
      ),
      total: z.int(),
    }),
  }),
  listMonitorBlocks: route('GET', `${base}/getBlockList`, {
    policy: { screens: ['monitor', 'flight-control', 'block-list'] },
    summary: 'Plots within the map’s range; where they are over 2,000, how many lie where instead',
    query: RangeQuery,
    out: z.object({
      items: z.array(
        z.object({
          blockId: id('plot'),
          blockName: z.string(),
          accountName: z.string(),
          area: Mu,
          crop: z.string().nullable(),
          parts: DrawnParts,
        }),
      ),
      total: z.int(),
      cells: z
        .array(z.object({ lng: z.number(), lat: z.number(), count: z.int() }))
        .describe(
          'Middles of fields of a grid with the plots in each; empty where `items` are all',
        ),
    }),
  }),
}
