// What the sender reads and writes: which webhooks have work, their deliveries, and the results.
import { sql, type SqlBool } from 'kysely'
import type { Delivery } from '@swath/contract/programs/webhooks'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { followedByEvents, type Position } from '../changes/changes.queries.ts'

const hasDue = (now: Date) => sql<SqlBool>`exists (select from webhook_delivery
  where webhook_id = webhook.id and state = 'waiting' and next_at <= ${now}::timestamptz)`

/** By the clock of the database, since those of processes may differ. */
const leaseEnd = (ms: number) => sql<Date>`clock_timestamp() + ${ms} * interval '1 ms'`

/** Takes webhooks that have work and that no living process has. */
export const leaseWebhooks = (
  db: Db,
  {
    leaseId,
    now,
    leaseMs,
    atMost,
  }: { leaseId: string; now: Date; leaseMs: number; atMost: number },
) =>
  db
    .updateTable('webhook')
    .set({ lease_id: leaseId, lease_until: leaseEnd(leaseMs) })
    .where('id', 'in', (free) =>
      free
        .selectFrom('webhook')
        .innerJoin('api_key', 'api_key.id', 'webhook.key_id')
        .select('webhook.id')
        .where('webhook.enabled', '=', true)
        .where('api_key.revoked_at', 'is', null)
        .where('api_key.expires_at', '>', now)
        .where(sql<SqlBool>`coalesce(webhook.lease_until <= clock_timestamp(), true)`)
        .where(sql<SqlBool>`coalesce(webhook.pause_until <= ${now}::timestamptz, true)`)
        .where((either) =>
          either.or([
            hasDue(now),
            followedByEvents({ transaction: 'webhook.taken_transaction', id: 'webhook.taken_id' }),
          ]),
        )
        .limit(atMost)
        .forUpdate('webhook')
        .skipLocked(),
    )
    .returningAll()
    .execute()
export type LeasedWebhook = Awaited<ReturnType<typeof leaseWebhooks>>[number]

/** The webhook as it is now, while the lease is still this process's; otherwise nothing. */
export const renewLease = (db: Db, id: string, leaseId: string, leaseMs: number) =>
  db
    .updateTable('webhook')
    .set({ lease_until: leaseEnd(leaseMs) })
    .where('id', '=', id)
    .where('lease_id', '=', leaseId)
    .where('enabled', '=', true)
    .returningAll()
    .executeTakeFirst()

export const endLease = async (db: Db, id: string, leaseId: string): Promise<void> => {
  await db
    .updateTable('webhook')
    .set({ lease_id: null, lease_until: null })
    .where('id', '=', id)
    .where('lease_id', '=', leaseId)
    .execute()
}

export type NewDelivery = Position & { kind: string; objectId: string; at: Date; body: string }

/** Events become deliveries, once: false if another process or a person moved the webhook on. */
export const insertDeliveries = async (
  trx: Tx,
  { id, taken_transaction: transaction, taken_id: takenId }: LeasedWebhook,
  next: Position,
  deliveries: readonly NewDelivery[],
  { now, giveUpAt }: { now: Date; giveUpAt: Date },
): Promise<boolean> => {
  const moved = await trx
    .updateTable('webhook')
    .set({ taken_transaction: next.transaction, taken_id: next.id })
    .where('id', '=', id)
    .where('taken_transaction', '=', transaction)
    .where('taken_id', '=', takenId)
    .returning('id')
    .executeTakeFirst()
  if (!moved) return false
  await sql`insert into webhook_delivery
      (webhook_id, transaction, event_id, kind, object_id, at, body, next_at, give_up_at)
    select ${id}::uuid, *, ${now}::timestamptz, ${giveUpAt}::timestamptz from unnest(
      ${deliveries.map((one) => one.transaction)}::xid8[], ${deliveries.map((one) => one.id)}::int8[],
      ${deliveries.map((one) => one.kind)}::text[], ${deliveries.map((one) => one.objectId)}::text[],
      ${deliveries.map((one) => one.at)}::timestamptz[], ${deliveries.map((one) => one.body)}::text[])
    on conflict do nothing`.execute(trx)
  return true
}

