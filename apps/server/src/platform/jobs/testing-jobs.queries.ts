import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/**
 * Makes jobs due that are due by a test's clock, which is ahead of the database's: the queue only
 * knows the latter.
 */
export const makeJobsDue = async (db: Db, clock: { now: () => number }): Promise<void> => {
  await sql`select graphile_worker.reschedule_jobs(
    (select array_agg(id) from graphile_worker.jobs where run_at <= ${new Date(clock.now())}),
    run_at => now())`.execute(db)
}
