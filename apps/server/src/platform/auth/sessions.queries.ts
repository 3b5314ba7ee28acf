// A row is a token family: the session of one sign-in, whose tokens change at each refresh.
import type { Insertable, Updateable } from 'kysely'
import type { Db, Tx } from '../database/database.ts'
import type { Database } from '../database/schema.ts'

export const insertSession = async (
  tx: Tx,
  session: Insertable<Database['session']>,
): Promise<void> => {
  await tx.insertInto('session').values(session).execute()
}

/** Expired sessions of all users. */
export const deleteLapsedSessions = async (tx: Tx, now: Date): Promise<void> => {
  await tx
    .deleteFrom('session')
    .where((is) => is.or([is('idle_until', '<', now), is('absolute_until', '<', now)]))
    .execute()
}

export const findSessionByAccess = (db: Db, accessHash: Buffer) =>
  db
    .selectFrom('session')
    .select([
      'id',
      'user_id as userId',
      'host',
      'access_until as accessUntil',
      'last_used_at as lastUsedAt',
      'method',
      'factor',
    ])
    .where('access_hash', '=', accessHash)
    .executeTakeFirst()

/**
 * Locks the row until the transaction ends: of several requests with the same token, the first
 * rotates it.
 */
export const lockSessionByRefresh = (tx: Tx, refreshHash: Buffer) =>
  tx
    .selectFrom('session')
    .selectAll()
    .where('refresh_hash', '=', refreshHash)
    .forUpdate()
    .executeTakeFirst()

export const lockSession = (tx: Tx, id: string) =>
  tx.selectFrom('session').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const findSpentRefresh = (tx: Tx, refreshHash: Buffer) =>
  tx
    .selectFrom('session_spent_refresh')
    .select([
      'session_id as sessionId',
      'spent_at as spentAt',
      'successor_sealed as successorSealed',
    ])
    .where('hash', '=', refreshHash)
    .executeTakeFirst()

export const updateSession = async (
  tx: Tx,
  id: string,
  change: Updateable<Database['session']>,
): Promise<void> => {
  await tx.updateTable('session').set(change).where('id', '=', id).execute()
}

export const rotateSession = async (
  tx: Tx,
  id: string,
  change: Updateable<Database['session']>,
  spent: { hash: Buffer; at: Date; successorSealed: Buffer },
): Promise<void> => {
  await updateSession(tx, id, change)
  await tx
    .insertInto('session_spent_refresh')
    .values({
      hash: spent.hash,
      session_id: id,
      spent_at: spent.at,
      successor_sealed: spent.successorSealed,
    })
    .execute()
}

/** Of several processes that write at once, only one succeeds. */
export const touchSession = async (
  db: Db,
  id: string,
  now: Date,
  ifBefore: Date,
): Promise<void> => {
  await db
    .updateTable('session')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where('last_used_at', '<', ifBefore)
    .execute()
}

/** Sessions that can still be used, most recently used first. */
export const findSessionsOfUser = (db: Db, userId: string, now: Date) =>
  db
    .selectFrom('session')
    .leftJoin('identity_provider', 'identity_provider.id', 'session.provider_id')
    .select([
      'session.id',
      'ip',
      'user_agent as userAgent',
      'host',
      'session.created_at as createdAt',
      'last_used_at as lastUsedAt',
      'method',
      'factor',
      'identity_provider.name as providerName',
    ])
    .where('user_id', '=', userId)
    .where('idle_until', '>', now)
    .where('absolute_until', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('session.id', 'desc')
    .execute()

/** Deletes one session of the person. @returns whether it existed */
export const deleteSessionOfUser = async (tx: Tx, userId: string, id: string): Promise<boolean> =>
  (await tx
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Deletes all sessions of the person but one. @returns how many */
export const deleteOtherSessions = async (tx: Tx, userId: string, kept: string): Promise<number> =>
  (
    await tx
      .deleteFrom('session')
      .where('user_id', '=', userId)
      .where('id', '!=', kept)
      .returning('id')
      .execute()
  ).length

/** @returns the id of its user */
export const deleteSession = async (db: Db | Tx, id: string): Promise<string | undefined> =>
  (
    await db
      .deleteFrom('session')
      .where('id', '=', id)
      .returning('user_id as userId')
      .executeTakeFirst()
  )?.userId

/**
 * Ends every session of these people, in the transaction of its cause. The caller then emits
 * `accessChanged` for them.
 */
export const deleteSessionsOfUsers = async (tx: Tx, userIds: readonly string[]): Promise<void> => {
  if (userIds.length > 0)
    await tx
      .deleteFrom('session')
      .where('user_id', 'in', [...userIds])
      .execute()
}

/**
 * Ends every session opened with an identity provider.
 * @returns the ids of its people
 */
export const deleteSessionsOfProvider = async (tx: Tx, providerId: string): Promise<string[]> => {
  const ended = await tx
    .deleteFrom('session')
    .where('provider_id', '=', providerId)
    .returning('user_id as userId')
    .execute()
  return [...new Set(ended.map(({ userId }) => userId))]
}

/**
 * Ends every session of the people of an account and of all accounts below it.
 * @returns the ids of these people
 */
export const deleteSessionsBelow = async (tx: Tx, path: string): Promise<string[]> => {
  const people = await tx
    .selectFrom('app_user')
    .innerJoin('account', 'account.id', 'app_user.account_id')
    .select('app_user.id')
    .where('account.path', 'like', `${path}%`)
    .execute()
  const userIds = people.map(({ id }) => id)
  await deleteSessionsOfUsers(tx, userIds)
  return userIds
}
