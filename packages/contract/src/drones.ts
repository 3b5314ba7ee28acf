import { z } from 'zod'
import { route } from './kit.ts'
import { ActivationCode, FlightState } from './codes.ts'
import { DroneId, Mu, Page, RegionCode, RegionPath, SearchText, Time, Uuid, filter, paged, sorting } from './fields.ts'

const tag = 'Drones'
const screens = ['drone-list'] as const
const base = '/api/drone/device/manage'

export const DroneRow = z.object({
  droneId: DroneId,
  droneName: z.string(),
  flyModelId: Uuid, modelName: z.string(),
  zzAccountId: Uuid, zzAccountName: z.string().describe('Manufacturer'),
  yyAccountId: Uuid.nullable(), yyAccountName: z.string().nullable().describe('Operator, the owner'),
  tenantAccountName: z.string().nullable(),
  regMark: z.string().nullable(), rackNo: z.string().nullable(), zzDroneNum: z.string().nullable(), buyer: z.string().nullable(),
  deviceType: z.enum(['sprayer', 'spreader', 'mapper']),
  saleType: z.literal([1, 2, 3]),
  rentalModel: z.literal([1, 2, 3, 5]).nullable(),
  sprayWidth: z.number().describe('m'),
  activation: ActivationCode,
  locked: z.boolean(),
  flight: FlightState,
  lastMessageAt: Time.nullable(),
  regionCode: RegionCode, region: RegionPath,
  sortieCount: z.int(), workArea: Mu, flightTimeS: z.number(), sprayL: z.number(),
  lastSortieAt: Time.nullable(),
  can: z.object({ issueCredential: z.boolean(), command: z.boolean(), lock: z.boolean() }),
}).meta({ id: 'Drone' })
export type DroneRow = z.infer<typeof DroneRow>

export const DroneDetail = DroneRow.extend({
  firmware: z.string().nullable(),
  createdAt: Time,
  credentials: z.array(z.object({ id: Uuid, createdAt: Time, expiresAt: Time.nullable(), lastUsedAt: Time.nullable() })).nullable()
    .describe('null: the caller may not see them'),
  quarantine: z.array(z.object({ reason: z.string(), count: z.int(), lastAt: Time })).describe('Points kept aside, by reason'),
}).meta({ id: 'DroneDetail' })
export type DroneDetail = z.infer<typeof DroneDetail>

export const NewCredential = z.object({
  username: z.string().describe('The drone’s id'),
  password: z.string().describe('Shown once; 32 random bytes'),
  mqttHost: z.string(), mqttPort: z.int(),
  previousValidUntil: Time.nullable().describe('The older credential works until then'),
}).meta({ id: 'NewCredential' })
export type NewCredential = z.infer<typeof NewCredential>

export const DroneInput = z.object({
  droneId: DroneId,
  droneName: z.string().trim().min(1).max(60),
  flyModelId: Uuid,
  yyAccountId: Uuid.nullable().default(null).describe('Operator; null: still at the maker’s'),
})

const filters = {
  droneId: SearchText, droneName: SearchText, modelName: SearchText,
  zzAccountName: SearchText, yyAccountName: SearchText, oprName: SearchText.describe('Part of the name of a pilot who flew it'),
  regFlag: filter(z.enum(['0', '1', '2'])).describe('Activation status'),
  deviceType: filter(z.enum(['sprayer', 'spreader', 'mapper'])),
  saleType: filter(z.enum(['1', '2', '3'])),
  flight: filter(FlightState),
  sortParam: sorting(['droneId', 'droneName', 'modelName', 'workArea', 'sortieCount', 'lastSortieAt', 'lastMessageAt']),
}

export const droneRoutes = {
  listDrones: route({
    method: 'GET', path: `${base}/getDroneList`, tag, summary: 'Drones that exist for the caller, with sums over the filtered ones', policy: { screens },
    query: Page.extend(filters),
    out: paged(DroneRow).extend({
      stats: z.object({ total: z.int(), workArea: Mu, zzNum: z.int().describe('Manufacturers'), sortieCount: z.int(), modelNum: z.int() }),
    }),
  }),
  exportDrones: route({
    method: 'GET', path: `${base}/exportDroneList`, tag, summary: 'The filtered drones as CSV, streamed', policy: { screens }, raw: 'text/csv',
    query: z.object({ ...filters, areaUnit: z.enum(['mu', 'acre', 'hectare', 'rai']).default('mu') }),
  }),
  getDrone: route({
    method: 'GET', path: `${base}/getDroneDetail`, tag, summary: 'One drone', policy: { screens }, query: z.object({ droneId: DroneId }),
    out: DroneDetail, errors: ['not_found'], ids: { 'query.droneId': 'drone' },
  }),
  addDrone: route({
    method: 'POST', path: `${base}/addDrone`, tag, summary: 'Register a drone', policy: { screens, right: 'equipment.manage' },
    body: DroneInput, out: DroneRow, errors: ['drone_exists', 'not_found', 'forbidden'],
    ids: { 'body.flyModelId': 'droneModel', 'body.yyAccountId': 'account' },
  }),
  issueCredential: route({
    method: 'POST', path: `${base}/{droneId}/credential`, tag, policy: { screens, right: 'equipment.manage' },
    summary: 'Issue or rotate the credentials that a drone connects with; an older one works for 24 hours more',
    params: z.object({ droneId: DroneId }), out: NewCredential, errors: ['not_found', 'forbidden'], ids: { 'params.droneId': 'drone' },
  }),
  listDroneModels: route({
    method: 'GET', path: `${base}/flyModelList`, tag, summary: 'Drone models that the caller may choose from', policy: { screens: ['drone-list', 'monitor'] },
    query: z.object({ modelName: SearchText }),
    out: z.object({ items: z.array(z.object({ flyModelId: Uuid, modelName: z.string(), zzAccountId: Uuid, zzAccountName: z.string(), sprayWidth: z.number(), tankL: z.number() })) }),
  }),
  listManufacturers: route({
    method: 'GET', path: '/api/common/manufacturers', tag, summary: 'Manufacturers of the drones that exist for the caller', policy: {},
    out: z.object({ items: z.array(z.object({ accountId: Uuid, accountName: z.string() })) }),
  }),
  listOperators: route({
    method: 'GET', path: '/api/common/operators', tag, summary: 'Operators of the drones that exist for the caller', policy: {},
    query: z.object({ accountName: SearchText }),
    out: z.object({ items: z.array(z.object({ accountId: Uuid, accountName: z.string() })) }),
  }),
  getRentalModels: route({
    method: 'GET', path: '/api/rental/rental/getRentalModelByAccount', tag, policy: { unchecked: true },
    summary: 'Rental models that the account’s drones stand under', out: z.object({ items: z.array(z.literal([1, 2, 3, 5])) }),
  }),
}
