// Opens a task to its operators, and closes it permanently.
import { fail } from '../../../platform/errors/fail.ts'
import { assignAgain } from './assign-again.ts'
import { isDue, refreshSum } from './measure.queries.ts'
import { measureTasks } from './measure-tasks.ts'
import { presentTask, requireTask, taskKind } from './task-presenters.ts'
import { freezeTask } from './task-freeze.queries.ts'
import { toTaskReader, type Calls, type Deps } from './task-deps.ts'
import { updateTask } from './unified-tasks.queries.ts'

type Asked = Parameters<Calls['setUnifiedTaskState']>

const open = (
  { change, clock }: Deps,
  [
    {
      params: { tftzId: id },
      body,
    },
    context,
  ]: Asked,
): ReturnType<Calls['setUnifiedTaskState']> => {
  const asked = { id, version: body.version, to: 'open', action: 'unified-task.open' } as const
  return change(context, taskKind, asked, async (trx, task, now) => {
    if (task.ground === 'plots' && task.plot_count === 0) fail('task_without_plots')
    return {
      before: { state: task.state },
      after: { state: 'open' },
      write: async () => {
        await updateTask(trx, task.id, { state: 'open', opened_at: now, updated_at: now })
        await assignAgain(trx, task)
      },
      answer: async () => {
        const reader = toTaskReader(context)
        return presentTask(await requireTask(trx, reader, id), reader, clock.now())
      },
    }
  })
}

/**
 * First computes areas up to the last flight. A concurrent write of a flight of the task waits for
 * this, and then finds the task closed.
 */
const close = async (
  deps: Deps,
  [
    {
      params: { tftzId: id },
      body,
    },
    context,
  ]: Asked,
): ReturnType<Calls['setUnifiedTaskState']> => {
  const { change, db, clock } = deps
  const seen = await requireTask(db, toTaskReader(context), id)
  const isSeenNow = body.version === undefined || body.version === seen.version
  if (isSeenNow && taskKind.refusal(context, seen, 'close') === null)
    await measureTasks(deps, context.signal, seen.id)
  const asked = { id, version: body.version, to: 'close', action: 'unified-task.close' } as const
  return change(context, taskKind, asked, async (trx, task, now) => {
    if (await isDue(trx, task.id)) fail('task_being_measured')
    return {
      before: { state: task.state },
      after: { state: 'closed' },
      write: async () => {
        await refreshSum(trx, task.id, now)
        await freezeTask(trx, task.id, { now, userId: context.caller.userId })
      },
      answer: async () => {
        const reader = toTaskReader(context)
        return presentTask(await requireTask(trx, reader, id), reader, clock.now())
      },
    }
  })
}

export const setUnifiedTaskState =
  (deps: Deps): Calls['setUnifiedTaskState'] =>
  async (...asked) =>
    asked[0].body.opr === 'open' ? open(deps, asked) : close(deps, asked)
