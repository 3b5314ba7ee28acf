import { sql, type Insertable } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'

/** A person's own views are stored in the person's settings, by the name of their list. */
export const readViews = async (db: Db, userId: string, list: string): Promise<unknown> =>
  (
    await db
      .selectFrom('app_user')
      .where('id', '=', userId)
      .select(sql<unknown>`settings #> array['views', ${list}]`.as('views'))
      .executeTakeFirst()
  )?.views

export const keepViews = async (
  db: Db,
  userId: string,
  list: string,
  views: readonly object[],
): Promise<void> => {
  const kept = sql`jsonb_build_object(${list}::text, ${JSON.stringify(views)}::jsonb)`
  await db
    .updateTable('app_user')
    .where('id', '=', userId)
    .set({
      settings: sql<string>`settings || jsonb_build_object('views',
        coalesce(settings -> 'views', '{}'::jsonb) || ${kept})`,
    })
    .execute()
}

const sharedIn = (db: Db | Tx, accountId: string) =>
  db.selectFrom('shared_list_view').where('account_id', '=', accountId)

/** The views of a list that people of the account share, by name. */
export const listShared = (db: Db | Tx, accountId: string, list: string) =>
  sharedIn(db, accountId)
    .where('list', '=', list)
    .selectAll()
    .orderBy('name')
    .orderBy('id')
    .execute()
export type SharedRow = Awaited<ReturnType<typeof listShared>>[number]

/** Serializes sharing in an account, so that the limit holds. */
export const holdShared = async (trx: Tx, accountId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`shared views of ${accountId}`}, 0))`.execute(
    trx,
  )
}

/** Locks the view until the transaction ends. */
export const lockShared = (
  trx: Tx,
  accountId: string,
  id: string,
): Promise<SharedRow | undefined> =>
  sharedIn(trx, accountId).where('id', '=', id).selectAll().forUpdate().executeTakeFirst()

/** Writes a new view, or replaces the content of the one with this id. */
export const putShared = async (
  trx: Tx,
  view: Insertable<Database['shared_list_view']>,
): Promise<void> => {
  await trx
    .insertInto('shared_list_view')
    .values(view)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(view))
    .execute()
}

export const deleteShared = async (trx: Tx, id: string): Promise<void> => {
  await trx.deleteFrom('shared_list_view').where('id', '=', id).execute()
}
