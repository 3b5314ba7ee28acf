import { z } from 'zod'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { AnomalyTypeFilter, AnomalyTypeCode, WorkModeCode } from '../codes.ts'
import {
  AreaUnit,
  DroneId,
  Mu,
  Page,
  RegionCode,
  RegionPath,
  SearchText,
  Time,
  filter,
  paged,
  TimeFrom,
  TimeUntil,
  searchIn,
} from '../fields.ts'
import { declareList } from '../list.ts'
import { fileOf, pageOf } from '../list-calls.ts'

const route = routeWithTag('Flight history')
const screens = ['drone-list'] as const

/** A sortie with the figures of its work record. */
export const Sortie = z
  .object({
    sortieId: id('sortie'),
    droneId: DroneId,
    droneName: z.string(),
    number: z.int().nullable().describe('Flight number counted by the device'),
    state: z.enum(['open', 'closed']),
    closeReason: z
      .enum(['landing', 'landing_detected', 'disarm', 'silence', 'next_takeoff'])
      .nullable(),
    startTime: Time,
    endTime: Time,
    oprName: z.string().nullable().describe('Pilot'),
    yyAccountName: z
      .string()
      .nullable()
      .describe('Operator of the drone at the time of the flight'),
    zzAccountName: z.string().describe('Manufacturer'),
    blockName: z.string().nullable().describe('Plot'),
    regionCode: RegionCode.nullable(),
    region: RegionPath,
    durationS: z.number(),
    distanceM: z.number(),
    sprayTimeS: z.number(),
    sprayArea: Mu.describe('Covered area, mu; ground sprayed twice counts once'),
    sweptArea: Mu.describe('Distance × width, mu'),
    overlapRatio: z
      .number()
      .describe('Share of the covered area covered at least twice by separate passes'),
    outsideRatio: z.number().nullable().describe('Share of the covered area outside the plot'),
    sprayL: z.number(),
    sprayWidth: z.number().describe('m'),
    meanSpeed: z.number().nullable().describe('m/s while spraying'),
    meanHeight: z.number().nullable().describe('m above ground while spraying'),
    meanFlow: z.number().nullable().describe('L/min while spraying'),
    workMode: WorkModeCode.nullable(),
    anomalies: z.array(AnomalyTypeCode),
    hasTrack: z.boolean(),
    source: z.enum(['live', 'log']).describe('log: first recorded from an uploaded flight log'),
  })
  .meta({ id: 'Sortie' })
export type Sortie = z.infer<typeof Sortie>

/**
 * A flight in the simulator of a remote control or ground station. No drone flew, so it has no
 * work, record or alarms.
 */
export const SimulatedFlight = Sortie.pick({
  sortieId: true,
  droneId: true,
  droneName: true,
  number: true,
  state: true,
  closeReason: true,
  startTime: true,
  endTime: true,
  oprName: true,
  yyAccountName: true,
  zzAccountName: true,
  regionCode: true,
  region: true,
  durationS: true,
  hasTrack: true,
}).meta({ id: 'SimulatedFlight' })
export type SimulatedFlight = z.infer<typeof SimulatedFlight>

export const flightFilters = {
  search: searchIn('droneName', 'droneId', 'oprName', 'yyAccountName'),
  droneId: filter(DroneId),
  droneName: SearchText,
  oprName: SearchText,
  yyAccountName: SearchText,
  zzAccountName: SearchText,
  workMode: filter(z.enum(['1', '2', '3', '4', '5'])),
  oddType: filter(AnomalyTypeFilter).describe('Only flights with an alarm of this type'),
  source: filter(z.enum(['live', 'log'])),
  startTime: filter(TimeFrom),
  endTime: filter(TimeUntil),
  region: filter(RegionCode),
}

const modeLabels = {
  1: 'terms:manual',
  2: 'terms:abLine',
  3: 'terms:plannedRoute',
  4: 'terms:orchard',
  5: 'terms:edge',
} as const

