import { sql } from 'kysely'
import type { UserType } from '@swath/domain/access/rights'
import type { Db, Tx } from '../../../platform/database/database.ts'

export const readFactorRoles = async (db: Db | Tx, accountId: string): Promise<UserType[]> => {
  const { factor_roles } = await db
    .selectFrom('account')
    .select('factor_roles')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return factor_roles as UserType[]
}

/** Sets the rule. @returns the people of the account, whose sessions it may concern */
export const writeFactorRoles = async (
  trx: Tx,
  accountId: string,
  roles: readonly UserType[],
): Promise<string[]> => {
  await trx
    .updateTable('account')
    .set({ factor_roles: [...roles] })
    .where('id', '=', accountId)
    .execute()
  const people = await trx
    .selectFrom('app_user')
    .select('id')
    .where('account_id', '=', accountId)
    .execute()
  return people.map(({ id }) => id)
}

/** An open request, and the name of its author. */
export const findReset = (db: Db | Tx, userId: string, now: Date) =>
  db
    .selectFrom('factor_reset')
    .innerJoin('app_user as author', 'author.id', 'factor_reset.requested_by')
    .select([
      'author.id as requestedBy',
      'author.name as requestedByName',
      'requested_at as requestedAt',
      'expires_at as expiresAt',
    ])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export const putReset = async (
  trx: Tx,
  {
    userId,
    accountId,
    by,
    now,
    until,
  }: { userId: string; accountId: string; by: string; now: Date; until: Date },
): Promise<void> => {
  const fresh = { requested_by: by, requested_at: now, expires_at: until }
  await trx
    .insertInto('factor_reset')
    .values({ user_id: userId, account_id: accountId, ...fresh })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh))
    .execute()
}

export const deleteReset = async (trx: Tx, userId: string): Promise<void> => {
  await trx.deleteFrom('factor_reset').where('user_id', '=', userId).execute()
}

/** A person of the account, or of any account if it is null; not of deleted people. */
export const findMemberId = (db: Db | Tx, userId: string, accountId: string | null) =>
  db
    .selectFrom('app_user')
    .select(['id', 'account_id as accountId'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .where(accountId === null ? sql<boolean>`true` : sql<boolean>`account_id = ${accountId}`)
    .executeTakeFirst()

/** Enabled people who manage the account's staff, by their own rights or else by their role. */
export const findAdministrators = async (
  db: Db | Tx,
  accountId: string,
  roles: readonly UserType[],
): Promise<string[]> => {
  const rows = await db
    .selectFrom('app_user')
    .select('id')
    .where('account_id', '=', accountId)
    .where('enabled', '=', true)
    .where(
      sql<boolean>`case when rights is null then user_type = any(${roles}) else 'staff.manage' = any(rights) end`,
    )
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** People of an account with an open request. */
export const findResetsOf = async (db: Db, accountId: string, now: Date): Promise<string[]> => {
  const rows = await db
    .selectFrom('factor_reset')
    .select('user_id')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('requested_at')
    .execute()
  return rows.map(({ user_id }) => user_id)
}
