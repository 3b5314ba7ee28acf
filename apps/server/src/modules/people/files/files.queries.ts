import { sql, type Insertable } from 'kysely'
import type { Caller } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { fail } from '../../../platform/errors/fail.ts'

export type FilePurpose = 'avatar' | 'logo' | 'licence' | 'model' | 'bulletin'

const prefix = '/api/files/'
const toKey = (url: string): string => url.slice(prefix.length)

export const buildUrl = (key: string): string => prefix + key

export const insertFile = async (
  db: Db,
  file: Insertable<Database['stored_file']>,
): Promise<void> => {
  await db.insertInto('stored_file').values(file).execute()
}

export const deleteFile = async (db: Db, key: string): Promise<void> => {
  await db.deleteFrom('stored_file').where('key', '=', key).execute()
}

/** Unreferenced uploads of people without a session. */
export const countStrangersFiles = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('stored_file')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', 'is', null)
    .where('uploaded_by', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Assigns an upload to an account permanently, in the transaction that stores its address.
 * Repeating it changes nothing; null or '' is no file.
 * @throws invalid_input at `field` if it is no upload, belongs to someone else, or already has
 * another purpose
 */
export const claimFile = async (
  trx: Tx,
  url: string | null,
  {
    accountId,
    purpose,
    field = 'file',
  }: { accountId: string; purpose: FilePurpose; field?: string },
): Promise<void> => {
  if (url === null || url === '') return
  const file = await trx
    .selectFrom('stored_file')
    .select(['account_id', 'purpose'])
    .where('key', '=', toKey(url))
    .forUpdate()
    .executeTakeFirst()
  if (file?.account_id === accountId && file.purpose === purpose) return
  if (!file || file.account_id !== null)
    return fail('invalid_input', {}, [{ path: field, message: 'notAnUpload' }])
  await trx
    .updateTable('stored_file')
    .set({ account_id: accountId, purpose })
    .where('key', '=', toKey(url))
    .execute()
}

/**
 * The address is no longer referenced: the file is deleted a day later, unless it is claimed again.
 */
export const releaseFile = async (
  trx: Tx,
  url: string | null,
  { accountId, now }: { accountId: string; now: Date },
): Promise<void> => {
  if (url === null || url === '') return
  await trx
    .updateTable('stored_file')
    .set({ account_id: null, purpose: null, unclaimed_since: now })
    .where('key', '=', toKey(url))
    .where('account_id', '=', accountId)
    .execute()
}

/**
 * The file, if the caller may see it: an unclaimed one only its uploader, others depending on their
 * purpose.
 */
export const findFileFor = (db: Db, key: string, caller: Caller | null) => {
  const own = caller
    ? sql<boolean>`stored_file.account_id is null
      and stored_file.uploaded_by = ${caller.userId}::uuid
    or stored_file.account_id = ${caller.accountId}::uuid`
    : sql<boolean>`false`
  const above = caller?.rights.includes('account.manage')
    ? inScope(caller.scope, { owner: 'stored_file.account_id', region: 'account.region_code' })
    : sql<boolean>`false`
  return db
    .selectFrom('stored_file')
    .leftJoin('account', 'account.id', 'stored_file.account_id')
    .select(['stored_file.media_type as mediaType', 'stored_file.purpose', 'stored_file.bytes'])
    .where('key', '=', key)
    .where((is) =>
      is.or([
        is('stored_file.purpose', 'in', ['avatar', 'logo', 'model', 'bulletin']),
        sql<boolean>`(${own})`,
        sql<boolean>`(stored_file.account_id is not null and ${above})`,
      ]),
    )
    .executeTakeFirst()
}

/** Locks them until the transaction ends, so that none is claimed while its bytes are deleted. */
export const lockUnclaimed = async (trx: Tx, before: Date, limit: number): Promise<string[]> => {
  const rows = await trx
    .selectFrom('stored_file')
    .select('key')
    .where('account_id', 'is', null)
    .where('unclaimed_since', '<', before)
    .orderBy('unclaimed_since')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ key }) => key)
}

export const deleteFiles = async (trx: Tx, keys: readonly string[]): Promise<void> => {
  if (keys.length > 0)
    await trx
      .deleteFrom('stored_file')
      .where('key', 'in', [...keys])
      .execute()
}