/** Whether so many deliveries are waiting. */
export const hasWaiting = async (db: Db, webhookId: string, count: number): Promise<boolean> =>
  (await db
    .selectFrom('webhook_delivery')
    .select('event_id')
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .orderBy('transaction')
    .orderBy('event_id')
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The oldest due deliveries, of each object only the first. */
export const dueDeliveries = (db: Db, webhookId: string, now: Date, atMost: number) =>
  db
    .selectFrom('webhook_delivery as due')
    .select(['transaction', 'event_id', 'body', 'tries', 'give_up_at'])
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .where('next_at', '<=', now)
    .where(
      sql<SqlBool>`not exists (select from webhook_delivery earlier
        where earlier.webhook_id = due.webhook_id and earlier.object_id = due.object_id
          and earlier.state = 'waiting'
          and (earlier.transaction, earlier.event_id) < (due.transaction, due.event_id))`,
    )
    .orderBy('transaction')
    .orderBy('event_id')
    .limit(atMost)
    .execute()
export type DueDelivery = Awaited<ReturnType<typeof dueDeliveries>>[number]

export type Outcome = {
  delivery: DueDelivery
  state: 'waiting' | 'delivered' | 'failed'
  nextAt: Date
  status: number | null
  problem: Delivery['lastProblem']
}

/** Together with the state of the webhook; the results of one round are written at once. */
export const writeOutcomes = async (
  trx: Tx,
  webhookId: string,
  outcomes: readonly Outcome[],
  now: Date,
): Promise<void> => {
  await sql`update webhook_delivery set state = told.state, tries = tries + 1, next_at = told.next_at,
      last_status = told.status, last_problem = told.problem,
      ended_at = case when told.state <> 'waiting' then ${now}::timestamptz end
    from unnest(${outcomes.map(({ delivery }) => delivery.transaction)}::xid8[],
      ${outcomes.map(({ delivery }) => delivery.event_id)}::int8[],
      ${outcomes.map(({ state }) => state)}::text[], ${outcomes.map(({ nextAt }) => nextAt)}::timestamptz[],
      ${outcomes.map(({ status }) => status)}::int4[], ${outcomes.map(({ problem }) => problem)}::text[])
      as told (transaction, event_id, state, next_at, status, problem)
    where webhook_delivery.webhook_id = ${webhookId}::uuid
      and webhook_delivery.transaction = told.transaction and webhook_delivery.event_id = told.event_id`.execute(
    trx,
  )
}

export const writeSuccess = async (trx: Tx, id: string, now: Date): Promise<void> => {
  await trx
    .updateTable('webhook')
    .set({ failures: 0, failing_since: null, pause_until: null, last_success_at: now })
    .where('id', '=', id)
    .execute()
}

export const writeFailure = async (
  trx: Tx,
  id: string,
  { now, pauseUntil }: { now: Date; pauseUntil: Date | null },
): Promise<void> => {
  await trx
    .updateTable('webhook')
    .set((set) => ({
      failures: set('failures', '+', 1),
      failing_since: sql<Date>`coalesce(failing_since, ${now}::timestamptz)`,
      pause_until: pauseUntil,
    }))
    .where('id', '=', id)
    .execute()
}

/** Deliveries from before a time, in portions. */
export const deleteDeliveries = async (trx: Tx, before: Date, atMost: number): Promise<number> => {
  const { numAffectedRows } =
    await sql`delete from webhook_delivery where (webhook_id, transaction, event_id) in (
    select webhook_id, transaction, event_id from webhook_delivery
    where at < ${before}::timestamptz and state <> 'waiting' limit ${atMost})`.execute(trx)
  return Number(numAffectedRows ?? 0)
}
