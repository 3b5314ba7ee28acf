// The demonstration's campaigns, one in every state: closed and frozen, in progress over a county,
// in progress on chosen plots, and a draft.
import { zoneDay } from '@swath/domain/zone-days'
import { sql } from 'kysely'
import { assignTasks } from '@swath/server/gateway/recompute/public'
import type { Tx } from '@swath/server/platform/database/database'
import { findTimeZone } from '@swath/server/platform/regions/time-zone'
import { freezeTask, refreshSum } from '@swath/server/modules/campaigns/public'
import { addUpGround, choosePlots, sumFlown } from './demonstration.queries.ts'
import { demoTasks, type DemoTask } from './data/tasks.ts'
import { demoId, type World } from './world-rows.seed.ts'

const dayMs = 86_400_000

const dosesOf = ({ chemicals = [] }: DemoTask, taskId: number) =>
  chemicals.map(({ id, dosePerHa, unit }) => ({
    task_id: taskId,
    chemical_id: id,
    dose_per_ha: dosePerHa,
    dose_unit: unit,
  }))

const writeTask = async (tx: Tx, task: DemoTask, nowMs: number): Promise<number> => {
  const timeZone = findTimeZone(task.region)
  const dayAfter = (days: number): string => zoneDay(timeZone, nowMs + days * dayMs)
  const made = new Date(nowMs + (Math.min(task.from, 0) - 9) * dayMs)
  const { id } = await tx
    .insertInto('unified_task')
    .values({
      account_id: demoId('account', task.account),
      supervisor_id: task.supervisor ? demoId('account', task.supervisor) : null,
      name: task.name,
      region_code: task.region,
      time_zone: timeZone,
      type: task.type,
      work_type_id: task.workType ?? 'pest-control',
      crop_id: task.crop ?? null,
      start_day: dayAfter(task.from),
      end_day: dayAfter(task.until),
      ground: task.ground ?? 'region',
      note: task.note ?? '',
      state: task.state === 'draft' ? 'draft' : 'open',
      created_at: made,
      updated_at: made,
      opened_at: task.state === 'draft' ? null : made,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const chemicals = dosesOf(task, id)
  if (chemicals.length > 0) await tx.insertInto('unified_task_chemical').values(chemicals).execute()
  const operators = Object.entries(task.operators).map(([account, state]) => ({
    task_id: id,
    account_id: demoId('account', account),
    state,
    invited_at: made,
    answered_at: state === 'invited' ? null : made,
  }))
  if (operators.length > 0) await tx.insertInto('unified_task_operator').values(operators).execute()
  return id
}

/** Adds the drones of the operators that accepted, for all days of the task. */
const addDrones = async (
  tx: Tx,
  world: World,
  task: DemoTask,
  taskId: number,
): Promise<string[]> => {
  const accepted = Object.entries(task.operators)
    .filter(([, state]) => state === 'accepted')
    .map(([account]) => demoId('account', account))
  const droneIds = world.drones
    .filter(({ operatorId }) => operatorId !== null && accepted.includes(operatorId))
    .map(({ id }) => id)
  if (droneIds.length === 0) return []
  const { start_day, end_day } = await tx
    .selectFrom('unified_task')
    .where('id', '=', taskId)
    .select(['start_day', 'end_day'])
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('unified_task_drone')
    .values(
      droneIds.map((drone_id) => ({
        task_id: taskId,
        drone_id,
        data_start_day: start_day,
        data_end_day: end_day,
      })),
    )
    .execute()
  return droneIds
}

const roundMu = 20_000 / 3

type Made = { task: DemoTask; id: number }

const settle = async (tx: Tx, { task, id }: Made, nowMs: number): Promise<void> => {
  await addUpGround(tx, id)
  const closedAt = new Date(nowMs + (task.until + 3) * dayMs)
  await refreshSum(tx, id, task.state === 'closed' ? closedAt : new Date(nowMs))
  if (task.done !== undefined) {
    const goalM2 = (await sumFlown(tx, id)) / task.done
    await tx
      .updateTable('unified_task')
      .set({ target_m2: Math.max(roundMu, Math.round(goalM2 / roundMu) * roundMu) })
      .where('id', '=', id)
      .execute()
  }
  if (task.state === 'closed') await freezeTask(tx, id, { now: closedAt, userId: null })
}

/** For the last days of a closed task, the logs of this many drones arrived after it was closed. */
const [lateDrones, lateDays] = [3, 4]

/** Drones of the task that flew on its last days. */
const findLate = async (tx: Tx, taskId: number, from: Date): Promise<string[]> =>
  (
    await tx
      .selectFrom('unified_task_drone as member')
      .innerJoin('unified_task as task', 'task.id', 'member.task_id')
      .innerJoin('work_record as record', (join) =>
        join
          .onRef('record.drone_id', '=', 'member.drone_id')
          .onRef('record.region_code', '=', 'task.region_code'),
      )
      .where('member.task_id', '=', taskId)
      .where('record.start_at', '>=', from)
      .where((eb) =>
        eb(sql`(record.start_at at time zone task.time_zone)::date`, '<=', eb.ref('task.end_day')),
      )
      .select('member.drone_id')
      .distinct()
      .orderBy('member.drone_id')
      .limit(lateDrones)
      .execute()
  ).map(({ drone_id }) => drone_id)

/** Runs after the year of work, whose flights the tasks use. */
export const writeUnifiedTasks = async (tx: Tx, world: World, nowMs: number): Promise<void> => {
  const made: Made[] = []
  const droneIds = new Set<string>()
  for (const task of demoTasks) {
    const id = await writeTask(tx, task, nowMs)
    made.push({ task, id })
    if (task.ground === 'plots') await choosePlots(tx, id, demoId('account', 'fengyuan'), 40)
    for (const droneId of await addDrones(tx, world, task, id)) droneIds.add(droneId)
  }
  const [closed, others] = [true, false].map((isClosed) =>
    made.filter(({ task }) => (task.state === 'closed') === isClosed),
  ) as [Made[], Made[]]
  const all = { fromMs: nowMs - 400 * dayMs, untilMs: nowMs }
  const lateFromMs = nowMs + (closed[0]!.task.until - lateDays) * dayMs
  const late = await findLate(tx, closed[0]!.id, new Date(lateFromMs))
  for (const droneId of droneIds)
    await assignTasks(tx, droneId, late.includes(droneId) ? { ...all, untilMs: lateFromMs } : all)
  for (const one of closed) await settle(tx, one, nowMs)
  for (const droneId of late) await assignTasks(tx, droneId, all)
  for (const one of others) await settle(tx, one, nowMs)
}
