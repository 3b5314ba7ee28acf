import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'

/** The account below which a host's companies register: its sub-platform, else the platform. */
export const findParent = (db: Db, subPlatformId: string | null) =>
  db
    .selectFrom('account')
    .select(['id', 'path'])
    .where('type', '=', 'platform')
    .where('enabled', '=', true)
    .where((is) =>
      subPlatformId === null ? is('parent_id', 'is', null) : is('id', '=', subPlatformId),
    )
    .orderBy('created_at')
    .executeTakeFirst()

export const insertApplication = async (
  trx: Tx,
  application: Insertable<Database['account_application']>,
): Promise<void> => {
  await trx.insertInto('account_application').values(application).execute()
}
