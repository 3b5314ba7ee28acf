// Creates, changes, copies and deletes tasks.
import type { z } from 'zod'
import type { UnifiedTaskChange, UnifiedTaskInput } from '@swath/contract/campaigns/unified-tasks'
import { regionContains } from '@swath/domain/region-code'
import { m2FromMu } from '@swath/domain/units'
import { nothing } from '../../../platform/change/change.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { SignedInContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { findTimeZone } from '../../../platform/regions/time-zone.ts'
import { assignAgain } from './assign-again.ts'
import { refreshSum } from './measure.queries.ts'
import { canCreateTasks, dosePerHa, presentTask, requireTask, taskKind } from './task-presenters.ts'
import { toTaskReader, type Calls, type Deps } from './task-deps.ts'
import { copyPlots } from './task-plots.queries.ts'
import { isSupervisor } from './task-operators.queries.ts'
import {
  deleteTask,
  insertTask,
  knownTerms,
  replaceChemicals,
  updateTask,
  type TaskRow,
} from './unified-tasks.queries.ts'

type Fields = Omit<UnifiedTaskInput, never>
type Change = Omit<z.infer<typeof UnifiedTaskChange>, 'version'>

/** Fields of a task that people enter, for the log. */
const toFields = (task: TaskRow): Fields => ({
  tftzName: task.name,
  tftzType: task.type,
  region: task.region_code,
  startDate: task.start_day,
  endDate: task.end_day,
  workType: task.work_type_id,
  cropId: task.crop_id,
  chemicals: task.chemicals.map(({ id, dosePerHa: dose, doseUnit }) => ({
    chemicalId: id,
    dose: dose === null ? null : dose / 15,
    doseUnit,
  })),
  ground: task.ground,
  targetArea: task.target_m2 === null ? null : task.target_m2 / m2FromMu(1),
  zfMonitor: task.supervisor_id,
  note: task.note,
})

const toColumns = (fields: Fields) => ({
  name: fields.tftzName,
  type: fields.tftzType,
  region_code: fields.region,
  time_zone: findTimeZone(fields.region),
  start_day: fields.startDate,
  end_day: fields.endDate,
  work_type_id: fields.workType,
  crop_id: fields.cropId,
  ground: fields.ground,
  target_m2: fields.targetArea === null ? null : m2FromMu(fields.targetArea),
  supervisor_id: fields.zfMonitor,
  note: fields.note,
})

const toChemicals = ({ chemicals }: Fields) =>
  chemicals.map(({ chemicalId, dose, doseUnit }) => ({
    id: chemicalId,
    dosePerHa: dosePerHa(dose),
    doseUnit,
  }))

const unknown = (path: string) => fail('invalid_input', {}, [{ path, message: 'valueUnknown' }])

/**
 * A government manages tasks within its own region. Entries that the task already has are accepted,
 * even if another account owns them.
 */
const checkFields = async (
  trx: Tx,
  { caller }: SignedInContext,
  fields: Fields,
  before?: Fields,
): Promise<void> => {
  if (fields.endDate < fields.startDate)
    fail('invalid_input', {}, [{ path: 'endDate', message: 'endBeforeStart' }])
  if (
    caller.scope.kind === 'region' &&
    !regionContains(caller.scope.prefix.padEnd(9, '0'), fields.region)
  )
    fail('invalid_input', {}, [{ path: 'region', message: 'outsideOwnRegion' }])
  if (findTimeZone(fields.region) === 'Etc/UTC') unknown('region')
  const isKnown = async (
    table: 'crop' | 'work_type' | 'chemical',
    wanted: readonly string[],
    stood: readonly string[],
  ): Promise<boolean> => {
    const asked = wanted.filter((id) => !stood.includes(id))
    const known = await knownTerms(trx, table, caller.accountId, asked)
    return asked.every((id) => known.has(id))
  }
  const one = (id: string | null | undefined): string[] => (id ? [id] : [])
  const chemicalIds = (from: Fields | undefined) =>
    (from?.chemicals ?? []).map(({ chemicalId }) => chemicalId)
  if (!(await isKnown('crop', one(fields.cropId), one(before?.cropId)))) unknown('cropId')
  if (!(await isKnown('work_type', one(fields.workType), one(before?.workType))))
    unknown('workType')
  if (
    new Set(chemicalIds(fields)).size !== fields.chemicals.length ||
    !(await isKnown('chemical', chemicalIds(fields), chemicalIds(before)))
  )
    unknown('chemicals')
  if (
    fields.zfMonitor !== null &&
    fields.zfMonitor !== before?.zfMonitor &&
    !(await isSupervisor(trx, fields.zfMonitor))
  )
    fail('not_found')
}

