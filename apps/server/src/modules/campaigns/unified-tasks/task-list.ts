// Lists and exports tasks.
import { unifiedTaskList } from '@swath/contract/campaigns/unified-task-rows'
import { muFromM2 } from '@swath/domain/units'
import type { SignedInContext } from '../../../platform/http/context.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import type { Services } from '../../../platform/services.ts'
import { canCreateTasks, presentTask, requireTask } from './task-presenters.ts'
import { toTaskReader, type Calls } from './task-deps.ts'
import { sumTasks, taskRows, type TaskListReader } from './unified-tasks.queries.ts'

export const taskListHandlers = ({
  readDb,
  db,
  clock,
}: Services): Pick<Calls, 'listUnifiedTasks' | 'exportUnifiedTasks' | 'getUnifiedTask'> => {
  const toListReader = (context: SignedInContext): TaskListReader => ({
    ...toTaskReader(context),
    now: new Date(clock.now()),
  })
  return {
    listUnifiedTasks: async ({ query: given }, context) => {
      const reader = toListReader(context)
      return taskRows.answer(readDb, reader, given, async (query) => {
        const [rows, sums, states] = await Promise.all([
          taskRows.page(readDb, reader, query, query),
          sumTasks(readDb, reader, query),
          taskRows.countStates(readDb, reader, query),
        ])
        return {
          items: rows.map((row) => presentTask(row, reader, clock.now())),
          total: sums.total,
          currentPage: query.currentPage,
          pageSize: query.pageSize,
          stats: {
            openNum: sums.open,
            coveredArea: muFromM2(sums.covered_m2),
            goalArea: muFromM2(sums.goal_m2),
            invitedNum: sums.invited,
            states,
          },
          canCreate: canCreateTasks(context.caller),
        }
      })
    },

    exportUnifiedTasks: async ({ query }, context) => {
      const reader = toListReader(context)
      return listFile(unifiedTaskList, query, context, {
        rows: taskRows.each(readDb, reader, query),
        present: (row) => presentTask(row, reader, clock.now()),
      })
    },

    getUnifiedTask: async ({ params }, context) => {
      const reader = toTaskReader(context)
      return presentTask(await requireTask(db, reader, params.tftzId), reader, clock.now())
    },
  }
}
