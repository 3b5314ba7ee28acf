import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

/** All accounts, and deleted ones whose log remains. */
export const accountsWithNames = async (db: Db): Promise<{ id: string; name: string }[]> =>
  (
    await sql<{ id: string; name: string }>`
  select coalesce(account.id, head.account_id) as id, coalesce(account.name, '-') as name
  from account full join audit_head head on head.account_id = account.id order by account.path nulls last, id`.execute(
      db,
    )
  ).rows
export const droneIds = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('drone').select('id').orderBy('id').execute()).map(({ id }) => id)
