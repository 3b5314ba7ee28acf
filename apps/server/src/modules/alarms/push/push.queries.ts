import type { Db, Tx } from '../../../platform/database/database.ts'

export const findPushKey = (db: Db) =>
  db.selectFrom('push_key').select(['public_key', 'private_sealed']).executeTakeFirst()

/** Of two processes that start at the same time, the second uses the key of the first. */
export const insertPushKey = async (
  db: Db,
  key: { publicKey: Uint8Array; privateSealed: Buffer },
  now: Date,
): Promise<void> => {
  await db
    .insertInto('push_key')
    .values({
      public_key: Buffer.from(key.publicKey),
      private_sealed: key.privateSealed,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Browsers of a person, oldest first, with the host on which their session was opened. */
export const pushBrowsersOf = (db: Db | Tx, userId: string) =>
  db
    .selectFrom('push_subscription')
    .innerJoin('session', 'session.id', 'push_subscription.session_id')
    .where('push_subscription.user_id', '=', userId)
    .select([
      'push_subscription.id',
      'push_subscription.endpoint',
      'push_subscription.p256dh',
      'push_subscription.auth',
      'push_subscription.user_agent',
      'push_subscription.created_at',
      'session.host',
    ])
    .orderBy('push_subscription.created_at')
    .orderBy('push_subscription.id')
    .execute()

export const hasPushBrowser = async (db: Db | Tx, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('push_subscription')
    .where('user_id', '=', userId)
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined

type NewBrowser = {
  id: string
  userId: string
  sessionId: string
  endpoint: string
  p256dh: Buffer
  auth: Buffer
  userAgent: string
  now: Date
}

/** Replaces the subscription of the same browser, which another person may have made. */
export const replacePushBrowser = async (
  trx: Tx,
  { id, userId, sessionId, endpoint, p256dh, auth, userAgent, now }: NewBrowser,
): Promise<void> => {
  await trx.deleteFrom('push_subscription').where('endpoint', '=', endpoint).execute()
  await trx
    .insertInto('push_subscription')
    .values({
      id,
      user_id: userId,
      session_id: sessionId,
      endpoint,
      p256dh,
      auth,
      user_agent: userAgent,
      created_at: now,
    })
    .execute()
}

type Subscription = Pick<NewBrowser, 'endpoint' | 'p256dh' | 'auth'>

/** @returns whether the browser had the former subscription */
export const renewPushSubscription = async (
  trx: Tx,
  before: Pick<Subscription, 'endpoint' | 'auth'>,
  { endpoint, p256dh, auth }: Subscription,
): Promise<boolean> =>
  (await trx
    .updateTable('push_subscription')
    .set({ endpoint, p256dh, auth })
    .where('endpoint', '=', before.endpoint)
    .where('auth', '=', before.auth)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Keeps the newest browsers of a person. */
export const keepNewestPushBrowsers = async (
  trx: Tx,
  userId: string,
  atMost: number,
): Promise<void> => {
  await trx
    .deleteFrom('push_subscription')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('push_subscription')
        .where('user_id', '=', userId)
        .select('id')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(atMost),
    )
    .execute()
}

/** @returns whether the person had it */
export const deletePushBrowser = async (
  db: Db | Tx,
  userId: string,
  id: string,
): Promise<boolean> =>
  (await db
    .deleteFrom('push_subscription')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()) !== undefined
