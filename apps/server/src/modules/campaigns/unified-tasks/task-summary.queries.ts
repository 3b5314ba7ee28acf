// Tasks that need attention. Each line of the workbench links to the list of tasks with the same
// filters, and has the same count.
import { sql } from 'kysely'
import type { WorkbenchCounts } from '@swath/contract/overview/workbench'
import type { Caller } from '@swath/domain/access/caller'
import type { Db } from '../../../platform/database/database.ts'
import { taskRows } from './unified-tasks.queries.ts'

export const countTasksForWorkbench = async (
  db: Db,
  caller: Caller,
  now: Date,
): Promise<WorkbenchCounts> => {
  // No text is read, so the language does not matter.
  const reader = { caller, language: 'en', now } as const
  const [ending, ended, invited] = await Promise.all([
    taskRows
      .matching(db, reader, { due: 'ending' })
      .select((eb) => [
        eb.fn.countAll<number>().as('count'),
        sql<Date | null>`min(task.end_day::timestamp at time zone task.time_zone)`.as('first_end'),
      ])
      .executeTakeFirstOrThrow(),
    taskRows.count(db, reader, { due: 'ended' }),
    taskRows.count(db, reader, { state: 'open', invitation: 'invited' }),
  ])
  return {
    'tasks-ending': { count: ending.count, firstAt: ending.first_end },
    'tasks-ended': ended,
    'tasks-invited': invited,
  }
}
