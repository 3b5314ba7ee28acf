import { sql } from 'kysely'
import { rightsByUserType, type Right } from '@swath/domain/access/rights'
import type { Db, Tx } from '../database/database.ts'
import { aboveOrSame } from './ancestors.queries.ts'
import { hasFactor } from './factors.queries.ts'
import type { Brands } from './themes.ts'

/** A session's data about its person, and the account in which they work. */
export type Person = NonNullable<Awaited<ReturnType<typeof findPersonById>>>

/** For `account`: whether it and all accounts above it are enabled. */
export const isAccountEnabled = sql<boolean>`not exists (
    select from account above where not above.enabled and ${aboveOrSame('above', 'account.path')})`

/** For `account`: its own host and those of the accounts above it. */
export const brandsOfAccount = sql<Brands>`coalesce((select jsonb_agg(jsonb_build_object('id', above.id, 'subPlatform', above.type = 'platform' and above.tag is not null)
    order by length(above.path) desc) from account above
    where above.custom_domain is not null and above.enabled and above.check_status = 2 and ${aboveOrSame('above', 'account.path')}), '[]')`

const people = (db: Db | Tx) =>
  db
    .selectFrom('app_user')
    .innerJoin('account', 'account.id', 'app_user.account_id')
    .select([
      'app_user.id as userId',
      'app_user.name as userName',
      'app_user.head_url as headUrl',
      'app_user.phone',
      'app_user.email',
      'app_user.user_type as userType',
      'app_user.data_scope as dataScope',
      'app_user.rights',
      'app_user.password_hash as passwordHash',
      'app_user.temporary_password_until as temporaryPasswordUntil',
      'app_user.settings',
      'account.id as accountId',
      'account.name as accountName',
      'account.logo_url as logoUrl',
      'account.type as accountType',
      'account.operator_type as operatorType',
      'account.check_status as checkStatus',
      'account.vip_level as vipLevel',
      'account.can_create_sub as canCreateSub',
      'account.lease_account as leaseAccount',
      'account.region_code as regionCode',
      'account.time_zone as timeZone',
      'account.parent_id as parentId',
      'account.path',
      'account.theme',
    ])
    .select([
      hasFactor.as('hasFactor'),
      sql<boolean>`app_user.user_type = any(account.factor_roles)`.as('factorRequired'),
    ])
    .select([
      // Accounts below a disabled account are disabled with it.
      sql<boolean>`app_user.enabled and ${isAccountEnabled}`.as('enabled'),
      brandsOfAccount.as('brands'),
      // Companies of a sub-platform have the same limits as it.
      sql<{
        tag: string
        screens: string[] | null
      } | null>`case when account.type = 'platform' then (
    select jsonb_build_object('tag', above.tag, 'screens', above.screens) from account above
    where above.tag is not null and above.type = 'platform' and ${aboveOrSame('above', 'account.path')} order by length(above.path) desc limit 1) end`.as(
        'subPlatform',
      ),
      // Former clients may read their bills after the last drone was returned.
      sql<boolean>`(exists (select from rental_client where tenant_account_id = account.id)
        or exists (select from drone where drone.tenant_id = account.id))`.as('tenant'),
    ])

/** Whether the person has the right, by individual rights or else by user type. */
export const holdsRight = ({ enabled, userType, rights }: Person, right: Right): boolean =>
  enabled && (rights ?? rightsByUserType[userType]).includes(right)

export const findPersonById = (db: Db | Tx, userId: string) =>
  people(db).where('app_user.id', '=', userId).executeTakeFirst()

export type LoginName = { phone: string } | { email: string }

export const findPersonByLogin = (db: Db, login: LoginName): Promise<Person | undefined> =>
  people(db)
    .where(
      'phone' in login ? 'app_user.phone' : 'app_user.email',
      '=',
      'phone' in login ? login.phone : login.email,
    )
    .executeTakeFirst()

/** The account's own id and its descendants'. */
export const findSubtree = async (db: Db | Tx, path: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where('path', 'like', `${path}%`)
    .orderBy('path')
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Skips from drone to drone along the index, so the cost depends on the number of drones and not of
 * sorties.
 */
export const findDronesFlownBy = async (db: Db | Tx, userId: string): Promise<string[]> => {
  const { rows } = await sql<{ drone_id: string }>`
    with recursive flown as (
      (select drone_id from sortie where pilot_id = ${userId}::uuid order by drone_id limit 1)
      union all
      select (select sortie.drone_id from sortie where pilot_id = ${userId}::uuid and sortie.drone_id > flown.drone_id order by drone_id limit 1)
      from flown where flown.drone_id is not null)
    select drone_id from flown where drone_id is not null`.execute(db)
  return rows.map((row) => row.drone_id)
}

export const markSignedIn = async (tx: Tx, userId: string, at: Date): Promise<void> => {
  await tx.updateTable('app_user').set({ last_sign_in_at: at }).where('id', '=', userId).execute()
}

export const updatePasswordHash = async (
  db: Db,
  userId: string,
  before: string,
  after: string,
): Promise<void> => {
  await db
    .updateTable('app_user')
    .set({ password_hash: after })
    .where('id', '=', userId)
    .where('password_hash', '=', before)
    .execute()
}

/** A password that the person chose. */
export const setPassword = async (tx: Tx, userId: string, passwordHash: string): Promise<void> => {
  await tx
    .updateTable('app_user')
    .set({ password_hash: passwordHash, temporary_password_until: null })
    .where('id', '=', userId)
    .execute()
}

/** @returns false if `before` is no longer the person's temporary password */
export const replaceTemporaryPassword = async (
  tx: Tx,
  userId: string,
  before: string,
  after: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('app_user')
    .set({ password_hash: after, temporary_password_until: null })
    .where('id', '=', userId)
    .where('password_hash', '=', before)
    .where('temporary_password_until', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