export const createUnifiedTask =
  ({ record, clock }: Deps): Calls['createUnifiedTask'] =>
  ({ body }, context) => {
    const { caller } = context
    if (!canCreateTasks(caller)) fail('forbidden')
    return record(context, async (trx, now) => {
      await checkFields(trx, context, body)
      const id = await insertTask(trx, {
        ...toColumns(body),
        account_id: caller.accountId,
        created_by: caller.userId,
        created_at: now,
        updated_at: now,
      })
      return {
        action: 'unified-task.create',
        object: { type: taskKind.type, id: String(id), name: body.tftzName },
        details: { after: body },
        write: async () => {
          await replaceChemicals(trx, id, toChemicals(body))
          await refreshSum(trx, id, now)
        },
        answer: async () => {
          const reader = toTaskReader(context)
          return presentTask(await requireTask(trx, reader, String(id)), reader, clock.now())
        },
      }
    })
  }

const changedFields = (before: Fields, change: Change): Fields => ({
  ...before,
  ...(Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Partial<Fields>),
})

export const updateUnifiedTask =
  ({ change, clock }: Deps): Calls['updateUnifiedTask'] =>
  ({ params: { tftzId: id }, body: { version, ...body } }, context) => {
    const asked = { id, version, to: 'update', action: 'unified-task.update' } as const
    return change(context, taskKind, asked, async (trx, task, now) => {
      const before = toFields(task)
      const after = changedFields(before, body)
      await checkFields(trx, context, after, before)
      const columns = toColumns(after)
      return {
        name: after.tftzName,
        before,
        after,
        write: async () => {
          await updateTask(trx, task.id, { ...columns, updated_at: now })
          await replaceChemicals(trx, task.id, toChemicals(after))
          await refreshSum(trx, task.id, now)
          await assignAgain(trx, task, { after: columns })
        },
        answer: async () => {
          const reader = toTaskReader(context)
          return presentTask(await requireTask(trx, reader, id), reader, clock.now())
        },
      }
    })
  }

export const deleteUnifiedTask =
  ({ change }: Deps): Calls['deleteUnifiedTask'] =>
  ({ params: { tftzId: id } }, context) =>
    change(
      context,
      taskKind,
      { id, to: 'delete', action: 'unified-task.delete' },
      async (trx, task) => ({
        details: { before: toFields(task) },
        write: () => deleteTask(trx, task.id),
        answer: nothing,
      }),
    )

export const copyUnifiedTask =
  ({ record, clock }: Deps): Calls['copyUnifiedTask'] =>
  async ({ params, body }, context) => {
    const reader = toTaskReader(context)
    return record(context, async (trx, now) => {
      // locked: somebody may delete it now, and the copy names it
      const task = (await taskKind.lock(trx, context, params.tftzId)) ?? fail('not_found')
      const refusal = taskKind.refusal(context, task, 'copy')
      if (refusal) fail(refusal)
      const fields = { ...toFields(task), ...body }
      const id = await insertTask(trx, {
        ...toColumns(fields),
        account_id: context.caller.accountId,
        created_by: context.caller.userId,
        created_at: now,
        updated_at: now,
        copied_from: task.id,
      })
      return {
        action: 'unified-task.copy',
        object: { type: taskKind.type, id: String(id), name: body.tftzName },
        details: { after: { ...fields, copied: task.name } },
        write: async () => {
          await replaceChemicals(trx, id, toChemicals(fields))
          await copyPlots(trx, task.id, id)
          await refreshSum(trx, id, now)
        },
        answer: async () =>
          presentTask(await requireTask(trx, reader, String(id)), reader, clock.now()),
      }
    })
  }
