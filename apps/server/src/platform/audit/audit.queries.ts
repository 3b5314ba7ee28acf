import type { Db, Tx } from '../database/database.ts'
import type { AuditRow } from './audit-hash.ts'
import { noHash } from './audit-hash.ts'

export type ChainHead = { number: number; hash: Buffer }
export type ChainedRow = AuditRow & { previousHash: Buffer; hash: Buffer }

/**
 * Locks the end of the account's chain until the transaction ends, so that rows are appended one
 * after the other.
 */
export const lockHead = async (tx: Tx, accountId: string): Promise<ChainHead> => {
  await tx
    .insertInto('audit_head')
    .values({ account_id: accountId, number: 0, hash: noHash })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('audit_head')
    .select(['number', 'hash'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export const appendRow = async (tx: Tx, row: ChainedRow): Promise<void> => {
  await tx
    .insertInto('audit_log')
    .values({
      account_id: row.accountId,
      number: row.number,
      at: row.at,
      log_type: row.logType,
      user_id: row.userId,
      user_name: row.userName,
      ip: row.ip,
      action: row.action,
      object_type: row.objectType,
      object_id: row.objectId,
      object_name: row.objectName,
      details: JSON.stringify(row.details),
      previous_hash: row.previousHash,
      hash: row.hash,
    })
    .execute()
  await tx
    .updateTable('audit_head')
    .set({ number: row.number, hash: row.hash })
    .where('account_id', '=', row.accountId)
    .execute()
}

export const readHead = async (db: Db | Tx, accountId: string): Promise<ChainHead | undefined> =>
  db
    .selectFrom('audit_head')
    .select(['number', 'hash'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()

/** At most `limit` rows of the chain after a number, in order. */
export const readChain = async (
  db: Db | Tx,
  accountId: string,
  afterNumber: number,
  limit: number,
): Promise<ChainedRow[]> =>
  db
    .selectFrom('audit_log')
    .select([
      'account_id as accountId',
      'number',
      'at',
      'log_type as logType',
      'user_id as userId',
      'user_name as userName',
      'ip',
      'action',
      'object_type as objectType',
      'object_id as objectId',
      'object_name as objectName',
      'details',
      'previous_hash as previousHash',
      'hash',
    ])
    .where('account_id', '=', accountId)
    .where('number', '>', afterNumber)
    .orderBy('number')
    .limit(limit)
    .execute()

const changesOf = (db: Db | Tx, accountId: string, type: string, id: string) =>
  db
    .selectFrom('audit_log')
    .select(['at', 'user_name', 'action', 'details'])
    .where('account_id', '=', accountId)
    .where('object_type', '=', type)
    .where('object_id', '=', id)
    .orderBy('number', 'desc')

/** The last entry about an object in the account's log. */
export const findLastChange = (db: Db | Tx, accountId: string, type: string, id: string) =>
  changesOf(db, accountId, type, id).limit(1).executeTakeFirst()

/** The last 100 entries about an object in the account's log, newest first. */
export const listChanges = (db: Db | Tx, accountId: string, type: string, id: string) =>
  changesOf(db, accountId, type, id).limit(100).execute()
