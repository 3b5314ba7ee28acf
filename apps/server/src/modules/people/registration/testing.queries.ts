import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'

/** The throttle uses the database's time, so its stored times are moved back instead. */
export const ageThrottle = async (db: Db, ms: number): Promise<void> => {
  await sql`update throttle set expire = expire - ${ms}::bigint`.execute(db)
}
