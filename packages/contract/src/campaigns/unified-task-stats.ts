// Results of a task: the five statistics of the chart, progress by plot and region, and its map.
// Accounts that manage or supervise the task see all of it; an operator sees the work of
// its drones.
import { z } from 'zod'
import { leftOutReasons } from '@swath/domain/unified-task'
import {
  AreaUnit,
  DroneId,
  Mu,
  RegionCode,
  RegionPath,
  SearchText,
  PartOfDroneId,
  TableFormat,
  Time,
  filter,
  flag,
  searchIn,
} from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { WorkTypeId } from '../land/work-types.ts'
import { declareList } from '../list.ts'
import { countEach, pageOf } from '../list-calls.ts'
import { unifiedTaskMapRoutes } from './unified-task-map.ts'
import { TaskOverview } from './unified-task-overview.ts'
import { TaskDay, TaskId } from './unified-task-rows.ts'

const route = routeWithTag('Unified tasks')
const base = '/api/tftz'
const policy = {
  screens: ['unified-task-list', 'unified-task-drone-list', 'unified-task-chart'],
} as const
const ofTask = { tftzId: TaskId }
const query = z.object(ofTask)
const errors = ['not_found'] as const

const work = {
  sortieCount: z.int(),
  coveredArea: Mu.describe(
    'Sum of the areas of the flights: ground covered by several flights counts each time',
  ),
  sweptArea: Mu,
  flightTime: z.number().describe('seconds'),
  sprayQuantity: z.number().describe('litres'),
}

export const TaskDrone = z
  .object({
    droneId: DroneId,
    droneName: z.string(),
    modelName: z.string(),
    yyAccountName: z.string().nullable(),
    dataStartDate: TaskDay,
    dataEndDate: TaskDay,
    ...work,
    lastWorkTime: Time.nullable(),
    addedAt: Time,
    can: z.object({ update: z.boolean() }),
  })
  .meta({ id: 'TaskDrone' })
export type TaskDrone = z.infer<typeof TaskDrone>

export const taskDroneStates = ['flown', 'idle'] as const

export const taskDroneList = declareList({
  name: 'unified-task-drones',
  call: 'getTaskDrones',
  fileCall: 'exportTaskDrones',
  row: TaskDrone,
  rowKey: 'droneId',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: '-coveredArea',
  filters: {
    search: searchIn('droneName', 'droneId', 'yyAccountName'),
    ...ofTask,
    droneId: PartOfDroneId,
    droneName: SearchText,
    yyAccountName: SearchText,
    state: filter(z.enum(taskDroneStates)).describe(
      'flown: has flights that count for the task; idle: has none',
    ),
  },
  columns: {
    droneName: { label: 'terms:drone', sort: true, phone: 'title' },
    droneId: { label: 'terms:serialNumber' },
    modelName: { label: 'terms:model' },
    yyAccountName: { label: 'terms:operator', sort: true, phone: 'figure' },
    dataStartDate: { label: 'unified-tasks:dataStartDate', sort: true },
    dataEndDate: { label: 'unified-tasks:dataEndDate', sort: true },
    sortieCount: { label: 'terms:sorties', kind: 'count', sort: true, phone: 'figure' },
    coveredArea: { label: 'unified-tasks:flightArea', kind: 'area', sort: true, phone: 'figure' },
    sweptArea: { label: 'unified-tasks:sweptArea', kind: 'area' },
    flightTime: { label: 'terms:flightTime', kind: 'hours' },
    sprayQuantity: { label: 'unified-tasks:litres', kind: 'number', unit: 'L', decimals: 1 },
    lastWorkTime: { label: 'unified-tasks:lastWork', kind: 'time' },
  },
})

export const TaskSortie = z
  .object({
    sortieId: id('sortie'),
    droneId: DroneId,
    droneName: z.string(),
    yyAccountName: z.string().nullable(),
    oprName: z.string().nullable(),
    startTime: Time,
    flightTime: z.number().describe('seconds'),
    coveredArea: Mu,
    sprayQuantity: z.number().describe('litres'),
    blockName: z.string().nullable(),
    crop: z.string().nullable(),
    chemical: z.string().nullable(),
    why: z
      .enum(leftOutReasons)
      .nullable()
      .describe('Reason why it does not count for the task; null: it counts'),
  })
  .meta({ id: 'TaskSortie' })
export type TaskSortie = z.infer<typeof TaskSortie>

