import { z } from 'zod'
import {
  AreaUnit,
  DroneId,
  Mu,
  RegionCode,
  SearchText,
  SeenVersion,
  Time,
  filter,
  AskedDay,
} from '../fields.ts'
import { CropId } from '../land/crops.ts'
import { id, joinedIds } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { countEach, fileOf, pageOf, similarNames } from '../list-calls.ts'
import {
  TaskChemical,
  TaskGround,
  TaskId,
  TaskInvitation,
  TaskTypeCode,
  UnifiedTask,
  taskStates,
  unifiedTaskList,
} from './unified-task-rows.ts'
import { WorkTypeId } from '../land/work-types.ts'

const route = routeWithTag('Unified tasks')
const base = '/api/tftz'
export const oneTask = `${base}/{tftzId}` as const
const screens = ['unified-task-list', 'unified-task-drone-list', 'unified-task-chart'] as const
const right = 'task.manage'
const manages = { screens: ['unified-task-list'], right } as const
const params = z.object({ tftzId: TaskId })
const refusals = ['not_found', 'forbidden', 'conflict', 'task_closed'] as const

const taskFields = {
  tftzName: z.string().trim().min(1).max(80),
  tftzType: TaskTypeCode.default(1),
  region: RegionCode,
  startDate: AskedDay,
  endDate: AskedDay,
  workType: WorkTypeId.nullable().default(null),
  cropId: CropId.nullable().default(null).describe('null: any crop'),
  chemicals: z.array(TaskChemical).max(10).default([]).describe('Empty: any chemical'),
  ground: TaskGround.default('region'),
  targetArea: Mu.min(0.01).max(100_000_000).nullable().default(null),
  zfMonitor: id('account').nullable().default(null),
  note: z.string().trim().max(1_000).default(''),
}
type Days = { startDate?: string | undefined; endDate?: string | undefined }
const inOrder = ({ startDate, endDate }: Days): boolean =>
  startDate === undefined || endDate === undefined || startDate <= endDate
const daysWrong = { path: ['endDate'], message: 'endBeforeStart' }

export const UnifiedTaskInput = z.object(taskFields).refine(inOrder, daysWrong)
export type UnifiedTaskInput = z.infer<typeof UnifiedTaskInput>
/** Absent fields do not change. */
export const UnifiedTaskChange = z
  .object({
    tftzName: taskFields.tftzName.optional(),
    tftzType: TaskTypeCode.optional(),
    region: RegionCode.optional(),
    startDate: AskedDay.optional(),
    endDate: AskedDay.optional(),
    workType: WorkTypeId.nullable().optional(),
    cropId: CropId.nullable().optional(),
    chemicals: z.array(TaskChemical).max(10).optional(),
    ground: TaskGround.optional(),
    targetArea: Mu.min(0.01).max(100_000_000).nullable().optional(),
    zfMonitor: id('account').nullable().optional(),
    note: z.string().trim().max(1_000).optional(),
    version: SeenVersion,
  })
  .refine(inOrder, daysWrong)

const droneDays = { dataStartDate: AskedDay, dataEndDate: AskedDay }
export const TaskDronesInput = z
  .object({ droneIds: z.array(DroneId).min(1).max(500), ...droneDays })
  .refine(({ dataStartDate, dataEndDate }) => dataStartDate <= dataEndDate, {
    path: ['dataEndDate'],
    message: 'endBeforeStart',
  })

export const TaskTeamInput = z
  .object({ groupId: id('team'), ...droneDays })
  .refine(({ dataStartDate, dataEndDate }) => dataStartDate <= dataEndDate, {
    path: ['dataEndDate'],
    message: 'endBeforeStart',
  })

export const TaskTeam = z
  .object({
    groupId: id('team'),
    groupName: z.string(),
    accountName: z.string(),
    leaderName: z.string().nullable(),
    memberNum: z.int(),
    droneNum: z.int().describe('Number of its drones in the task'),
  })
  .meta({ id: 'TaskTeam' })

