import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'

/** The counters' time is the database's own: what they hold is moved back instead. */
export const ageThrottle = async (db: Db, ms: number): Promise<void> => {
  await sql`update throttle set expire = expire - ${ms}::bigint`.execute(db)
}