export const countedStates = ['true', 'false'] as const

export const taskSortieList = declareList({
  name: 'unified-task-sorties',
  call: 'getTaskSorties',
  fileCall: 'exportTaskSorties',
  row: TaskSortie,
  rowKey: 'sortieId',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: '-startTime',
  filters: {
    search: searchIn('droneName', 'droneId', 'yyAccountName', 'oprName', 'blockName'),
    ...ofTask,
    counts: flag,
    droneId: PartOfDroneId,
    oprName: SearchText,
    blockName: SearchText,
    droneName: SearchText,
    yyAccountName: SearchText,
  },
  columns: {
    startTime: {
      label: 'unified-tasks:startTime',
      kind: 'time',
      exact: true,
      sort: true,
      phone: 'title',
    },
    droneName: { label: 'terms:drone', phone: 'figure' },
    droneId: { label: 'terms:serialNumber' },
    yyAccountName: { label: 'terms:operator' },
    oprName: { label: 'terms:pilot' },
    blockName: { label: 'terms:plot', phone: 'figure' },
    coveredArea: { label: 'unified-tasks:flightArea', kind: 'area', sort: true, phone: 'figure' },
    flightTime: { label: 'terms:flightTime', kind: 'hours' },
    sprayQuantity: { label: 'unified-tasks:litres', kind: 'number', unit: 'L', decimals: 1 },
    crop: { label: 'unified-tasks:crop' },
    chemical: { label: 'unified-tasks:chemical' },
    why: {
      label: 'unified-tasks:counted',
      kind: 'code',
      labels: {
        days: 'unified-tasks:whyDays',
        region: 'unified-tasks:whyRegion',
        plots: 'unified-tasks:whyPlots',
        crop: 'unified-tasks:whyCrop',
        chemical: 'unified-tasks:whyChemical',
        other_task: 'unified-tasks:whyOtherTask',
        closed: 'unified-tasks:whyClosed',
      },
      phone: 'state',
    },
  },
})

export const TaskPlot = z
  .object({
    blockId: id('plot'),
    blockName: z.string(),
    accountName: z.string(),
    region: RegionPath,
    village: z.string().describe('Empty if no village is named'),
    area: Mu,
    coveredArea: Mu,
    missedArea: Mu,
    repeatedArea: Mu,
    coveredRatio: z.number(),
    sortieCount: z.int(),
    lastWorkTime: Time.nullable(),
    isChosen: z.boolean().describe('Whether it is one of the task’s chosen plots'),
  })
  .meta({ id: 'TaskPlot' })
export type TaskPlot = z.infer<typeof TaskPlot>

export const taskPlotList = declareList({
  name: 'unified-task-plots',
  call: 'getTaskPlots',
  fileCall: 'exportTaskPlots',
  row: TaskPlot,
  rowKey: 'blockId',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: 'coveredRatio',
  filters: {
    search: searchIn('blockName', 'accountName', 'village'),
    ...ofTask,
    blockName: SearchText,
    accountName: SearchText.describe('Owner of the plot'),
    region: filter(RegionCode),
    village: SearchText,
    worked: flag.describe('Whether any part of it was covered'),
  },
  columns: {
    blockName: { label: 'terms:plot', sort: true, phone: 'title' },
    accountName: { label: 'unified-tasks:plotOwner' },
    region: { label: 'terms:region', kind: 'region' },
    village: { label: 'terms:village', sort: true },
    area: { label: 'terms:area', kind: 'area', sort: true },
    coveredRatio: {
      label: 'unified-tasks:coveredRatio',
      kind: 'ratio',
      sort: true,
      phone: 'state',
    },
    coveredArea: { label: 'terms:coveredArea', kind: 'area' },
    missedArea: { label: 'unified-tasks:missed', kind: 'area', phone: 'figure' },
    repeatedArea: { label: 'unified-tasks:repeated', kind: 'area' },
    sortieCount: { label: 'terms:sorties', kind: 'count' },
    lastWorkTime: { label: 'unified-tasks:lastWork', kind: 'time', sort: true },
  },
})

const asFile = { areaUnit: AreaUnit.default('mu'), format: TableFormat }

const regionGround = {
  regionCode: RegionCode,
  region: RegionPath,
  plotNum: z.int(),
  area: Mu,
  coveredArea: Mu,
  repeatedArea: Mu,
}

