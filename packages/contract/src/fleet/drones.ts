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
  releasedAt: Time.nullable().describe('Time of the change from debugging to unactivated'),
  releasedBy: z.string().nullable(),
  activatedAt: Time.nullable().describe(
    'Time of its first connection; also null if that was not recorded',
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
    .describe('Last reported state; null: none'),
  sweptArea: Mu.describe('Distance × width; ground sprayed twice counts twice'),
  alarmCount: z
    .int()
    .describe('Number of anomalies of its flights visible to the caller, without withdrawn ones'),
  lastSortieId: id('sortie').nullable().describe('Last flight visible to the caller'),
  owners: z
    .array(
      z.object({
        yyAccountName: z.string().nullable().describe('null: the manufacturer had the drone'),
        zzAccountName: z.string(),
        startTime: Time,
        endTime: Time.nullable().describe('null: current owner'),
        changedBy: z.string().nullable().describe('Person who transferred the drone'),
      }),
    )
    .nullable()
    .describe('Newest first; null: not visible to the caller'),
  credentials: z
    .array(
      z.object({
        id: notARow('No call accepts it', z.uuid()),
        createdAt: Time,
        expiresAt: Time.nullable(),
        lastUsedAt: Time.nullable(),
      }),
    )
    .nullable()
    .describe('null: not visible to the caller'),
  zones: z
    .object({
      version: z.string(),
      acknowledgedAt: Time,
      behindSince: Time.nullable().describe(
        'Time since which a newer version is in force in its area',
      ),
    })
    .nullable()
    .describe('Version of the no-fly zones reported by the drone; null: it has never queried them'),
  quarantine: z
    .array(z.object({ reason: z.string(), count: z.int(), lastAt: Time }))
    .describe('Unusable points by reason'),
}).meta({ id: 'DroneDetail' })
export type DroneDetail = z.infer<typeof DroneDetail>

export const DroneInput = z.object({
  droneId: DroneId,
  droneName: z.string().trim().min(1).max(60),
  flyModelId: id('droneModel')
    .nullable()
    .default(null)
    .describe('null: the model whose number range contains the serial number'),
  yyAccountId: id('account')
    .nullable()
    .default(null)
    .describe('Operator; null: still at the manufacturer'),
})

export const droneRoutes = {
  ...droneListRoutes,
  getDrone: route('GET', `${base}/getDroneDetail`, {
    summary: 'Get one drone',
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
    summary: 'List manufacturers of the drones visible to the caller',
    policy: {},
    out: z.object({
      items: z.array(z.object({ accountId: id('account'), accountName: z.string() })),
    }),
  }),
  listOperators: route('GET', '/api/common/operators', {
    summary: 'List operators of the drones visible to the caller',
    policy: {},
    query: z.object({ accountName: SearchText }),
    out: z.object({
      items: z.array(z.object({ accountId: id('account'), accountName: z.string() })),
    }),
  }),
  listDronesByAccount: route('GET', '/api/common/drones', {
    summary:
      'List drones of a manufacturer, owner or tenant visible to the caller, by name, for selection',
    policy: {},
    query: z.object({
      accountId: filter(id('account')).describe('Absent: the caller’s account'),
      search: SearchText,
    }),
    out: z.object({
      items: z
        .array(z.object({ droneId: DroneId, droneName: z.string(), modelName: z.string() }))
        .describe('At most 500'),
    }),
  }),
  getRentalModels: route('GET', '/api/rental/rental/getRentalModelByAccount', {
    policy: { unchecked: true },
    summary: 'List the rental models used by the account’s drones',
    out: z.object({ items: z.array(z.literal([1, 2, 3, 5])) }),
  }),
}
