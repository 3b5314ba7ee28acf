// People of an account, which is always the caller's, never one from the request.
import { toDataScope } from '@swath/contract/people/data-scope-codes'
import { sql, type Insertable, type Updateable } from 'kysely'
import { memberList, userTypeStates } from '@swath/contract/people/members'
import { hasFactor } from '../../../platform/auth/factors.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { writeUnique } from '../../../platform/database/write-unique.ts'
import { contains, equals, equalsNumber } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'
import { nameIndexes } from '../../../platform/listing/name-index.queries.ts'
import { containing } from '../../../platform/listing/search.ts'

const selectMembers = (db: Db | Tx, accountId: string) =>
  db
    .selectFrom('app_user')
    .where('app_user.account_id', '=', accountId)
    .where('app_user.deleted_at', 'is', null)

/**
 * People without the right to manage staff must enter a complete login, so that they cannot guess
 * one digit by digit.
 */
const byLogin = (text: string, inPart: boolean) =>
  inPart
    ? sql<boolean>`(app_user.phone ilike ${containing(text)}
      or app_user.email ilike ${containing(text)})`
    : sql<boolean>`(app_user.phone = ${text}
      or split_part(app_user.phone, '-', 2) = ${text}
      or app_user.email = ${text.toLowerCase()})`

const columns = [
  'app_user.id',
  'app_user.name',
  'app_user.phone',
  'app_user.email',
  'app_user.user_type',
  'app_user.rights',
  'app_user.data_scope',
  'app_user.enabled',
  'app_user.last_sign_in_at',
  'app_user.created_at',
  'app_user.version',
  hasFactor.as('has_factor'),
] as const
export type MemberRecord = Awaited<ReturnType<typeof lockMember>> & object

/** The account, and whether part of a login matches. */
type Whose = { accountId: string; inPart: boolean }

export const memberRows = defineList(memberList, {
  from: (db: Db | Tx, { accountId }: Whose) => selectMembers(db, accountId),
  select: (rows) => rows.select(columns),
  conditions: ({ inPart }) => ({
    userName: contains('app_user.name'),
    phone: (text) => byLogin(text, inPart),
    userType: equalsNumber('app_user.user_type'),
    enabled: (value) => equals('app_user.enabled')(value === 'true'),
    hasFactor: (value) => sql<boolean>`${hasFactor} = ${value === 'true'}`,
    dataScope: (code) => equals('app_user.data_scope')(toDataScope(code === '1' ? 1 : 2)),
  }),
  orders: {
    userName: sql`app_user.name`,
    userType: sql`array_position(${[...userTypeStates]}::text[], app_user.user_type::text)`,
    lastSignInAt: sql`app_user.last_sign_in_at`,
    createdAt: sql`app_user.created_at`,
  },
  ties: [{ by: sql`app_user.id`, direction: 'asc' }],
  similar: { index: nameIndexes.app_user, id: 'app_user.id', type: 'uuid' },
  stream: { by: ['app_user.id'], last: ({ id }) => [id], direction: 'asc' },
  countBy: { filter: 'userType', states: userTypeStates, state: sql`app_user.user_type::text` },
})

export const findMember = (db: Db | Tx, accountId: string, userId: string) =>
  selectMembers(db, accountId)
    .where('app_user.id', '=', userId)
    .leftJoin('app_user as creator', 'creator.id', 'app_user.created_by')
    .select(columns)
    .select('creator.name as creator_name')
    .executeTakeFirst()

/** Sorties of a person, and the number of drones; without simulated flights. */
export const flownBy = (db: Db | Tx, userId: string) =>
  db
    .selectFrom('sortie')
    .where('pilot_id', '=', userId)
    .where('simulated', '=', false)
    .select((eb) => [
      eb.fn.countAll<number>().as('flights'),
      eb.fn.max('start_at').as('last_at'),
      sql<number>`count(distinct drone_id)`.as('drones'),
    ])
    .executeTakeFirstOrThrow()

/** Locks the row until the transaction ends, so that concurrent changes are serialized. */
export const lockMember = (trx: Tx, accountId: string, userId: string) =>
  selectMembers(trx, accountId)
    .where('app_user.id', '=', userId)
    .select(columns)
    .forUpdate()
    .executeTakeFirst()

/**
 * Locks them in a fixed order: of two who remove each other's role, the second finds only one left.
 */
export const lockSuperAdmins = async (trx: Tx, accountId: string): Promise<string[]> =>
  (
    await selectMembers(trx, accountId)
      .where('user_type', '=', 1)
      .where('enabled', '=', true)
      .select('id')
      .orderBy('id')
      .forUpdate()
      .execute()
  ).map(({ id }) => id)

/** @returns false if the phone number or the e-mail address is taken */
export const insertMember = async (
  trx: Tx,
  member: Insertable<Database['app_user']>,
): Promise<boolean> =>
  (
    await trx
      .insertInto('app_user')
      .values(member)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
  ).length === 1

export const writeMember = async (
  trx: Tx,
  userId: string,
  change: Updateable<Database['app_user']>,
): Promise<void> => {
  await trx
    .updateTable('app_user')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', userId)
    .execute()
}

/** @returns false if the phone number or the e-mail address is someone else's */
export const updateLogin = (
  trx: Tx,
  userId: string,
  change: Updateable<Database['app_user']>,
): Promise<boolean> => writeUnique(writeMember(trx, userId, change))

/**
 * Keeps the name for flights and logs, and deletes all other data of the person; phone number and
 * e-mail address can be used by others.
 */
export const forgetMember = async (trx: Tx, userId: string, now: Date): Promise<void> => {
  await trx
    .updateTable('app_user')
    .set({
      deleted_at: now,
      enabled: false,
      phone: null,
      email: null,
      password_hash: null,
      head_url: null,
      settings: '{}',
      rights: null,
    })
    .where('id', '=', userId)
    .execute()
  await trx.deleteFrom('anomaly_read').where('user_id', '=', userId).execute()
  await trx.deleteFrom('identity_link').where('user_id', '=', userId).execute()
  await trx
    .updateTable('api_key')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
}