const stat = <S extends z.ZodType, M extends z.ZodRawShape = Record<never, z.ZodType>>(
  name: string,
  summary: string,
  item: S,
  more?: M,
) =>
  route('GET', `${base}/stat/${name}`, {
    summary,
    policy,
    query,
    out: z.object({ items: z.array(item), ...(more as M) }),
    errors,
  })

export const unifiedTaskStatRoutes = {
  getTaskDrones: route('GET', `${base}/drones`, {
    summary: 'List the drones of a task with their work for it',
    policy,
    ...pageOf(taskDroneList, {
      stats: z.object({
        sortieCount: z.int(),
        coveredArea: Mu,
        dataStartDate: TaskDay.nullable().describe('Of all filtered drones; null if they differ'),
        dataEndDate: TaskDay.nullable().describe('As dataStartDate'),
        states: countEach(taskDroneStates).describe('Counts; the state does not apply'),
      }),
    }),
    errors,
  }),
  exportTaskDrones: route('GET', `${base}/drones/export`, {
    summary: 'Export the drones of a task as CSV or XLSX',
    policy,
    raw: 'text/csv',
    query: z.object({ ...taskDroneList.asked, ...asFile }),
    errors,
  }),
  getTaskPlots: route('GET', `${base}/plots`, {
    summary: 'List the plots of a task with their covered, missed and repeatedly covered areas',
    policy,
    ...pageOf(taskPlotList, { stats: z.object({ area: Mu, coveredArea: Mu }) }),
    errors,
  }),
  exportTaskPlots: route('GET', `${base}/plots/export`, {
    summary: 'Export the plots of a task as CSV or XLSX',
    policy,
    raw: 'text/csv',
    query: z.object({ ...taskPlotList.asked, ...asFile }),
    errors,
  }),
  getTaskSorties: route('GET', `${base}/stat/sorties`, {
    summary:
      'List flights that count for a task, and flights of its drones that do not, with the reason',
    policy,
    ...pageOf(taskSortieList, {
      stats: z.object({
        coveredArea: Mu,
        flightTime: z.number().describe('seconds'),
        sprayQuantity: z.number().describe('litres'),
        states: countEach(countedStates).describe('Flights by counts, which does not apply'),
      }),
    }),
    errors,
  }),
  exportTaskSorties: route('GET', `${base}/stat/sorties/export`, {
    summary: 'Export the flights of a task as CSV or XLSX',
    policy,
    raw: 'text/csv',
    query: z.object({ ...taskSortieList.asked, ...asFile }),
    errors,
  }),
  getTaskOverview: route('GET', `${base}/stat/overview`, {
    summary: 'Get the progress of a task; a closed task returns its frozen figures',
    policy,
    query,
    out: TaskOverview,
    errors,
  }),
  getTaskData: stat(
    'data',
    'List the work for a task by day, earliest first',
    z.object({ day: TaskDay, droneNum: z.int(), ...work }),
  ),
  getTaskOwners: stat(
    'owner',
    'List the work for a task by operator, largest first',
    z.object({
      accountId: id('account').nullable(),
      accountName: z.string().nullable(),
      droneNum: z.int(),
      ...work,
    }),
  ),
  getTaskDroneStat: stat(
    'drone',
    'List the work for a task by drone, largest first, at most 500',
    z.object({
      droneId: DroneId,
      droneName: z.string(),
      yyAccountName: z.string().nullable(),
      ...work,
    }),
  ),
  getTaskRegions: stat(
    'region',
    'List the areas of a task’s plots by region',
    z.object(regionGround),
  ),
  getTaskVillages: stat(
    'village',
    'List the areas of a task’s plots by village, those without a village last; frozen once closed',
    z.object({ ...regionGround, village: z.string().describe('Empty: plots without a village') }),
    { isKnown: z.boolean().describe('False: the task was closed before villages were recorded') },
  ),
  getTaskWorkTypes: route('GET', `${base}/stat/work-types`, {
    summary: 'Count the tasks that the caller can see, and sum their covered areas, by work type',
    policy,
    out: z.object({
      items: z
        .array(
          z.object({
            workTypeId: WorkTypeId,
            workTypeName: z.string(),
            taskNum: z.int(),
            coveredArea: Mu.describe('Ground covered for several tasks counts for each'),
          }),
        )
        .describe('Largest covered area first; tasks without a work type are left out'),
    }),
  }),
  ...unifiedTaskMapRoutes,
}
