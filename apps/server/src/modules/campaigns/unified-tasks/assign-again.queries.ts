// Tasks whose flights are reassigned, of all accounts.
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'

/** A single task, or all open ones. */
export const listAssignments = (db: Db, taskId: number | undefined) =>
  db
    .selectFrom('unified_task as task')
    .$if(taskId === undefined, (rows) => rows.where('task.state', '=', 'open'))
    .$if(taskId !== undefined, (rows) => rows.where('task.id', '=', taskId!))
    .select([
      'task.id',
      'task.start_day',
      'task.end_day',
      sql<string[]>`array(select drone_id from unified_task_drone flies
        where flies.task_id = task.id order by drone_id)`.as('drone_ids'),
    ])
    .orderBy('task.id')
    .execute()
