import { z } from 'zod'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { DroneCondition, FlightState, WorkModeCode } from '../codes.ts'
import {
  Box,
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

/** Filters of the map and the list. Counts ignore `condition`. */
const narrowed = { ...monitorFilters, condition: filter(DroneCondition) }

export const MonitorDrone = z
  .object({
    droneId: DroneId,
    droneName: z.string(),
    modelName: z.string(),
    yyAccountName: z.string().nullable(),
    flight: FlightState,
    locked: z.boolean(),
    simulated: z.boolean().describe('Whether the flight takes place in a simulator'),
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

/** Details of a drone for its card on the map. */
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
      sprayArea: Mu.nullable().describe(
        'Area covered so far, in mu; null before the first points of the flight',
      ),
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
    .describe('Track of the last minutes of the current flight'),
}).meta({ id: 'MonitorDroneDetail' })
export type MonitorDroneDetail = z.infer<typeof MonitorDroneDetail>

export const monitorRoutes = {
  ...monitorGroupRoutes,
  getMonitorSummary: route('GET', `${base}/getMonitorDetail`, {
    policy: { screens: ['monitor', 'stat-screen'] },
    summary: 'Get the numbers of drones in total, online, flying and spraying, and today’s work',
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
        .describe(
          'Number of drones in each condition that needs attention; a drone may have several',
        ),
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
    summary:
      'Get the extent of the drones shown on the map; without drones, of the plots, or else of the account’s region',
    query: z.object(narrowed),
    out: z.object({
      of: z.enum(['drones', 'offlineDrones', 'plots', 'region', 'nothing']),
      count: z.int().describe('Number of drones or plots within the extent'),
      bounds: Box.nullable().describe('Extent of all of them; null if `of` is nothing'),
      densest: Box.nullable().describe(
        'Extent around the place with the most drones, about 20° wide at most; same as bounds if not based on drones',
      ),
    }),
  }),
  getOwnBounds: route('GET', `${base}/getOwnBounds`, {
    policy: {},
    summary: 'Get the extent of all drones (online and offline) and plots visible to the caller',
    out: z.object({
      bounds: Box.nullable().describe('Null if no drone has a position and there are no plots'),
    }),
  }),
  listMonitorDrones: route('GET', `${base}/getDroneList`, {
    policy: { screens },
    summary:
      'List up to 500 drones within the map’s bounds, nearest to the centre first; only online drones unless a condition is given',
    query: RangeQuery.extend({
      ...narrowed,
      queryType: z.literal('1').default('1'),
      search: SearchText,
    }),
    out: z.object({ items: z.array(MonitorDrone), total: z.int() }),
  }),
  listOfflineDrones: route('GET', `${base}/getOfflineDroneList`, {
    policy: { screens },
    summary: 'List up to 500 offline drones last seen within the map’s bounds',
    query: RangeQuery.extend({ ...monitorFilters, search: SearchText }),
    out: z.object({ items: z.array(MonitorDrone), total: z.int() }),
  }),
  getMonitorDrone: route('GET', `${base}/getDroneDetail`, {
    policy: { screens: ['monitor', 'flight-control'] },
    summary: 'Get the details of a drone for its card on the map',
    query: z.object({ droneId: DroneId }),
    out: MonitorDroneDetail,
    errors: ['not_found'],
  }),
  listMonitorZones: route('GET', `${base}/getNoflyList`, {
    policy: { screens: ['monitor', 'flight-control'] },
    summary:
      'List up to 2,000 zones within the map’s bounds: enabled no-fly zones of all authors, and areas to stay in of the caller’s accounts or region',
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
    summary:
      'List the plots within the map’s bounds; if there are more than 2,000, return counts by grid cell instead',
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
          'Centres of grid cells with the number of plots in each; empty if `items` contains all plots',
        ),
    }),
  }),
}
