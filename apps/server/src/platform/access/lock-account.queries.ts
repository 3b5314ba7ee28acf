import type { Tx } from '../database/database.ts'

/** Locks the account until the transaction ends, so that what belongs to it changes one at a time. */
export const lockAccount = (trx: Tx, accountId: string) =>
  trx
    .selectFrom('account')
    .where('id', '=', accountId)
    .select(['id', 'name'])
    .forNoKeyUpdate()
    .executeTakeFirst()