export const TaskOperator = z
  .object({
    accountId: id('account'),
    accountName: z.string(),
    state: TaskInvitation,
    droneNum: z.int().describe('Number of its drones in the task'),
    invitedAt: Time,
    answeredAt: Time.nullable(),
  })
  .meta({ id: 'TaskOperator' })
export type TaskOperator = z.infer<typeof TaskOperator>

const Choice = z.object({ accountId: id('account'), accountName: z.string() })

export const unifiedTaskRoutes = {
  listUnifiedTasks: route('GET', base, {
    summary:
      'List the tasks of the caller: created, supervised, invited to, flown for, or in the account’s region',
    policy: { screens },
    ...pageOf(unifiedTaskList, {
      ...similarNames,
      stats: z.object({
        openNum: z.int(),
        coveredArea: Mu,
        goalArea: Mu,
        invitedNum: z.int(),
        states: countEach(taskStates).describe(
          'Count by state; all filters except the state apply',
        ),
      }),
      canCreate: z.boolean(),
    }),
  }),
  exportUnifiedTasks: route('GET', `${base}/export`, {
    summary: 'Export the filtered tasks as CSV or XLSX',
    policy: { screens },
    ...fileOf(unifiedTaskList, { areaUnit: AreaUnit.default('mu') }),
  }),
  getUnifiedTask: route('GET', oneTask, {
    summary: 'Get one task',
    policy: { screens },
    params,
    out: UnifiedTask,
    errors: ['not_found'],
  }),
  createUnifiedTask: route('POST', base, {
    summary:
      'Create a task as a draft that only its account sees; for governments and the platform',
    policy: manages,
    body: UnifiedTaskInput,
    out: UnifiedTask,
    errors: ['not_found', 'forbidden'],
  }),
  updateUnifiedTask: route('PATCH', oneTask, {
    summary: 'Change a task that is not closed; flights are reassigned where necessary',
    policy: manages,
    params,
    body: UnifiedTaskChange,
    out: UnifiedTask,
    errors: refusals,
  }),
  setUnifiedTaskState: route('PUT', `${oneTask}/state`, {
    summary:
      'open: operators see the task and flights count; close: its figures are frozen permanently with their hash',
    policy: manages,
    params,
    body: z.object({ opr: z.enum(['open', 'close']), version: SeenVersion }),
    out: UnifiedTask,
    errors: [...refusals, 'task_not_open', 'task_without_plots', 'task_being_measured'],
  }),
  deleteUnifiedTask: route('DELETE', oneTask, {
    summary: 'Delete a task that has no flights',
    policy: manages,
    params,
    errors: [...refusals, 'task_has_work'],
  }),
  copyUnifiedTask: route('POST', `${oneTask}/copy`, {
    summary:
      'Copy a task to other dates as a draft, with its plots and chemicals but without its drones',
    policy: manages,
    params,
    body: z
      .object({ tftzName: taskFields.tftzName, startDate: AskedDay, endDate: AskedDay })
      .refine(inOrder, daysWrong),
    out: UnifiedTask,
    errors: ['not_found', 'forbidden'],
  }),
  addTaskDrones: route('POST', `${oneTask}/drones`, {
    summary: 'Assign drones of operators that accepted to the task for a range of days',
    policy: manages,
    params,
    body: TaskDronesInput,
    out: z.object({ added: z.int(), known: z.int().describe('Drones already in the task') }),
    errors: [...refusals, 'operator_not_in_task'],
  }),
  setTaskDroneDates: route('PATCH', `${oneTask}/drones`, {
    summary: 'Change the days on which drones fly for the task',
    policy: manages,
    params,
    body: TaskDronesInput,
    out: z.object({ changed: z.int() }),
    errors: refusals,
  }),
  removeTaskDrones: route('DELETE', `${oneTask}/drones`, {
    summary: 'Remove drones from the task; their flights stop counting for it',
    policy: manages,
    params,
    query: z.object({ droneIds: joinedIds('drone') }),
    errors: refusals,
  }),
  getTaskOperators: route('GET', `${base}/operators`, {
    summary: 'List the invited operators of a task; an operator sees only itself',
    policy: { screens },
    query: z.object({ tftzId: TaskId }),
    out: z.object({ items: z.array(TaskOperator) }),
    errors: ['not_found'],
  }),
  listTaskOperatorChoices: route('GET', `${base}/operators/choices`, {
    summary: 'Search operators that may be invited, by part of their name',
    policy: manages,
    query: z.object({ accountName: SearchText }),
    out: z.object({ items: z.array(Choice) }),
  }),
  listTaskSupervisorChoices: route('GET', `${base}/supervisors/choices`, {
    summary: 'List governments that may supervise a task in a region',
    policy: manages,
    query: z.object({ region: filter(RegionCode) }),
    out: z.object({ items: z.array(Choice) }),
  }),
  inviteTaskOperators: route('POST', `${oneTask}/operators`, {
    summary: 'Invite operators; one that declined is invited again',
    policy: manages,
    params,
    body: z.object({ accountIds: z.array(id('account')).min(1).max(100) }),
    errors: refusals,
  }),
  removeTaskOperator: route('DELETE', `${oneTask}/operators/{accountId}`, {
    summary: 'Remove an operator and its drones from the task',
    policy: manages,
    params: z.object({ tftzId: TaskId, accountId: id('account') }),
    errors: refusals,
  }),
  answerTaskInvitation: route('PUT', `${oneTask}/invitation`, {
    summary:
      'Accept or decline the account’s invitation; declining after acceptance removes its drones',
    policy: manages,
    params,
    body: z.object({ opr: z.enum(['accept', 'decline']) }),
    out: UnifiedTask,
    errors: refusals,
  }),
  getTaskDroneChoices: route('GET', `${base}/drones/choices`, {
    summary: 'List drones that may be added to the task',
    policy: manages,
    query: z.object({ tftzId: TaskId, search: SearchText }),
    out: z.object({
      items: z
        .array(
          z.object({
            droneId: DroneId,
            droneName: z.string(),
            yyAccountName: z.string().nullable(),
          }),
        )
        .describe('At most 500'),
    }),
    errors: ['not_found'],
  }),
  getTaskTeams: route('GET', `${base}/teams`, {
    summary: 'List the teams with drones in a task; an operator sees only its teams',
    policy: { screens },
    query: z.object({ tftzId: TaskId }),
    out: z.object({ items: z.array(TaskTeam) }),
    errors: ['not_found'],
  }),
  addTaskTeam: route('POST', `${oneTask}/teams`, {
    summary:
      'Add a team of the account, which must have accepted: all drones of the team fly for the task',
    policy: manages,
    params,
    body: TaskTeamInput,
    out: z.object({ added: z.int(), known: z.int().describe('Drones already in the task') }),
    errors: [...refusals, 'operator_not_in_task', 'team_without_drones'],
  }),
  addTaskPlots: route('POST', `${oneTask}/plots`, {
    summary:
      'Add plots to a task: by id, all visible plots of a region (optionally with one crop), or those of an import',
    policy: manages,
    params,
    body: z.object({
      blockIds: z.array(id('plot')).max(5_000).default([]),
      region: RegionCode.nullable().default(null),
      cropId: CropId.nullable()
        .default(null)
        .describe('Only plots of the region with this crop; null: any crop'),
      importId: id('geometryImport')
        .nullable()
        .default(null)
        .describe('Adds the plots that this import of the account created and that still exist'),
    }),
    out: z.object({ added: z.int(), plotNum: z.int().describe('Plots in the task afterwards') }),
    errors: refusals,
  }),
  removeTaskPlots: route('DELETE', `${oneTask}/plots`, {
    summary: 'Remove the given plots from the task, or all of them',
    policy: manages,
    params,
    query: z.object({ blockIds: joinedIds('plot').optional() }),
    errors: refusals,
  }),
}
