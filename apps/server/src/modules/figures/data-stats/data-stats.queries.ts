// Saved statistics: those of a person, and those shared within the account.
import { sql, type Insertable, type SqlBool, type Updateable } from 'kysely'
import { dataStatList } from '@swath/contract/figures/data-stats'
import type { Caller } from '@swath/domain/access/caller'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { contains, equals } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'

type Reader = Pick<Caller, 'accountId' | 'userId'>

const statsFor = (db: Db | Tx, { accountId, userId }: Reader) =>
  db
    .selectFrom('data_stat')
    .where('data_stat.account_id', '=', accountId)
    .where(sql<SqlBool>`(data_stat.is_shared or data_stat.made_by = ${userId}::uuid)`)

const shown = (rows: ReturnType<typeof statsFor>) => rows.selectAll('data_stat')
export type DataStatRow = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>

export const dataStatRows = defineList(dataStatList, {
  from: statsFor,
  select: shown,
  conditions: ({ userId }) => ({
    name: contains('data_stat.name'),
    createdByName: contains('data_stat.made_by_name'),
    showType: equals('data_stat.show_type'),
    own: (own) =>
      own === 'true'
        ? sql<SqlBool>`data_stat.made_by = ${userId}::uuid`
        : sql<SqlBool>`data_stat.made_by is distinct from ${userId}::uuid`,
  }),
  orders: { name: sql`data_stat.name`, updatedAt: sql`data_stat.updated_at` },
  ties: [{ by: sql`data_stat.id` }],
})

export const findDataStat = (db: Db | Tx, reader: Reader, id: string) =>
  shown(statsFor(db, reader).where('data_stat.id', '=', id)).executeTakeFirst()

/** Locks it until the transaction ends. */
export const lockDataStat = (trx: Tx, reader: Reader, id: string) =>
  shown(statsFor(trx, reader).where('data_stat.id', '=', id))
    .forUpdate()
    .executeTakeFirst()

export const insertDataStat = async (
  db: Db | Tx,
  row: Insertable<Database['data_stat']>,
): Promise<void> => {
  await db.insertInto('data_stat').values(row).execute()
}

export const updateDataStat = async (
  trx: Tx,
  id: string,
  fields: Updateable<Database['data_stat']>,
): Promise<void> => {
  await trx
    .updateTable('data_stat')
    .set({ ...fields, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

export const deleteDataStat = (trx: Tx, id: string) =>
  trx.deleteFrom('data_stat').where('id', '=', id).execute()

/** Number of a person's statistics, and of the account's that are sent by mail. */
export const countDataStats = async (
  trx: Tx,
  { accountId, userId }: Reader,
): Promise<{ own: number; mailed: number }> =>
  trx
    .selectFrom('data_stat')
    .where('account_id', '=', accountId)
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('made_by', '=', userId).as('own'),
      eb.fn.countAll<number>().filterWhere('mail', 'is not', null).as('mailed'),
    ])
    .executeTakeFirstOrThrow()

/** People of the account, pilots included, and whether a mail can be sent to each. */
export const listPeople = (db: Db | Tx, accountId: string) =>
  db
    .selectFrom('app_user')
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('enabled', '=', true)
    .select(['id', 'name'])
    // Pilots cannot sign in to the console.
    .select(sql<boolean>`(email is not null and user_type <> 2)`.as('reached'))
    .orderBy('name')
    .orderBy('id')
    .execute()

/** Whether all are people of the account with an e-mail address. */
export const areReached = async (
  db: Db | Tx,
  accountId: string,
  userIds: readonly string[],
): Promise<boolean> => {
  const reached = (await listPeople(db, accountId)).filter((person) => person.reached)
  return userIds.every((id) => reached.some((person) => person.id === id))
}
