import { z } from 'zod'
import { id } from './ids.ts'
import { route } from './kit.ts'
import { FlightState, WorkModeCode } from './codes.ts'
import {
  DroneId,
  Mu,
  RangeQuery,
  RegionCode,
  RegionPath,
  SearchText,
  Time,
  filter,
} from './fields.ts'
import { NoFlyZone, ZoneShape } from './no-fly-zones.ts'

const tag = 'Monitor'
const screens = ['monitor'] as const
const base = '/api/drone/mointor/manage'

const filters = {
  region: filter(RegionCode),
  zzAccountId: filter(id('account')),
  yyAccountId: filter(id('account')),
  deviceType: filter(z.enum(['sprayer', 'spreader', 'mapper'])),
  flyModelId: filter(id('droneModel')),
}

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
  getMonitorSummary: route({
    method: 'GET',
    path: `${base}/getMonitorDetail`,
    tag,
    policy: { screens: ['monitor', 'stat-screen'] },
    summary: 'How many drones, how many of them online, flying and spraying, and today’s work',
    query: z.object(filters),
    out: z.object({
      droneNum: z.int(),
      onlineDroneCount: z.int(),
      flyingDroneCount: z.int(),
      sprayingDroneCount: z.int(),
      today: z.object({
        sortieCount: z.int(),
        sprayArea: Mu,
        durationS: z.number(),
        sprayL: z.number(),
      }),
      timeZone: z.string(),
    }),
  }),
  listMonitorDrones: route({
    method: 'GET',
    path: `${base}/getDroneList`,
    tag,
    policy: { screens },
    summary: 'Drones online within the map’s range, at most 500, nearest the middle first',
    query: RangeQuery.extend({
      ...filters,
      queryType: z.literal('1').default('1'),
      search: SearchText,
    }),
    out: z.object({ items: z.array(MonitorDrone), total: z.int() }),
  }),
  listOfflineDrones: route({
    method: 'GET',
    path: `${base}/getOfflineDroneList`,
    tag,
    policy: { screens },
    summary: 'Drones offline, last seen within the map’s range, at most 500',
    query: RangeQuery.extend({ ...filters, search: SearchText }),
    out: z.object({ items: z.array(MonitorDrone), total: z.int() }),
  }),
  getMonitorDrone: route({
    method: 'GET',
    path: `${base}/getDroneDetail`,
    tag,
    policy: { screens: ['monitor', 'flight-control'] },
    summary: 'The card of one drone',
    query: z.object({ droneId: DroneId }),
    out: MonitorDroneDetail,
    errors: ['not_found'],
  }),
  listMonitorZones: route({
    method: 'GET',
    path: `${base}/getNoflyList`,
    tag,
    policy: { screens: ['monitor', 'flight-control'] },
    summary: 'Enabled no-fly zones within the map’s range, at most 2,000',
    query: RangeQuery,
    out: z.object({
      items: z.array(
        NoFlyZone.pick({
          noflyId: true,
          noflyName: true,
          type: true,
          enabled: true,
          lowerM: true,
          upperM: true,
        }).extend({ shape: ZoneShape }),
      ),
      total: z.int(),
    }),
  }),
  listMonitorBlocks: route({
    method: 'GET',
    path: `${base}/getBlockList`,
    tag,
    policy: { screens: ['monitor', 'flight-control'] },
    summary: 'Plots within the map’s range, at most 2,000',
    query: RangeQuery,
    out: z.object({
      items: z.array(
        z.object({
          blockId: id('plot'),
          blockName: z.string(),
          accountName: z.string(),
          area: Mu,
          crop: z.string().nullable(),
          rings: z.array(z.array(z.tuple([z.number(), z.number()]))),
        }),
      ),
      total: z.int(),
    }),
  }),
}
