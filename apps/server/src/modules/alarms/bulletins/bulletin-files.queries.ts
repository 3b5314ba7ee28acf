import { sql, type Insertable } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'

export const insertBulletinFile = async (
  db: Db,
  file: Insertable<Database['bulletin_file']>,
): Promise<void> => {
  await db.insertInto('bulletin_file').values(file).execute()
}

export const findBulletinFile = (db: Db, id: string) =>
  db
    .selectFrom('bulletin_file')
    .where('id', '=', id)
    .select(['key', 'name', 'bulletin_id', 'account_id'])
    .executeTakeFirst()

export const listFilesOf = (db: Db | Tx, bulletinId: string) =>
  db
    .selectFrom('bulletin_file')
    .where('bulletin_id', '=', bulletinId)
    .select(['id', 'name', 'bytes'])
    .orderBy('uploaded_at')
    .orderBy('id')
    .execute()

export const sumFileBytes = async (db: Db, accountId: string): Promise<number> =>
  (
    await db
      .selectFrom('bulletin_file')
      .where('account_id', '=', accountId)
      .select(sql<number>`coalesce(sum(bytes), 0)::int8`.as('bytes'))
      .executeTakeFirstOrThrow()
  ).bytes

/**
 * Replaces the files of the bulletin.
 * @returns false if one of them belongs to another account or is already attached to another
 * bulletin
 */
export const attachFiles = async (
  trx: Tx,
  bulletin: { id: string; accountId: string },
  fileIds: readonly string[],
  now: Date,
): Promise<boolean> => {
  await trx
    .updateTable('bulletin_file')
    .set({ bulletin_id: null, unclaimed_since: now })
    .where('bulletin_id', '=', bulletin.id)
    .where((eb) => (fileIds.length > 0 ? eb('id', 'not in', [...fileIds]) : eb.val(true)))
    .execute()
  if (fileIds.length === 0) return true
  const { numUpdatedRows } = await trx
    .updateTable('bulletin_file')
    .set({ bulletin_id: bulletin.id })
    .where('id', 'in', [...fileIds])
    .where('account_id', '=', bulletin.accountId)
    .where((eb) => eb.or([eb('bulletin_id', 'is', null), eb('bulletin_id', '=', bulletin.id)]))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows) === fileIds.length
}

/** Locks them until the transaction ends, so that none is attached while its bytes are deleted. */
export const lockUnclaimedFiles = (trx: Tx, before: Date, limit: number) =>
  trx
    .selectFrom('bulletin_file')
    .where('bulletin_id', 'is', null)
    .where('unclaimed_since', '<', before)
    .select(['id', 'key'])
    .orderBy('unclaimed_since')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

export const deleteFileRows = async (trx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0)
    await trx
      .deleteFrom('bulletin_file')
      .where('id', 'in', [...ids])
      .execute()
}
