// Rows and details of unified tasks (統防統治, `tftz` in the API).
import { z } from 'zod'
import { ChemicalId } from '../land/chemicals.ts'
import { CropId } from '../land/crops.ts'
import {
  Mu,
  RegionCode,
  RegionPath,
  RowVersion,
  SearchText,
  searchIn,
  Time,
  filter,
} from '../fields.ts'
import { id, naming } from '../ids.ts'
import { declareList } from '../list.ts'
import { WorkTypeId } from '../land/work-types.ts'

export const TaskId = naming(
  'unifiedTask',
  z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .describe('1, 2, 3 …'),
)

export const taskStates = ['draft', 'open', 'closed'] as const
export const taskTypeCodes = ['1', '2', '3', '4'] as const
export const TaskTypeCode = z
  .literal([1, 2, 3, 4])
  .describe('1 planned campaign, 2 emergency, 3 demonstration, 4 other')
export const TaskGround = z
  .enum(['region', 'plots'])
  .describe(
    'region: flights anywhere in the region count; plots: only flights over the chosen plots',
  )
export const TaskInvitation = z.enum(['invited', 'accepted', 'declined'])
export const TaskDay = z.iso.date().describe('A whole day in the time zone of the task’s region')

export const TaskChemical = z.object({
  chemicalId: ChemicalId,
  dose: z
    .number()
    .min(0.001)
    .max(100_000)
    .nullable()
    .default(null)
    .describe('Amount per mu; null: as on the label'),
  doseUnit: z.enum(['mL', 'g']).default('mL'),
})

export const UnifiedTask = z
  .object({
    tftzId: TaskId,
    tftzName: z.string(),
    tftzType: TaskTypeCode,
    state: z.enum(taskStates),
    accountName: z.string().describe('Account that created the task'),
    zfMonitor: id('account')
      .nullable()
      .describe('Account that supervises the task, with read access only'),
    zfMonitorName: z.string().nullable(),
    regionCode: RegionCode,
    region: RegionPath,
    startDate: TaskDay,
    endDate: TaskDay.describe('Last day, inclusive'),
    timeZone: z.string(),
    workType: WorkTypeId.nullable(),
    workTypeName: z.string().nullable(),
    cropId: CropId.nullable(),
    crop: z.string().nullable(),
    chemicals: z.array(TaskChemical.extend({ chemicalName: z.string() })),
    ground: TaskGround,
    targetArea: Mu.nullable().describe('Target area as set'),
    goalArea: Mu.nullable().describe(
      'Area to be covered: the target as set, otherwise the area of the chosen plots',
    ),
    coveredArea: Mu.describe('Covered area; ground covered by several flights counts once'),
    progress: z.number().nullable().describe('coveredArea divided by goalArea; may exceed 1'),
    sortieCount: z.int(),
    droneNum: z.int().describe('Number of assigned drones'),
    operatorNum: z.int().describe('Number of operators that accepted'),
    plotNum: z.int().describe('Number of chosen plots'),
    forecastDate: TaskDay.nullable().describe(
      'Date on which the goal is reached at the pace of the last days',
    ),
    invitation: TaskInvitation.nullable().describe(
      'Invitation of the caller’s account; null: not invited',
    ),
    note: z.string(),
    createdAt: Time,
    updatedAt: Time,
    openedAt: Time.nullable(),
    closedAt: Time.nullable(),
    frozenHash: z
      .string()
      .nullable()
      .describe('SHA-256 of the figures and flights of a closed task'),
    version: RowVersion,
    can: z.object({
      update: z.boolean(),
      open: z.boolean(),
      close: z.boolean(),
      delete: z.boolean(),
      copy: z.boolean(),
      answer: z.boolean().describe('Accept or decline the invitation'),
      chooseDrones: z.boolean(),
    }),
  })
  .meta({ id: 'UnifiedTask' })
export type UnifiedTask = z.infer<typeof UnifiedTask>

export const unifiedTaskList = declareList({
  name: 'unified-tasks',
  call: 'listUnifiedTasks',
  fileCall: 'exportUnifiedTasks',
  row: UnifiedTask,
  rowKey: 'tftzId',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: 'state',
  filters: {
    search: searchIn('tftzName', 'accountName'),
    tftzName: SearchText,
    accountName: SearchText.describe('Account that runs the task'),
    state: filter(z.enum(taskStates)),
    tftzType: filter(z.enum(taskTypeCodes)),
    region: filter(RegionCode),
    cropId: filter(CropId),
    workTypeId: filter(WorkTypeId),
    invitation: filter(TaskInvitation).describe('Invitation of the caller’s account'),
    due: filter(z.enum(['ending', 'ended'])).describe(
      'Open tasks only. ending: the last day is within the next 7 days; ended: tasks of the account whose last day has passed',
    ),
  },
  columns: {
    tftzName: { label: 'unified-tasks:name', sort: true, phone: 'title' },
    state: {
      label: 'terms:state',
      kind: 'code',
      labels: {
        draft: 'unified-tasks:stateDraft',
        open: 'unified-tasks:stateOpen',
        closed: 'unified-tasks:stateClosed',
      },
      sort: true,
      phone: 'state',
    },
    progress: { label: 'unified-tasks:progress', kind: 'ratio', sort: true, phone: 'figure' },
    coveredArea: { label: 'terms:coveredArea', kind: 'area' },
    goalArea: { label: 'unified-tasks:goalArea', kind: 'area', phone: 'figure' },
    startDate: { label: 'unified-tasks:startDate', sort: true },
    endDate: { label: 'unified-tasks:endDate', sort: true, phone: 'figure' },
    forecastDate: { label: 'unified-tasks:forecastDate' },
    region: { label: 'terms:region', kind: 'region' },
    crop: { label: 'unified-tasks:crop' },
    tftzType: {
      label: 'unified-tasks:type',
      kind: 'code',
      labels: {
        1: 'unified-tasks:typePlanned',
        2: 'unified-tasks:typeEmergency',
        3: 'unified-tasks:typeDemonstration',
        4: 'terms:other',
      },
    },
    workTypeName: { label: 'unified-tasks:workType' },
    droneNum: { label: 'terms:drones', kind: 'count' },
    operatorNum: { label: 'unified-tasks:operators', kind: 'count' },
    plotNum: { label: 'terms:plots', kind: 'count' },
    sortieCount: { label: 'terms:sorties', kind: 'count' },
    accountName: { label: 'unified-tasks:maker' },
    zfMonitorName: { label: 'unified-tasks:supervisor' },
    createdAt: { label: 'unified-tasks:createdAt', kind: 'time', sort: true },
    closedAt: { label: 'unified-tasks:closedAt', kind: 'time' },
  },
})
