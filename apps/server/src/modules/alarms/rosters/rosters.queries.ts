import { sql } from 'kysely'
import type { DutyShift } from '@swath/domain/duty-roster'
import type { Db, Tx } from '../../../platform/database/database.ts'

/** In the format of the log. `region`: null: everywhere. */
export type RosterFields = {
  rosterName: string
  region: string | null
  minutes: number
  shifts: DutyShift[]
}

const columns = ['id', 'account_id', 'name', 'region_code', 'minutes', 'shifts', 'version'] as const

/** Those of the smallest regions first. */
export const rostersOf = (db: Db | Tx, accountId: string) =>
  db
    .selectFrom('duty_roster')
    .where('account_id', '=', accountId)
    .select(columns)
    .orderBy(sql`length(rtrim(region_code, '0')) desc nulls last`)
    .orderBy('name')
    .execute()
export type RosterRow = Awaited<ReturnType<typeof rostersOf>>[number]

export const findRoster = (db: Db | Tx, id: string) =>
  db.selectFrom('duty_roster').where('id', '=', id).select(columns).executeTakeFirst()

export const lockRoster = (trx: Tx, accountId: string, id: string) =>
  trx
    .selectFrom('duty_roster')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .select(columns)
    .forUpdate()
    .executeTakeFirst()

const toColumns = ({ rosterName, region, minutes, shifts }: RosterFields) => ({
  name: rosterName,
  region_code: region,
  minutes,
  shifts: JSON.stringify(shifts),
})

export const insertRoster = async (
  trx: Tx,
  { id, accountId, ...fields }: RosterFields & { id: string; accountId: string },
): Promise<void> => {
  await trx
    .insertInto('duty_roster')
    .values({ id, account_id: accountId, ...toColumns(fields) })
    .execute()
}

export const updateRosterRow = async (trx: Tx, id: string, fields: RosterFields): Promise<void> => {
  await trx
    .updateTable('duty_roster')
    .set({ ...toColumns(fields), version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

export const deleteRosterRow = async (trx: Tx, id: string): Promise<void> => {
  await trx.deleteFrom('duty_roster').where('id', '=', id).execute()
}

const memberColumns = [
  'id',
  'name',
  'user_type',
  'rights',
  'enabled',
  'deleted_at',
  'phone',
  'email',
  'settings',
] as const

const hasPush = sql<boolean>`exists (select from push_subscription
  where push_subscription.user_id = app_user.id)`

/** People of an account by id, deleted ones too. */
export const findMembers = (db: Db | Tx, accountId: string, ids: readonly string[]) =>
  db
    .selectFrom('app_user')
    .where('account_id', '=', accountId)
    .where((is) => is('id', '=', is.fn.any(is.val([...ids]))))
    .select(memberColumns)
    .select(hasPush.as('has_push'))
    .orderBy('name')
    .orderBy('id')
    .execute()
export type Member = Awaited<ReturnType<typeof findMembers>>[number]

export const listMembers = (db: Db, accountId: string): Promise<Member[]> =>
  db
    .selectFrom('app_user')
    .where('account_id', '=', accountId)
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .select(memberColumns)
    .select(hasPush.as('has_push'))
    .orderBy('name')
    .orderBy('id')
    .limit(1000)
    .execute()