export const flightList = declareList({
  name: 'flights',
  call: 'listFlights',
  fileCall: 'exportFlights',
  row: Sortie,
  rowKey: 'sortieId',
  paging: 'currentPage',
  sortName: 'order',
  defaultSort: '-startTime',
  filters: flightFilters,
  columns: {
    sortieId: { label: 'flights:sortieId', only: 'file' },
    droneId: { label: 'flights:droneId' },
    droneName: { label: 'flights:drone', phone: 'title' },
    startTime: { label: 'flights:start', kind: 'time', exact: true, sort: true, phone: 'figure' },
    endTime: { label: 'flights:end', kind: 'time', exact: true },
    oprName: { label: 'flights:pilot' },
    blockName: { label: 'flights:plot' },
    region: { label: 'flights:region', kind: 'region' },
    durationS: {
      label: 'flights:duration',
      kind: 'number',
      unit: 's',
      decimals: 0,
      sort: true,
      phone: 'state',
    },
    distanceM: { label: 'flights:distance', kind: 'number', unit: 'm', decimals: 1 },
    sprayTimeS: {
      label: 'flights:sprayTime',
      kind: 'number',
      unit: 's',
      decimals: 0,
      only: 'file',
    },
    sprayArea: { label: 'flights:coveredArea', kind: 'area', sort: true, phone: 'figure' },
    sweptArea: { label: 'flights:sweptArea', kind: 'area' },
    overlapRatio: { label: 'flights:overlap', kind: 'ratio', sort: true },
    sprayL: {
      label: 'flights:litres',
      kind: 'number',
      unit: 'L',
      decimals: 1,
      fileDecimals: 2,
      sort: true,
      phone: 'figure',
    },
    sprayWidth: {
      label: 'terms:swathWidth',
      kind: 'number',
      unit: 'm',
      decimals: 1,
      fileDecimals: 2,
    },
    meanSpeed: {
      label: 'flights:meanSpeed',
      kind: 'number',
      unit: 'm/s',
      decimals: 1,
      fileDecimals: 2,
    },
    meanHeight: {
      label: 'flights:meanHeight',
      kind: 'number',
      unit: 'm',
      decimals: 1,
      fileDecimals: 2,
    },
    workMode: { label: 'flights:mode', kind: 'code', labels: modeLabels },
    yyAccountName: { label: 'flights:operator' },
    zzAccountName: { label: 'terms:manufacturer' },
    source: {
      label: 'flights:source',
      kind: 'code',
      labels: { live: 'flights:sourceLive', log: 'flights:sourceLog' },
    },
    outsideRatio: { label: 'flights:outside', kind: 'ratio' },
    windSpeed: { label: 'flights:wind', kind: 'number', unit: 'm/s', decimals: 1, only: 'file' },
    temperature: {
      label: 'flights:temperature',
      kind: 'number',
      unit: '°C',
      decimals: 1,
      only: 'file',
    },
    humidity: { label: 'flights:humidity', kind: 'number', unit: '%', decimals: 0, only: 'file' },
    deltaT: { label: 'flights:deltaT', kind: 'number', unit: '°C', decimals: 1, only: 'file' },
    rain: { label: 'flights:rain', kind: 'number', unit: 'mm/h', decimals: 1, only: 'file' },
    weatherSource: { label: 'flights:weatherSource', kind: 'own', only: 'file' },
    anomalies: { label: 'flights:alarms', kind: 'own', only: 'screen', phone: 'state' },
  },
})

export const simulatedFlightList = declareList({
  name: 'simulated-flights',
  call: 'listSimulatedFlights',
  fileCall: 'exportSimulatedFlights',
  row: SimulatedFlight,
  rowKey: 'sortieId',
  paging: 'currentPage',
  sortName: 'order',
  defaultSort: '-startTime',
  filters: {
    search: flightFilters.search,
    droneId: flightFilters.droneId,
    droneName: flightFilters.droneName,
    oprName: flightFilters.oprName,
    yyAccountName: flightFilters.yyAccountName,
    zzAccountName: flightFilters.zzAccountName,
    startTime: flightFilters.startTime,
    endTime: flightFilters.endTime,
    region: flightFilters.region,
  },
  columns: {
    sortieId: { label: 'flights:sortieId', only: 'file' },
    droneId: { label: 'flights:droneId' },
    droneName: { label: 'flights:drone', phone: 'title' },
    startTime: { label: 'flights:start', kind: 'time', exact: true, sort: true, phone: 'figure' },
    endTime: { label: 'flights:end', kind: 'time', exact: true },
    oprName: { label: 'flights:pilot', phone: 'figure' },
    yyAccountName: { label: 'flights:operator' },
    zzAccountName: { label: 'terms:manufacturer' },
    region: { label: 'flights:region', kind: 'region' },
    durationS: {
      label: 'flights:duration',
      kind: 'number',
      unit: 's',
      decimals: 0,
      phone: 'state',
    },
  },
})

const flightPage = paged(Sortie).extend({
  stats: z.object({
    sortieCount: z.int(),
    sprayArea: Mu,
    durationS: z.number(),
    sprayL: z.number(),
  }),
})

export const flightListRoutes = {
  listFlights: route('GET', '/api/drone/mointor/manage/getHistoryFlyList', {
    policy: { screens },
    summary: 'List sorties with their work, newest first',
    query: Page.extend(flightList.asked),
    out: flightPage,
  }),
  exportFlights: route('GET', '/api/drone/mointor/manage/exportHistoryFlyList', {
    policy: { screens },
    summary: 'Export the filtered sorties as CSV or XLSX, streamed',
    ...fileOf(flightList, { areaUnit: AreaUnit.default('mu') }),
  }),
  listSimulatedFlights: route('GET', '/api/drone/mointor/manage/getSimulateFlyList', {
    policy: { screens },
    summary:
      'List simulated flights, newest first; they are excluded from all other lists and sums',
    ...pageOf(simulatedFlightList, {
      stats: z.object({ sortieCount: z.int(), durationS: z.number() }),
    }),
  }),
  exportSimulatedFlights: route('GET', '/api/drone/mointor/manage/exportSimulateFlyList', {
    policy: { screens },
    summary: 'Export the filtered simulated flights as CSV or XLSX, streamed',
    ...fileOf(simulatedFlightList),
  }),
}
