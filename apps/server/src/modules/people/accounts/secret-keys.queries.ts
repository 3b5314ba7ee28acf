import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'

export const listSecretKeys = (db: Db, accountId: string) =>
  db
    .selectFrom('secret_key')
    .where('account_id', '=', accountId)
    .select(['vid', 'fingerprint', 'created_at'])
    .orderBy('vid')
    .execute()

export const findSecretKey = (trx: Tx, accountId: string, vid: number) =>
  trx
    .selectFrom('secret_key')
    .where('account_id', '=', accountId)
    .where('vid', '=', vid)
    .selectAll()
    .executeTakeFirst()

/**
 * Stores a new key under the number, replacing the account's previous key.
 * @returns false if the number belongs to another account
 */
export const putSecretKey = async (
  trx: Tx,
  key: Insertable<Database['secret_key']>,
): Promise<boolean> =>
  (
    await trx
      .insertInto('secret_key')
      .values(key)
      .onConflict((conflict) =>
        conflict
          .column('vid')
          .doUpdateSet((eb) => ({
            id: eb.ref('excluded.id'),
            key_sealed: eb.ref('excluded.key_sealed'),
            fingerprint: eb.ref('excluded.fingerprint'),
            created_by: eb.ref('excluded.created_by'),
            created_at: eb.ref('excluded.created_at'),
          }))
          .whereRef('secret_key.account_id', '=', 'excluded.account_id'),
      )
      .returning('vid')
      .execute()
  ).length === 1
