// Presents a task and the actions of a caller.
import { zoneDay } from '@swath/domain/zone-days'
import type { UnifiedTask } from '@swath/contract/campaigns/unified-task-rows'
import type { Caller } from '@swath/domain/access/caller'
import { regionContains } from '@swath/domain/region-code'
import { muFromM2 } from '@swath/domain/units'
import { forecastEnd } from '@swath/domain/unified-task'
import type { RowKind } from '../../../platform/change/change.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { regionPath } from '../../../platform/regions/region-path.ts'
import { findTask, lockTask, type TaskReader, type TaskRow } from './unified-tasks.queries.ts'

/** 1 ha is 15 mu. */
const muPerHa = 15

export const canCreateTasks = ({ rights, accountType }: Caller): boolean =>
  rights.includes('task.manage') && (accountType === 'platform' || accountType === 'government')

/**
 * A task is managed by its creator and the platforms above. A supervisor, and others of the region,
 * can only read it.
 */
const manages = (caller: Caller, task: TaskRow): boolean =>
  canCreateTasks(caller) &&
  (caller.scope.kind === 'all' ||
    caller.accountId === task.account_id ||
    (caller.scope.kind === 'accounts' && caller.scope.accountIds.includes(task.account_id)))

/** Whether the caller may read the whole task, or only the work of the own drones. */
export const readsAll = (
  { scope, accountId }: Caller,
  task: Pick<TaskRow, 'account_id' | 'supervisor_id' | 'region_code'>,
): boolean => {
  if (scope.own) return false
  if (scope.kind === 'all' || task.account_id === accountId || task.supervisor_id === accountId)
    return true
  return scope.kind === 'region'
    ? regionContains(scope.prefix.padEnd(9, '0'), task.region_code)
    : scope.accountIds.includes(task.account_id)
}

export type TaskAbility = keyof UnifiedTask['can']

const taskAbilities = (caller: Caller, task: TaskRow): UnifiedTask['can'] => {
  const runs = manages(caller, task)
  const isOpen = task.state === 'open'
  const takesPart = caller.rights.includes('task.manage') && task.invitation !== null
  return {
    update: runs && task.state !== 'closed',
    open: runs && task.state === 'draft',
    close: runs && isOpen,
    delete: runs && task.state !== 'closed' && task.sortie_count === 0,
    copy: runs,
    answer: takesPart && isOpen,
    chooseDrones:
      (runs && task.state !== 'closed') || (takesPart && isOpen && task.invitation === 'accepted'),
  }
}

export const taskKind: RowKind<TaskRow, TaskAbility> = {
  type: 'unified-task',
  lock: (trx, { caller, language }, id) => lockTask(trx, { caller, language }, id),
  refusal: ({ caller }, task, ability) => {
    if (taskAbilities(caller, task)[ability]) return null
    if (!manages(caller, task) && task.invitation === null) return 'forbidden'
    if (task.state === 'closed') return 'task_closed'
    return ability === 'delete' && manages(caller, task) ? 'task_has_work' : 'forbidden'
  },
  identify: ({ id, name }) => ({ id: String(id), name }),
  readVersion: ({ version }) => version,
}

export const forecastOf = (task: TaskRow, nowMs: number) =>
  task.state === 'open'
    ? forecastEnd({
        days: task.days,
        coveredM2: task.covered_m2,
        targetM2: task.goal_m2,
        today: zoneDay(task.time_zone, nowMs),
      })
    : null

const toMu = (m2: number | null): number | null => (m2 === null ? null : muFromM2(m2))
const toTime = (time: Date | null): string | null => time?.toISOString() ?? null

export const presentTask = (
  task: TaskRow,
  { caller, language }: TaskReader,
  nowMs: number,
): UnifiedTask => ({
  tftzId: String(task.id),
  tftzName: task.name,
  tftzType: task.type,
  state: task.state,
  accountName: task.account_name,
  zfMonitor: task.supervisor_id,
  zfMonitorName: task.supervisor_name,
  regionCode: task.region_code,
  region: regionPath(task.region_code, language),
  startDate: task.start_day,
  endDate: task.end_day,
  timeZone: task.time_zone,
  workType: task.work_type_id,
  workTypeName: task.work_type_name,
  cropId: task.crop_id,
  crop: task.crop_name,
  chemicals: task.chemicals.map(({ id, name, dosePerHa, doseUnit }) => ({
    chemicalId: id,
    chemicalName: name,
    dose: dosePerHa === null ? null : dosePerHa / muPerHa,
    doseUnit,
  })),
  ground: task.ground,
  targetArea: toMu(task.target_m2),
  goalArea: toMu(task.goal_m2),
  coveredArea: muFromM2(task.covered_m2),
  progress: task.goal_m2 ? task.covered_m2 / task.goal_m2 : null,
  sortieCount: task.sortie_count,
  droneNum: task.drone_count,
  operatorNum: task.operator_count,
  plotNum: task.plot_count,
  forecastDate: forecastOf(task, nowMs)?.endDay ?? null,
  invitation: task.invitation,
  note: task.note,
  createdAt: task.created_at.toISOString(),
  updatedAt: task.updated_at.toISOString(),
  openedAt: toTime(task.opened_at),
  closedAt: toTime(task.closed_at),
  frozenHash: task.frozen_hash?.toString('hex') ?? null,
  version: task.version,
  can: taskAbilities(caller, task),
})

/** @throws not_found */
export const requireTask = async (db: Db | Tx, reader: TaskReader, id: string): Promise<TaskRow> =>
  (await findTask(db, reader, id)) ?? fail('not_found')

export const dosePerHa = (dosePerMu: number | null): number | null =>
  dosePerMu === null ? null : dosePerMu * muPerHa
