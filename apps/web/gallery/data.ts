// Invented drones, fields and flights for the examples.
import type { Answer } from '@swath/contract/kit'
import type { Api } from '@swath/contract/api'
import { nowMs } from './fixed-start.ts'

export type DroneRow = Answer<Api['listDrones']>['items'][number]

export const hourMs = 3_600_000
export const timeAgo = (ms: number): string => new Date(nowMs - ms).toISOString()

const drone = (
  number: number,
  droneName: string,
  values: Partial<DroneRow> & Pick<DroneRow, 'flight' | 'workArea'>,
): DroneRow => ({
  droneId: `SW25-${String(number).padStart(5, '0')}`,
  droneName,
  flyModelId: '0190a000-0000-7000-8000-0000000000d1',
  modelName: 'Heron 40',
  zzAccountId: '0190a000-0000-7000-8000-0000000000b1',
  zzAccountName: 'Heron Works',
  yyAccountId: '0190a000-0000-7000-8000-0000000000b2',
  yyAccountName: 'North Spraying',
  tenantAccountName: null,
  regMark: null,
  rackNo: null,
  zzDroneNum: null,
  buyer: null,
  deviceType: 'sprayer',
  saleType: 1,
  rentalModel: null,
  firmware: '4.2.1',
  sprayWidth: 6.5,
  activation: 2,
  locked: false,
  simulated: false,
  lastMessageAt: timeAgo(40_000),
  lng: 113.021,
  lat: 28.214,
  regionCode: '156430100',
  region: ['China', 'Hunan', 'Changsha'],
  sortieCount: 128,
  flightTimeS: 61_200,
  sprayL: 2_140,
  lastSortieAt: timeAgo(2 * hourMs),
  version: 1,
  can: {
    issueCredential: true,
    command: true,
    lock: true,
    update: true,
    editAsManufacturer: false,
  },
  ...values,
})

export const drones: readonly DroneRow[] = [
  drone(1, 'East Bank 1', { flight: 'spraying', workArea: 1_284.6 }),
  drone(2, 'East Bank 2', { flight: 'flying', workArea: 912.25, firmware: '4.1.9' }),
  drone(3, 'Orchard Hill', { flight: 'ground', workArea: 455.4, modelName: 'Heron 20' }),
  drone(4, 'Spare with a long name for the harvest', {
    flight: 'offline',
    workArea: 0,
    locked: true,
    lastMessageAt: timeAgo(52 * hourMs),
    lastSortieAt: null,
  }),
]

/** Corners of two fields, degrees; closed. */
export const fields: readonly (readonly (readonly [lng: number, lat: number])[])[] = [
  [
    [113.0, 28.2],
    [113.004, 28.2004],
    [113.0038, 28.2028],
    [112.9997, 28.2024],
    [113.0, 28.2],
  ],
  [
    [113.0046, 28.2005],
    [113.0068, 28.2008],
    [113.0066, 28.2026],
    [113.0045, 28.2024],
    [113.0046, 28.2005],
  ],
]

export const pilots = ['Chanthra', 'Min-jun', 'Somchai'] as const
