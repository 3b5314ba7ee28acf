import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'

/** Newest first. */
export const settingChanges = (db: Db | Tx, accountId: string, atMost: number) =>
  db
    .selectFrom('alarm_setting_change')
    .where('account_id', '=', accountId)
    .select(['number', 'effective_from', 'overrides', 'user_name', 'created_at'])
    .orderBy('number', 'desc')
    .limit(atMost)
    .execute()

export const insertSettingChange = async (
  trx: Tx,
  change: Insertable<Database['alarm_setting_change']>,
): Promise<void> => {
  await trx.insertInto('alarm_setting_change').values(change).execute()
}
