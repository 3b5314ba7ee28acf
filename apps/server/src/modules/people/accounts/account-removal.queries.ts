// What an account still owns, and its deletion.
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { below } from './accounts.queries.ts'

export type Holdings = Readonly<
  Record<
    | 'madeDrones'
    | 'ownedDrones'
    | 'rentedDrones'
    | 'plots'
    | 'subAccounts'
    | 'otherMembers'
    | 'sorties'
    | 'zones'
    | 'models'
    | 'bulletins'
    | 'openApplications',
    number
  >
>

/** Rows that would have no owner without the account. */
export const countHoldings = async (
  trx: Tx,
  { id, path }: { id: string; path: string },
): Promise<Holdings> => {
  const count = (from: RawBuilder<unknown>) => sql<number>`(select count(*) from ${from})`
  return trx
    .selectNoFrom([
      count(sql`drone where manufacturer_id = ${id}::uuid`).as('madeDrones'),
      count(sql`drone where operator_id = ${id}::uuid`).as('ownedDrones'),
      count(sql`drone where tenant_id = ${id}::uuid`).as('rentedDrones'),
      count(sql`plot where account_id = ${id}::uuid`).as('plots'),
      count(sql`account where ${below(path)}`).as('subAccounts'),
      count(sql`app_user
        where account_id = ${id}::uuid
          and deleted_at is null
          and id is distinct from (select admin.id from app_user admin
            where admin.account_id = ${id}::uuid
              and admin.user_type = 1
              and admin.deleted_at is null
            order by admin.created_at, admin.id
            limit 1)`).as('otherMembers'),
      count(
        sql`sortie
          where manufacturer_id = ${id}::uuid
            or operator_id = ${id}::uuid
            or tenant_id = ${id}::uuid`,
      ).as('sorties'),
      count(sql`no_fly_zone where account_id = ${id}::uuid`).as('zones'),
      count(sql`drone_model where manufacturer_id = ${id}::uuid`).as('models'),
      count(sql`bulletin where account_id = ${id}::uuid and published_at is not null`).as(
        'bulletins',
      ),
      sql<number>`(select count(*)
        from account_application
        where account_id = ${id}::uuid and status = 1)
      + (select count(*) from user_application where account_id = ${id}::uuid and status = 1)`.as(
        'openApplications',
      ),
    ])
    .executeTakeFirstOrThrow()
}

/**
 * Deletes the account with its people, their data, and bulletins without recipients. The log is
 * kept.
 * @returns people whose sessions were ended
 */
export const removeAccount = async (
  trx: Tx,
  id: string,
  byAccountId: string,
): Promise<string[]> => {
  await trx
    .deleteFrom('bulletin')
    .where('account_id', '=', id)
    .where('published_at', 'is', null)
    .execute()
  // Files that are no longer referenced belong to the deleting account until they are removed,
  // within a day.
  await trx
    .updateTable('bulletin_file')
    .set({ account_id: byAccountId })
    .where('account_id', '=', id)
    .execute()
  await trx.deleteFrom('user_application').where('account_id', '=', id).execute()
  const people = await trx
    .deleteFrom('app_user')
    .where('account_id', '=', id)
    .returning('id')
    .execute()
  await trx.deleteFrom('account').where('id', '=', id).execute()
  return people.map((person) => person.id)
}
