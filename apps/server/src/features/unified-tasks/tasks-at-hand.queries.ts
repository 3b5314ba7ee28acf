// What of the tasks wants somebody: what ends soon, what has ended and was not closed, and what the
// own account is invited to.
import { sql } from 'kysely'
import type { WorkbenchCounts } from '@swath/contract/workbench'
import type { Caller } from '@swath/domain/access/caller'
import type { Db } from '../../platform/database/database.ts'
import { taskRows } from './unified-tasks.queries.ts'

const endingDays = 7

export const countTasksAtHand = async (
  db: Db,
  caller: Caller,
  now: Date,
): Promise<WorkbenchCounts> => {
  // No word of a language is read.
  const reader = { caller, language: 'en' } as const
  const today = sql`(${now}::timestamptz at time zone task.time_zone)::date`
  const isEnding = sql`task.end_day between ${today} and ${today} + ${endingDays}::integer`
  const [open, invited] = await Promise.all([
    taskRows
      .matching(db, reader, { state: 'open' })
      .select([
        sql<number>`(count(*) filter (where ${isEnding}))::int`.as('ending'),
        sql<Date | null>`min(task.end_day::timestamp at time zone task.time_zone)
          filter (where ${isEnding})`.as('first_end'),
        sql<number>`(count(*) filter (where task.end_day < ${today}
          and task.account_id = ${caller.accountId}::uuid))::int`.as('ended'),
      ])
      .executeTakeFirstOrThrow(),
    taskRows.count(db, reader, { state: 'open', invitation: 'invited' }),
  ])
  return {
    'tasks-ending': { count: open.ending, firstAt: open.first_end },
    'tasks-ended': open.ended,
    'tasks-invited': invited,
  }
}
