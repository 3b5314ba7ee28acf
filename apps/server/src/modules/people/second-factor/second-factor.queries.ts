import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'

/** Locks the person until the transaction ends, so that changes of their factors are serialized. */
export const lockPerson = async (tx: Tx, userId: string): Promise<void> => {
  await tx.selectFrom('app_user').select('id').where('id', '=', userId).forUpdate().execute()
}

/** How the session was opened, and when the person last proved their identity. */
export const findOwnSession = (db: Db | Tx, id: string) =>
  db
    .selectFrom('session')
    .select([
      'method',
      'factor',
      'remember',
      'created_at as createdAt',
      'confirmed_at as confirmedAt',
    ])
    .where('id', '=', id)
    .executeTakeFirst()

export const confirmSession = async (db: Db, id: string, at: Date): Promise<void> => {
  await db.updateTable('session').set({ confirmed_at: at }).where('id', '=', id).execute()
}

/** The authenticator app in use, or the one that is being set up. */
export const findTotp = (db: Db | Tx, userId: string, state: 'confirmed' | 'pending') =>
  db
    .selectFrom('totp')
    .select([
      'id',
      'secret_sealed as secretSealed',
      'confirmed_at as confirmedAt',
      'last_used_at as lastUsedAt',
    ])
    .where('user_id', '=', userId)
    .where('confirmed_at', state === 'pending' ? 'is' : 'is not', null)
    .executeTakeFirst()

export const deleteTotp = async (
  tx: Tx,
  userId: string,
  state: 'confirmed' | 'pending',
): Promise<boolean> =>
  (await tx
    .deleteFrom('totp')
    .where('user_id', '=', userId)
    .where('confirmed_at', state === 'pending' ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst()) !== undefined

export const insertTotp = async (tx: Tx, totp: Insertable<Database['totp']>): Promise<void> => {
  await tx.insertInto('totp').values(totp).execute()
}

export const confirmTotpRow = async (
  tx: Tx,
  id: string,
  step: number,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('totp')
    .set({ confirmed_at: now, last_step: step })
    .where('id', '=', id)
    .execute()
}

/** Uses up the code of a time step, and those before it. @returns false if it has been used */
export const takeStep = async (tx: Tx, id: string, step: number, now: Date): Promise<boolean> =>
  (await tx
    .updateTable('totp')
    .set({ last_step: step, last_used_at: now })
    .where('id', '=', id)
    .where((is) => is.or([is('last_step', 'is', null), is('last_step', '<', step)]))
    .returning('id')
    .executeTakeFirst()) !== undefined

export const replaceRecoveryCodes = async (
  tx: Tx,
  userId: string,
  hashes: readonly Buffer[],
  now: Date,
): Promise<void> => {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  if (hashes.length > 0)
    await tx
      .insertInto('recovery_code')
      .values(hashes.map((hash) => ({ code_hash: hash, user_id: userId, created_at: now })))
      .execute()
}

/** Uses up a code. @returns false if there is none */
export const takeRecoveryCode = async (tx: Tx, userId: string, hash: Buffer): Promise<boolean> =>
  (await tx
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .returning('user_id')
    .executeTakeFirst()) !== undefined

export const countRecoveryCodes = async (db: Db, userId: string): Promise<number> =>
  (
    await db
      .selectFrom('recovery_code')
      .select((is) => is.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
  ).count

export const findPasskeys = (db: Db | Tx, userId: string) =>
  db
    .selectFrom('passkey')
    .select([
      'id',
      'host',
      'name',
      'credential_id as credentialId',
      'transports',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const findCredential = (db: Db, host: string, credentialId: Buffer) =>
  db
    .selectFrom('passkey')
    .select(['id', 'user_id as userId', 'public_key as publicKey', 'counter'])
    .where('host', '=', host)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()

/** @returns false if this credential exists */
export const insertPasskey = async (
  tx: Tx,
  passkey: Insertable<Database['passkey']>,
): Promise<boolean> =>
  (await tx
    .insertInto('passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

/** @returns the person's passkey, locked until the transaction ends */
export const lockPasskey = (tx: Tx, userId: string, id: string) =>
  tx
    .selectFrom('passkey')
    .select('name')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const renamePasskeyRow = async (tx: Tx, id: string, name: string): Promise<void> => {
  await tx.updateTable('passkey').set({ name }).where('id', '=', id).execute()
}

/** @returns the name of the deleted passkey */
export const deletePasskey = async (
  tx: Tx,
  userId: string,
  id: string,
): Promise<string | undefined> =>
  (
    await tx
      .deleteFrom('passkey')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst()
  )?.name

/**
 * Records the use of a passkey. @returns false if a signature with this counter or a later one was
 * accepted meanwhile
 */
export const takeCounter = async (
  db: Db,
  id: string,
  counter: number,
  now: Date,
): Promise<boolean> =>
  (await db
    .updateTable('passkey')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where((is) => is.or([is('counter', '<', counter), is.lit(counter === 0)]))
    .returning('id')
    .executeTakeFirst()) !== undefined

/** A challenge is for this purpose, host and session; null: no session. */
export type ChallengeFor = {
  purpose: 'register' | 'prove' | 'sign-in'
  sessionId: string | null
  host: string
}

/** Replaces the session's older challenge, and deletes expired ones of everybody. */
export const putChallenge = async (
  tx: Tx,
  { purpose, sessionId, host }: ChallengeFor,
  challenge: Buffer,
  { now, until }: { now: Date; until: Date },
): Promise<void> => {
  await tx
    .deleteFrom('passkey_challenge')
    .where((is) => is.or([is('expires_at', '<', now), is('session_id', '=', sessionId)]))
    .execute()
  await tx
    .insertInto('passkey_challenge')
    .values({ challenge, purpose, session_id: sessionId, host, expires_at: until })
    .execute()
}

/** Uses up a challenge. @returns false if there is none for this purpose */
export const takeChallenge = async (
  db: Db,
  { purpose, sessionId, host }: ChallengeFor,
  challenge: Buffer,
  now: Date,
): Promise<boolean> =>
  (await db
    .deleteFrom('passkey_challenge')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('host', '=', host)
    .where('session_id', 'is not distinct from', sessionId)
    .where('expires_at', '>', now)
    .returning('host')
    .executeTakeFirst()) !== undefined

/** Removes all factors of a person. */
export const deleteFactors = async (tx: Tx, userId: string): Promise<void> => {
  await tx.deleteFrom('totp').where('user_id', '=', userId).execute()
  await tx.deleteFrom('passkey').where('user_id', '=', userId).execute()
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
}
