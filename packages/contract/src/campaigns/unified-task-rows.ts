// A unified task (統防統治 on the wire: `tftz`) as lists and details show it.
import { z } from 'zod'
import { ChemicalId } from '../land/chemicals.ts'
import { CropId } from '../land/crops.ts'
import { Mu, RegionCode, RegionPath, RowVersion, SearchText, Time, filter } from '../fields.ts'
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
  .describe('region: anywhere in it counts; plots: only those that were chosen')
export const TaskInvitation = z.enum(['invited', 'accepted', 'declined'])
export const TaskDay = z.iso.date().describe('A whole day of the zone of the task’s region')

export const TaskChemical = z.object({
  chemicalId: ChemicalId,
  dose: z
    .number()
    .min(0.001)
    .max(100_000)
    .nullable()
    .default(null)
    .describe('per mu; null: as the label says'),
  doseUnit: z.enum(['mL', 'g']).default('mL'),
})

export const UnifiedTask = z
  .object({
    tftzId: TaskId,
    tftzName: z.string(),
    tftzType: TaskTypeCode,
    state: z.enum(taskStates),
    accountName: z.string().describe('Whose campaign it is'),
    zfMonitor: id('account').nullable().describe('The account that supervises it: it only reads'),
    zfMonitorName: z.string().nullable(),
    regionCode: RegionCode,
    region: RegionPath,
    startDate: TaskDay,
    endDate: TaskDay.describe('The last day'),
    timeZone: z.string(),
    workType: WorkTypeId.nullable(),
    workTypeName: z.string().nullable(),
    cropId: CropId.nullable(),
    crop: z.string().nullable(),
    chemicals: z.array(TaskChemical.extend({ chemicalName: z.string() })),
    ground: TaskGround,
    targetArea: Mu.nullable().describe('As it was set'),
    goalArea: Mu.nullable().describe('What is to be covered: as set, else the chosen plots'),
    coveredArea: Mu.describe('Covered, what several flights covered counted once'),
    progress: z.number().nullable().describe('coveredArea of goalArea; may exceed 1'),
    sortieCount: z.int(),
    droneNum: z.int().describe('Assigned'),
    operatorNum: z.int().describe('That accepted'),
    plotNum: z.int().describe('Chosen'),
    forecastDate: TaskDay.nullable().describe('The goal is reached at the pace of the last days'),
    invitation: TaskInvitation.nullable().describe('Of the own account; null: it is not invited'),
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
      answer: z.boolean().describe('Take the invitation, or not'),
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
  defaultSort: '-startDate',
  filters: {
    tftzName: SearchText,
    state: filter(z.enum(taskStates)),
    tftzType: filter(z.enum(taskTypeCodes)),
    region: filter(RegionCode),
    cropId: filter(CropId),
    invitation: filter(TaskInvitation).describe('Of the own account'),
    due: filter(z.enum(['ending', 'ended'])).describe(
      'Of those under way: ending: the last day is within the next 7; ended: the own ones whose last day is over',
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
