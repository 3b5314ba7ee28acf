import { z } from 'zod'
import {
  AreaUnit,
  DroneId,
  Mu,
  RegionCode,
  SerialNumber,
  TableFormat,
  Time,
  filter,
  TimeFrom,
  TimeUntil,
} from '../fields.ts'
import { CropId } from '../land/crops.ts'
import { id, notARow } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { declareList } from '../list.ts'
import { pageOf } from '../list-calls.ts'
import { TaskId } from '../campaigns/unified-task-rows.ts'

const route = routeWithTag('Drone statistics')
const base = '/api/stat/droneStatistics'
const policy = { screens: ['drone-statistics'] } as const

const EndOfRange = notARow(
  'A limit of a range of serial numbers; no drone needs to have it',
  SerialNumber,
)

/** A drone's share of the requested work. */
export const DroneStatistic = z
  .object({
    droneId: DroneId,
    droneName: z
      .string()
      .nullable()
      .describe('null: the drone no longer exists, but its work is kept'),
    modelName: z.string().nullable(),
    zzAccountName: z.string().nullable().describe('Manufacturer'),
    yyAccountName: z.string().nullable().describe('Current operator of the drone'),
    flightCount: z.int(),
    flightTimeS: z.number(),
    sprayArea: Mu,
    sweptArea: Mu,
    sprayL: z.number(),
    activeDayNum: z.int().describe('Number of days, in the account’s time zone, on which it flew'),
    lastFlightAt: Time.nullable(),
  })
  .meta({ id: 'DroneStatistic' })
export type DroneStatistic = z.infer<typeof DroneStatistic>

export const droneStatisticFilters = {
  startTime: filter(TimeFrom).describe(
    'A time in the first day; the whole day in the account’s time zone counts',
  ),
  endTime: filter(TimeUntil).describe('A time in the last day; the whole day counts'),
  region: filter(RegionCode),
  zzAccountId: filter(id('account')),
  yyAccountId: filter(id('account')),
  flyModelId: filter(id('droneModel')),
  startDroneId: filter(EndOfRange),
  endDroneId: filter(EndOfRange),
  cropId: filter(CropId),
  taskId: filter(TaskId),
}

export const droneStatisticList = declareList({
  name: 'drone-statistics',
  call: 'listDroneStatistics',
  fileCall: undefined,
  row: DroneStatistic,
  rowKey: 'droneId',
  paging: 'currentPage',
  sortName: 'order',
  defaultSort: '-sprayArea',
  filters: droneStatisticFilters,
  columns: {
    droneId: { label: 'terms:serialNumber', sort: true },
    droneName: { label: 'terms:drone', phone: 'title' },
    modelName: { label: 'terms:model', phone: 'figure' },
    zzAccountName: { label: 'terms:manufacturer' },
    yyAccountName: { label: 'terms:operator', phone: 'figure' },
    flightCount: { label: 'terms:sorties', kind: 'count', sort: true, phone: 'figure' },
    flightTimeS: { label: 'terms:flightTime', kind: 'hours', sort: true },
    sprayArea: { label: 'terms:coveredArea', kind: 'area', sort: true, phone: 'state' },
    sweptArea: { label: 'data-stats:sweptArea', kind: 'area', sort: true },
    sprayL: {
      label: 'terms:sprayed',
      kind: 'number',
      unit: 'L',
      decimals: 1,
      fileDecimals: 2,
      sort: true,
    },
    activeDayNum: { label: 'data-stats:activeDayNum', kind: 'count' },
    lastFlightAt: { label: 'data-stats:lastFlightAt', kind: 'time' },
  },
})

export const statisticsExportStates = ['waiting', 'running', 'done', 'failed'] as const

/** A file that is being created, or is ready for download for some days. */
export const StatisticsExport = z
  .object({
    exportId: id('statisticsExport'),
    format: z.enum(['csv', 'xlsx']),
    state: z.enum(statisticsExportStates),
    rowNum: z.int().nullable().describe('null: not yet counted'),
    doneNum: z.int(),
    bytes: z.int().nullable(),
    createdAt: Time,
    finishedAt: Time.nullable(),
    keptUntil: Time.nullable().describe('Time at which the file is deleted'),
  })
  .meta({ id: 'StatisticsExport' })
export type StatisticsExport = z.infer<typeof StatisticsExport>

const exportParams = z.object({ exportId: id('statisticsExport') })

export const droneStatisticRoutes = {
  listDroneStatistics: route('GET', base, {
    summary: 'List the work of each drone, with sums over all matching work',
    policy,
    ...pageOf(droneStatisticList, {
      stats: z.object({
        droneNum: z.int(),
        flightCount: z.int(),
        flightTimeS: z.number(),
        sprayArea: Mu,
        sweptArea: Mu,
        sprayL: z.number(),
      }),
    }),
  }),
  startDroneStatisticsExport: route('POST', `${base}/exports`, {
    summary: 'Start an export of all matching rows to a file, in the background',
    policy,
    body: z.object({
      asked: z.object(droneStatisticFilters).prefault({}),
      areaUnit: AreaUnit.default('mu'),
      format: TableFormat,
    }),
    out: StatisticsExport,
    errors: ['too_many_exports'],
  }),
  listDroneStatisticsExports: route('GET', `${base}/exports`, {
    summary: 'List the caller’s export files, newest first',
    policy,
    out: z.object({ items: z.array(StatisticsExport) }),
  }),
  cancelDroneStatisticsExport: route('DELETE', `${base}/exports/{exportId}`, {
    summary: 'Cancel an export, or delete a finished file',
    policy,
    params: exportParams,
    errors: ['not_found'],
  }),
  fetchDroneStatisticsExport: route('GET', `${base}/exports/{exportId}/file`, {
    summary: 'Download a finished file',
    policy,
    raw: 'application/octet-stream',
    params: exportParams,
    errors: ['not_found'],
  }),
}
