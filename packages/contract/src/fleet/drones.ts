import { z } from 'zod'
import { id, notARow } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import {
  DroneId,
  Latitude,
  Longitude,
  Mu,
  RegionPath,
  SearchText,
  Time,
  filter,
} from '../fields.ts'
import { droneChangeRoutes } from './drone-changes.ts'
import { droneCredentialRoutes } from './drone-credentials.ts'
import { droneQuarantineRoutes } from './drone-quarantine.ts'
import { droneFileRoutes } from './drone-files.ts'
import { droneImportRoutes } from './drone-imports.ts'
import { DroneRow, droneListRoutes } from './drone-list.ts'
import { droneMergeRoutes } from './drone-merges.ts'

const route = routeWithTag('Drones')
const screens = ['drone-list'] as const
const base = '/api/drone/device/manage'

export const DroneDetail = DroneRow.extend({
  createdAt: Time,
  model: z.object({
    shape: z.enum(['single', 'dual', 'three', 'four', 'six', 'eight', 'other']),
    power: z.enum(['electric', 'oil', 'hybrid']),
    tankL: z.number(),
    pictureUrl: z.string().nullable(),
  }),
  releasedAt: Time.nullable().describe('From debugging to unactivated'),
  releasedBy: z.string().nullable(),
  activatedAt: Time.nullable().describe(
    'Its first connection; null as well where that was never noted',
  ),
  state: z
    .object({
      recordTime: Time.nullable(),
      lng: Longitude.nullable(),
      lat: Latitude.nullable(),
      height: z.number().nullable().describe('m above ground'),
      speed: z.number().nullable().describe('m/s'),
      heading: z.number().nullable().describe('degrees'),
      tankL: z.number().nullable(),
      battery: z.number().nullable().describe('%'),
      link: z.number().nullable().describe('%'),
      region: RegionPath,
    })
    .nullable()
    .describe('As it was last heard; null: never'),
  sweptArea: Mu.describe('Distance by width, what was sprayed twice counted twice'),
  alarmCount: z
    .int()
    .describe(
      'Anomalies of its flights that exist for the caller, without those that turned out not to have been',
    ),
  lastSortieId: id('sortie').nullable().describe('Of the flights that exist for the caller'),
  owners: z
    .array(
      z.object({
        yyAccountName: z.string().nullable().describe('null: at the maker’s'),
        zzAccountName: z.string(),
        startTime: Time,
        endTime: Time.nullable().describe('null: now'),
        changedBy: z.string().nullable().describe('Who gave it away'),
      }),
    )
    .nullable()
    .describe('Newest first; null: the caller may not see them'),
  credentials: z
    .array(
      z.object({
        id: notARow('No call takes it', z.uuid()),
        createdAt: Time,
        expiresAt: Time.nullable(),
        lastUsedAt: Time.nullable(),
      }),
    )
    .nullable()
    .describe('null: the caller may not see them'),
  zones: z
    .object({
      version: z.string(),
      acknowledgedAt: Time,
      behindSince: Time.nullable().describe('Since when something newer is in force there'),
    })
    .nullable()
    .describe('The no-fly zones that it has said it holds; null: it has never asked'),
  quarantine: z
    .array(z.object({ reason: z.string(), count: z.int(), lastAt: Time }))
    .describe('Points kept aside, by reason'),
}).meta({ id: 'DroneDetail' })
export type DroneDetail = z.infer<typeof DroneDetail>

export const DroneInput = z.object({
  droneId: DroneId,
  droneName: z.string().trim().min(1).max(60),
  flyModelId: id('droneModel')
    .nullable()
    .default(null)
    .describe('null: the one to whose number range the serial number belongs'),
  yyAccountId: id('account')
    .nullable()
    .default(null)
    .describe('Operator; null: still at the maker’s'),
})

export const droneRoutes = {
  ...droneListRoutes,
  getDrone: route('GET', `${base}/getDroneDetail`, {
    summary: 'One drone',
    policy: { screens },
    query: z.object({ droneId: DroneId }),
    out: DroneDetail,
    errors: ['not_found'],
  }),
  addDrone: route('POST', `${base}/addDrone`, {
    summary: 'Register a drone',
    policy: { screens, right: 'equipment.manage' },
    body: DroneInput,
    out: DroneRow,
    errors: [
      'drone_exists',
      'number_refused',
      'not_found',
      'forbidden',
      'conflict',
      'number_of_a_model',
    ],
  }),
  ...droneCredentialRoutes,
  ...droneQuarantineRoutes,
  ...droneChangeRoutes,
  ...droneMergeRoutes,
  ...droneImportRoutes,
  ...droneFileRoutes,
  listManufacturers: route('GET', '/api/common/manufacturers', {
    summary: 'Manufacturers of the drones that exist for the caller',
    policy: {},
    out: z.object({
      items: z.array(z.object({ accountId: id('account'), accountName: z.string() })),
    }),
  }),
  listOperators: route('GET', '/api/common/operators', {
    summary: 'Operators of the drones that exist for the caller',
    policy: {},
    query: z.object({ accountName: SearchText }),
    out: z.object({
      items: z.array(z.object({ accountId: id('account'), accountName: z.string() })),
    }),
  }),
  listDronesByAccount: route('GET', '/api/common/drones', {
    summary:
      'Drones that exist for the caller of one maker, owner or tenant, by name, to choose from',
    policy: {},
    query: z.object({
      accountId: filter(id('account')).describe('Absent: the own account'),
      search: SearchText,
    }),
    out: z.object({
      items: z
        .array(z.object({ droneId: DroneId, droneName: z.string(), modelName: z.string() }))
        .describe('500 at most'),
    }),
  }),
  getRentalModels: route('GET', '/api/rental/rental/getRentalModelByAccount', {
    policy: { unchecked: true },
    summary: 'Rental models that the account’s drones stand under',
    out: z.object({ items: z.array(z.literal([1, 2, 3, 5])) }),
  }),
}
