import { z } from 'zod'
import { id, joinedIds } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { ActivationCode, FlightState } from '../codes.ts'
import {
  AreaUnit,
  DroneId,
  Latitude,
  Longitude,
  Mu,
  PartOfDroneId,
  RegionCode,
  RegionPath,
  SearchText,
  TableFormat,
  Time,
  filter,
  searchIn,
} from '../fields.ts'
import { declareList } from '../list.ts'
import { countEach, pageOf, similarNames } from '../list-calls.ts'

const route = routeWithTag('Drones')
const screens = ['drone-list'] as const
const base = '/api/drone/device/manage'

export const saleTypes = ['1', '2', '3'] as const
export const deviceTypes = ['sprayer', 'spreader', 'mapper'] as const

export const DroneRow = z
  .object({
    droneId: DroneId,
    droneName: z.string(),
    flyModelId: id('droneModel'),
    modelName: z.string(),
    zzAccountId: id('account'),
    zzAccountName: z.string().describe('Manufacturer'),
    yyAccountId: id('account').nullable(),
    yyAccountName: z.string().nullable().describe('Operator that owns the drone'),
    tenantAccountName: z.string().nullable(),
    regMark: z.string().nullable(),
    rackNo: z.string().nullable(),
    zzDroneNum: z.string().nullable(),
    buyer: z.string().nullable(),
    deviceType: z.enum(deviceTypes),
    saleType: z.literal([1, 2, 3]),
    rentalModel: z.literal([1, 2, 3, 5]).nullable(),
    firmware: z.string().nullable().describe('Last version reported by the drone'),
    sprayWidth: z.number().describe('m'),
    activation: ActivationCode,
    locked: z.boolean(),
    flight: FlightState,
    simulated: z.boolean().describe('Whether it is being flown in a simulator'),
    lastMessageAt: Time.nullable(),
    lng: Longitude.nullable().describe('Last reported position'),
    lat: Latitude.nullable(),
    regionCode: RegionCode,
    region: RegionPath,
    sortieCount: z.int(),
    workArea: Mu,
    flightTimeS: z.number(),
    sprayL: z.number(),
    lastSortieAt: Time.nullable(),
    version: z.int().describe('Incremented with each change in the register'),
    can: z.object({
      issueCredential: z.boolean(),
      command: z.boolean(),
      lock: z.boolean(),
      update: z.boolean().describe('Change its register entry, owner and documents'),
      editAsManufacturer: z
        .boolean()
        .describe('Change manufacturer data: model, number, activation'),
    }),
  })
  .meta({ id: 'Drone' })
export type DroneRow = z.infer<typeof DroneRow>

export const droneList = declareList({
  name: 'drones',
  call: 'listDrones',
  fileCall: 'exportDrones',
  row: DroneRow,
  rowKey: 'droneId',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: 'flight',
  filters: {
    search: searchIn('droneName', 'droneId', 'regMark', 'rackNo', 'zzDroneNum', 'yyAccountName'),
    droneId: PartOfDroneId,
    droneName: SearchText,
    regMark: SearchText,
    rackNo: SearchText,
    zzDroneNum: SearchText,
    modelName: SearchText,
    zzAccountName: SearchText,
    yyAccountName: SearchText,
    oprName: SearchText.describe('Part of the name of a pilot who flew it'),
    regFlag: filter(z.enum(['0', '1', '2'])).describe('Activation status'),
    deviceType: filter(z.enum(deviceTypes)),
    saleType: filter(z.enum(saleTypes)),
    flight: filter(FlightState),
  },
  columns: {
    droneId: { label: 'drones:droneId', sort: true },
    droneName: { label: 'drones:droneName', sort: true, phone: 'title' },
    modelName: { label: 'drones:modelName', sort: true, phone: 'figure' },
    zzAccountName: { label: 'terms:manufacturer', phone: 'figure' },
    yyAccountName: { label: 'terms:operator', phone: 'figure' },
    tenantAccountName: { label: 'drones:tenant' },
    zzDroneNum: { label: 'drones:makerNumber' },
    regMark: { label: 'terms:registrationMark' },
    rackNo: { label: 'drones:rackNo' },
    buyer: { label: 'drones:buyer' },
    deviceType: {
      label: 'drones:deviceType',
      kind: 'code',
      labels: {
        sprayer: 'drones:deviceSprayer',
        spreader: 'drones:deviceSpreader',
        mapper: 'drones:deviceMapper',
      },
    },
    saleType: {
      label: 'drones:saleType',
      kind: 'code',
      labels: { 1: 'drones:saleSold', 2: 'drones:saleLeased', 3: 'drones:saleDemonstration' },
    },
    rentalModel: {
      label: 'drones:rentalModel',
      kind: 'code',
      labels: {
        1: 'drones:rentalPerArea',
        2: 'drones:rentalPerTime',
        3: 'drones:rentalEither',
        5: 'drones:rentalShared',
      },
    },
    region: { label: 'terms:region', kind: 'region' },
    activation: {
      label: 'drones:activation',
      kind: 'code',
      labels: {
        0: 'drones:activationDebugging',
        1: 'drones:activationWaiting',
        2: 'drones:activationDone',
      },
    },
    locked: {
      label: 'drones:locked',
      kind: 'code',
      labels: { true: 'terms:yes', false: 'terms:no' },
      only: 'file',
    },
    firmware: { label: 'drones:firmware' },
    flight: {
      label: 'drones:flight',
      kind: 'code',
      labels: {
        spraying: 'ui:flightSpraying',
        flying: 'ui:flightFlying',
        ground: 'ui:flightGround',
        offline: 'ui:flightOffline',
      },
      only: 'screen',
      sort: true,
      phone: 'state',
    },
    sprayWidth: {
      label: 'terms:swathWidth',
      kind: 'number',
      unit: 'm',
      decimals: 1,
      fileDecimals: 2,
    },
    sortieCount: { label: 'terms:sorties', kind: 'count', sort: true },
    workArea: { label: 'drones:workArea', kind: 'area', sort: true, phone: 'figure' },
    flightTimeS: { label: 'terms:flightTime', kind: 'hours' },
    sprayL: { label: 'terms:sprayed', kind: 'number', unit: 'L', decimals: 1, fileDecimals: 2 },
    lastSortieAt: { label: 'drones:lastSortie', kind: 'time', sort: true },
    lastMessageAt: {
      label: 'drones:lastMessage',
      kind: 'time',
      sort: true,
      only: 'screen',
      phone: 'figure',
    },
  },
})

export const droneListRoutes = {
  listDrones: route('GET', `${base}/getDroneList`, {
    summary: 'List the drones visible to the caller, with sums over the filtered ones',
    policy: { screens },
    ...pageOf(droneList, {
      ...similarNames,
      stats: z.object({
        total: z.int(),
        workArea: Mu,
        zzNum: z.int().describe('Number of manufacturers'),
        sortieCount: z.int(),
        modelNum: z.int(),
        states: countEach(FlightState.options).describe(
          'Count by flight state; all filters except flight apply',
        ),
      }),
    }),
  }),
  exportDrones: route('GET', `${base}/exportDroneList`, {
    summary: 'Export the filtered drones as CSV or XLSX, streamed',
    policy: { screens },
    raw: 'text/csv',
    query: z.object({
      ...droneList.asked,
      areaUnit: AreaUnit.default('mu'),
      format: TableFormat,
      chosen: filter(joinedIds('drone')).describe(
        'Only these of the filtered drones; comma-separated serial numbers',
      ),
    }),
  }),
}
