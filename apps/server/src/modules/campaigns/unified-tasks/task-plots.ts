// Adds plots to a task and removes them.
import { nothing } from '../../../platform/change/change.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { listImportedPlots } from '../../land/public.ts'
import { assignAgain } from './assign-again.ts'
import { notePlots, refreshSum } from './measure.queries.ts'
import { requireTask, taskKind } from './task-presenters.ts'
import { toTaskReader, type Calls, type Deps } from './task-deps.ts'
import {
  addPlots,
  addPlotsOfRegion,
  addPlotsStillThere,
  countVisiblePlots,
  removePlots,
} from './task-plots.queries.ts'

const addTaskPlots =
  ({ change }: Deps): Calls['addTaskPlots'] =>
  ({ params: { tftzId: id }, body: { blockIds, region, cropId, importId } }, context) => {
    const { caller } = context
    const asked = { id, to: 'update', action: 'unified-task.add-plots' } as const
    return change(context, taskKind, asked, async (trx, task, now) => {
      const wanted = [...new Set(blockIds)]
      if ((await countVisiblePlots(trx, caller, wanted)) < wanted.length) fail('not_found')
      const imported =
        importId === null
          ? []
          : ((await listImportedPlots(trx, caller, importId)) ?? fail('not_found'))
      const added = [
        ...(wanted.length > 0 ? await addPlots(trx, task.id, wanted) : []),
        ...(region === null
          ? []
          : await addPlotsOfRegion(trx, task.id, caller, { region, cropId })),
        ...(imported.length > 0 ? await addPlotsStillThere(trx, task.id, caller, imported) : []),
      ]
      return {
        changes: added.length > 0,
        details: { plots: added.length },
        write: async () => {
          await notePlots(trx, task.id, added)
          await refreshSum(trx, task.id, now)
          await assignAgain(trx, task)
        },
        answer: async () => ({
          added: added.length,
          plotNum: (await requireTask(trx, toTaskReader(context), id)).plot_count,
        }),
      }
    })
  }

const removeTaskPlots =
  ({ change }: Deps): Calls['removeTaskPlots'] =>
  ({ params: { tftzId: id }, query: { blockIds } }, context) => {
    const asked = { id, to: 'update', action: 'unified-task.remove-plots' } as const
    return change(context, taskKind, asked, async (trx, task, now) => {
      const ids = blockIds === undefined ? null : [...new Set(blockIds.split(','))]
      if (ids && (await countVisiblePlots(trx, context.caller, ids)) < ids.length) fail('not_found')
      const removed = await removePlots(trx, task.id, ids)
      return {
        changes: removed.length > 0,
        details: { plots: removed.length },
        write: async () => {
          await notePlots(trx, task.id, removed)
          await refreshSum(trx, task.id, now)
          await assignAgain(trx, task)
        },
        answer: nothing,
      }
    })
  }

export const taskPlotHandlers = (deps: Deps) => ({
  addTaskPlots: addTaskPlots(deps),
  removeTaskPlots: removeTaskPlots(deps),
})
