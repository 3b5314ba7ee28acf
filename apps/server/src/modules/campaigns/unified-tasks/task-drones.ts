// Adds drones to a task and removes them.
import { nothing } from '../../../platform/change/change.ts'
import type { SignedInContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { assignAgain } from './assign-again.ts'
import { requireTask, taskKind } from './task-presenters.ts'
import {
  addDrones,
  findDrones,
  findTaskDrones,
  listDroneChoices,
  removeDrones,
  setDroneDays,
  type ChoosingFrom,
} from './task-drones.queries.ts'
import { toTaskReader, type Calls, type Deps } from './task-deps.ts'
import type { TaskRow } from './unified-tasks.queries.ts'

const fromOf = ({ caller }: SignedInContext, task: TaskRow): ChoosingFrom => ({
  taskId: task.id,
  scope: caller.scope,
  runsTask: taskKind.refusal({ caller } as SignedInContext, task, 'update') === null,
})

/** The days of a drone must be within those of the task. */
export const checkDays = (
  task: TaskRow,
  { dataStartDate, dataEndDate }: Record<string, unknown>,
): void => {
  const within = (day: unknown) => String(day) >= task.start_day && String(day) <= task.end_day
  if (!within(dataStartDate))
    fail('invalid_input', {}, [{ path: 'dataStartDate', message: 'outsideTask' }])
  if (!within(dataEndDate))
    fail('invalid_input', {}, [{ path: 'dataEndDate', message: 'outsideTask' }])
}

const names = (drones: readonly { name: string }[]): string[] => drones.map(({ name }) => name)

const addTaskDrones =
  ({ change }: Deps): Calls['addTaskDrones'] =>
  ({ params: { tftzId: id }, body }, context) => {
    const asked = { id, to: 'chooseDrones', action: 'unified-task.add-drones' } as const
    return change(context, taskKind, asked, async (trx, task, now) => {
      const wanted = [...new Set(body.droneIds)]
      const found = await findDrones(trx, fromOf(context, task), wanted)
      if (found.length < wanted.length) fail('not_found')
      checkDays(task, body)
      if (!found.every((drone) => drone.is_of_partner)) fail('operator_not_in_task')
      let added: string[] = []
      return {
        details: { drones: names(found), from: body.dataStartDate, until: body.dataEndDate },
        write: async () => {
          added = await addDrones(trx, task.id, wanted, {
            startDay: body.dataStartDate,
            endDay: body.dataEndDate,
            userId: context.caller.userId,
            now,
          })
          await assignAgain(trx, task)
        },
        answer: async () => ({ added: added.length, known: wanted.length - added.length }),
      }
    })
  }

const setTaskDroneDates =
  ({ change }: Deps): Calls['setTaskDroneDates'] =>
  ({ params: { tftzId: id }, body }, context) => {
    const asked = { id, to: 'chooseDrones', action: 'unified-task.set-drone-dates' } as const
    return change(context, taskKind, asked, async (trx, task) => {
      const wanted = [...new Set(body.droneIds)]
      const found = await findTaskDrones(trx, fromOf(context, task), wanted)
      if (found.length < wanted.length) fail('not_found')
      checkDays(task, body)
      let changed = 0
      return {
        details: { drones: names(found), from: body.dataStartDate, until: body.dataEndDate },
        write: async () => {
          changed = await setDroneDays(trx, task.id, wanted, {
            startDay: body.dataStartDate,
            endDay: body.dataEndDate,
          })
          await assignAgain(trx, task)
        },
        answer: async () => ({ changed }),
      }
    })
  }

const removeTaskDrones =
  ({ change }: Deps): Calls['removeTaskDrones'] =>
  ({ params: { tftzId: id }, query }, context) => {
    const asked = { id, to: 'chooseDrones', action: 'unified-task.remove-drones' } as const
    return change(context, taskKind, asked, async (trx, task) => {
      const wanted = [...new Set(query.droneIds.split(','))]
      const found = await findTaskDrones(trx, fromOf(context, task), wanted)
      if (found.length < wanted.length) fail('not_found')
      return {
        details: { drones: names(found) },
        write: async () => {
          await removeDrones(trx, task.id, wanted)
          await assignAgain(trx, task, { droneIds: wanted })
        },
        answer: nothing,
      }
    })
  }

const getTaskDroneChoices =
  ({ readDb }: Deps): Calls['getTaskDroneChoices'] =>
  async ({ query }, context) => {
    const task = await requireTask(readDb, toTaskReader(context), query.tftzId)
    const rows = await listDroneChoices(readDb, fromOf(context, task), query.search || undefined)
    return {
      items: rows.map(({ id, name, operator_name }) => ({
        droneId: id,
        droneName: name,
        yyAccountName: operator_name,
      })),
    }
  }

export const taskDroneHandlers = (deps: Deps) => ({
  addTaskDrones: addTaskDrones(deps),
  setTaskDroneDates: setTaskDroneDates(deps),
  removeTaskDrones: removeTaskDrones(deps),
  getTaskDroneChoices: getTaskDroneChoices(deps),
})
