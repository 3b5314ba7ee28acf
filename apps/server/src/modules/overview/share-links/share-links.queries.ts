import { sql, type Insertable, type RawBuilder, type SqlBool } from 'kysely'
import { listedOpeningsAtMost } from '@swath/contract/overview/share-limits'
import type { SharedReportOf } from '@swath/contract/overview/shared-reports'
import type { Caller } from '@swath/domain/access/caller'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'

type Owner = Pick<Caller, 'accountId' | 'userId' | 'personal'>

/** Links of the caller's account; for people of personal scope only their own. */
const linksOf = (db: Db | Tx, { accountId, userId, personal }: Owner) =>
  db
    .selectFrom('share_link as link')
    .where('link.account_id', '=', accountId)
    .$if(personal, (query) => query.where('link.created_by', '=', userId))

const isOf = (column: string, report: SharedReportOf): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = ${JSON.stringify(report)}::jsonb`

export type LinkRow = Awaited<ReturnType<typeof listLinks>>[number]

export const listLinks = (
  db: Db | Tx,
  owner: Owner,
  { report, endedAfter }: { report: SharedReportOf; endedAfter: Date },
) =>
  linksOf(db, owner)
    .innerJoin('app_user as creator', 'creator.id', 'link.created_by')
    .where(isOf('link.report', report))
    .where(sql`coalesce(link.revoked_at, link.expires_at)`, '>', endedAfter)
    .selectAll('link')
    .select('creator.name as createdBy')
    .orderBy('link.created_at', 'desc')
    .limit(100)
    .execute()

export const listOpenings = (db: Db | Tx, linkIds: readonly string[]) =>
  db
    .selectFrom('share_opening')
    .where('link_id', '=', sql<string>`any(${linkIds}::uuid[])`)
    .selectAll()
    .orderBy('opened_at', 'desc')
    .execute()

/** Links that work: of the account, and of one of its reports. Locks the account's row. */
export const countWorkingLinks = async (
  trx: Tx,
  accountId: string,
  report: SharedReportOf,
  now: Date,
) => {
  await trx.selectFrom('account').where('id', '=', accountId).select('id').forUpdate().execute()
  return trx
    .selectFrom('share_link')
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .select(({ fn }) => [
      fn.countAll<number>().as('ofAccount'),
      fn.countAll<number>().filterWhere(isOf('report', report)).as('ofReport'),
    ])
    .executeTakeFirstOrThrow()
}

export const insertLink = async (trx: Tx, row: Insertable<Database['share_link']>) => {
  await trx.insertInto('share_link').values(row).execute()
}

/** Removes links of the account that ended before. */
export const deleteEndedLinks = async (trx: Tx, accountId: string, before: Date) => {
  await trx
    .deleteFrom('share_link')
    .where('account_id', '=', accountId)
    .where(sql`coalesce(revoked_at, expires_at)`, '<', before)
    .execute()
}

export const lockLink = (trx: Tx, owner: Owner, id: string) =>
  linksOf(trx, owner).where('link.id', '=', id).selectAll('link').forUpdate().executeTakeFirst()

export const revokeLink = async (trx: Tx, id: string, at: Date) => {
  await trx.updateTable('share_link').set({ revoked_at: at }).where('id', '=', id).execute()
}

export const findWorkingLink = (db: Db | Tx, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('share_link')
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .selectAll()
    .executeTakeFirst()

/** Changes the language of an opening since then. @returns false if the link has none with this id */
export const noteLanguage = async (
  trx: Tx,
  { id, linkId, since, language }: { id: string; linkId: string; since: Date; language: string },
): Promise<boolean> =>
  (await trx
    .updateTable('share_opening')
    .set({ language })
    .where('id', '=', id)
    .where('link_id', '=', linkId)
    .where('opened_at', '>', since)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Counts an opening and keeps the newest ones. @returns false if the link was revoked meanwhile */
export const noteOpening = async (
  trx: Tx,
  row: Insertable<Database['share_opening']> & { opened_at: Date },
): Promise<boolean> => {
  const counted = await trx
    .updateTable('share_link')
    .set({ openings: sql`openings + 1`, last_opened_at: row.opened_at })
    .where('id', '=', row.link_id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!counted) return false
  await trx.insertInto('share_opening').values(row).execute()
  await sql`delete from share_opening where link_id = ${row.link_id}::uuid and id not in (
    select id from share_opening where link_id = ${row.link_id}::uuid
    order by opened_at desc, id desc limit ${listedOpeningsAtMost})`.execute(trx)
  return true
}
