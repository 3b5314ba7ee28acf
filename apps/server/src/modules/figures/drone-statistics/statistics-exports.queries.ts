// Files created in the background; each belongs to one person.
import type { Insertable, Updateable } from 'kysely'
import type { Caller } from '@swath/domain/access/caller'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'

type Reader = Pick<Caller, 'accountId' | 'userId'>

const exportsOf = (db: Db | Tx, { accountId, userId }: Reader) =>
  db
    .selectFrom('statistics_export')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .selectAll()

export type ExportRow = Awaited<ReturnType<ReturnType<typeof exportsOf>['executeTakeFirstOrThrow']>>

export const listExports = (db: Db | Tx, reader: Reader): Promise<ExportRow[]> =>
  exportsOf(db, reader).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()

export const findExport = (db: Db | Tx, reader: Reader, id: string) =>
  exportsOf(db, reader).where('id', '=', id).executeTakeFirst()

/** Locks the export until the transaction ends. */
export const lockExport = (trx: Tx, reader: Reader, id: string) =>
  exportsOf(trx, reader).where('id', '=', id).forUpdate().executeTakeFirst()

export const insertExport = async (
  db: Db | Tx,
  row: Insertable<Database['statistics_export']>,
): Promise<void> => {
  await db.insertInto('statistics_export').values(row).execute()
}

export const deleteExport = async (trx: Tx, id: string): Promise<void> => {
  await trx.deleteFrom('statistics_export').where('id', '=', id).execute()
}

/** Of any person, for the job that creates it. */
export const findAnyExport = (db: Db, id: string): Promise<ExportRow | undefined> =>
  db.selectFrom('statistics_export').where('id', '=', id).selectAll().executeTakeFirst()

/** @returns false if the person has deleted it */
export const updateExport = async (
  db: Db,
  id: string,
  fields: Updateable<Database['statistics_export']>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('statistics_export')
    .set(fields)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export const lockOldExports = (trx: Tx, before: Date, limit: number): Promise<ExportRow[]> =>
  trx
    .selectFrom('statistics_export')
    .where('created_at', '<', before)
    .selectAll()
    .orderBy('created_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
