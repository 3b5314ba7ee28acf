import { firmwareKeysAtMost } from '@swath/contract/gear/firmware-keys'
import { sql, type Insertable } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'

/** Keys of the account and of those below it. */
export const listKeys = (db: Db | Tx, accountId: string) =>
  db
    .selectFrom('firmware_key')
    .innerJoin('account as owner', 'owner.id', 'firmware_key.account_id')
    .innerJoin('account as asker', (join) => join.on('asker.id', '=', accountId))
    .where(sql<boolean>`owner.path like asker.path || '%'`)
    .selectAll('firmware_key')
    .select('owner.name as account_name')
    .select(
      sql<number>`(select count(*) from firmware
        where firmware.key_id = firmware_key.id and firmware.state = 'signed')::int`.as(
        'firmware_num',
      ),
    )
    .orderBy(sql`retired_at is null`, 'desc')
    .orderBy('firmware_key.created_at', 'desc')
    .limit(firmwareKeysAtMost)
    .execute()
export type KeyRow = Awaited<ReturnType<typeof listKeys>>[number]

export const findKeyInUse = (db: Db | Tx, accountId: string) =>
  db
    .selectFrom('firmware_key')
    .where('account_id', '=', accountId)
    .where('retired_at', 'is', null)
    .selectAll()
    .executeTakeFirst()

export const findKey = (db: Db | Tx, id: string) =>
  db.selectFrom('firmware_key').where('id', '=', id).selectAll().executeTakeFirst()

/** A key of the account or one below it: a maker's platform can verify the maker's signatures. */
export const findKeyFor = (db: Db, accountId: string, fingerprint: string) =>
  db
    .selectFrom('firmware_key')
    .innerJoin('account as owner', 'owner.id', 'firmware_key.account_id')
    .innerJoin('account as asker', (join) => join.on('asker.id', '=', accountId))
    .where('firmware_key.fingerprint', '=', fingerprint)
    .where(sql<boolean>`owner.path like asker.path || '%'`)
    .selectAll('firmware_key')
    .executeTakeFirst()

export const lockKey = (trx: Tx, accountId: string, id: string) =>
  trx
    .selectFrom('firmware_key')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()

/** Retires the previous key, which still verifies its signatures. */
export const putKey = async (
  trx: Tx,
  key: Insertable<Database['firmware_key']> & { created_at: Date },
): Promise<void> => {
  // Serializes concurrent creation.
  await sql`select from account where id = ${key.account_id} for update`.execute(trx)
  await trx
    .updateTable('firmware_key')
    .set({ retired_at: key.created_at })
    .where('account_id', '=', key.account_id)
    .where('retired_at', 'is', null)
    .execute()
  await trx.insertInto('firmware_key').values(key).execute()
}

export const markDownloaded = async (
  trx: Tx,
  id: string,
  by: { name: string; at: Date },
): Promise<void> => {
  await trx
    .updateTable('firmware_key')
    .set({ downloaded_by_name: by.name, downloaded_at: by.at })
    .where('id', '=', id)
    .execute()
}
