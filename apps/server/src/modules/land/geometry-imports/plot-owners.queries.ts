// Accounts that may own imported plots: those below the importing account.
import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { containing } from '../../../platform/listing/search.ts'

const ownersAtMost = 20

const ownersBelow = (db: Db, accountId: string) =>
  db
    .selectFrom('account')
    .where('account.enabled', '=', true)
    .where('account.type', 'not in', ['platform', 'government'])
    .where('account.id', '<>', accountId)
    .where(
      sql<SqlBool>`starts_with(account.path,
        (select own.path from account own where own.id = ${accountId}::uuid))`,
    )
    .select(['account.id', 'account.name', 'account.region_code'])

/**
 * By part of the name, or by the phone number of one of its people, with or without country code.
 */
export const findPlotOwners = (
  db: Db,
  accountId: string,
  { search, id }: { search: string | undefined; id: string | undefined },
) =>
  ownersBelow(db, accountId)
    .$if(id !== undefined, (rows) => rows.where('account.id', '=', id!))
    .$if(search !== undefined, (rows) =>
      rows.where(
        sql<SqlBool>`(account.name ilike ${containing(search!)}
          or account.id in (select person.account_id from app_user person
            where person.deleted_at is null
              and (person.phone = ${search} or split_part(person.phone, '-', 2) = ${search})))`,
      ),
    )
    .orderBy('account.name')
    .orderBy('account.id')
    .limit(ownersAtMost)
    .execute()

/** Undefined: it is not below that account. */
export const findPlotOwner = async (db: Db, accountId: string, id: string) =>
  (await findPlotOwners(db, accountId, { search: undefined, id }))[0]
