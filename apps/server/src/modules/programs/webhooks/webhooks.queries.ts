import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely'
import {
  deliveryList,
  deliveryShownDays,
  deliveryStates,
  webhookList,
  webhookStates,
  type Webhook,
} from '@swath/contract/programs/webhooks'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { contains } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'

export type WebhooksOf = { accountId: string; now: Date }

const stateAt = (now: Date): RawBuilder<Webhook['state']> => sql<Webhook['state']>`case
  when not webhook.enabled then 'off'
  when api_key.revoked_at is not null or api_key.expires_at <= ${now}::timestamptz
    or not app_user.enabled then 'key-ended'
  when webhook.failing_since is not null then 'failing'
  else 'working' end`

const countOf = (state: 'waiting' | 'failed') => sql<number>`(
  select count(*)::int4 from webhook_delivery
  where webhook_id = webhook.id and webhook_delivery.state = ${sql.lit(state)})`

const webhooksFor = (db: Db | Tx, { accountId }: WebhooksOf) =>
  db
    .selectFrom('webhook')
    .innerJoin('api_key', 'api_key.id', 'webhook.key_id')
    .innerJoin('app_user', 'app_user.id', 'api_key.user_id')
    .where('webhook.account_id', '=', accountId)

const presented = (rows: ReturnType<typeof webhooksFor>, { now }: WebhooksOf) =>
  rows
    .selectAll('webhook')
    .select([
      'api_key.name as key_name',
      stateAt(now).as('state'),
      countOf('waiting').as('waiting_num'),
      countOf('failed').as('failed_num'),
    ])
export type WebhookListRow = Awaited<
  ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>
>

export const webhookRows = defineList(webhookList, {
  from: webhooksFor,
  select: presented,
  conditions: ({ now }) => ({
    webhookName: contains('webhook.name'),
    url: contains('webhook.url'),
    state: (state) => sql<boolean>`${stateAt(now)} = ${state}`,
  }),
  orders: {
    webhookName: sql`webhook.name`,
    lastSuccessAt: sql`webhook.last_success_at`,
    createdAt: sql`webhook.created_at`,
  },
  countBy: { filter: 'state', states: webhookStates, state: ({ now }) => stateAt(now) },
  ties: [{ by: sql`webhook.id` }],
})

export const findWebhook = (db: Db | Tx, whose: WebhooksOf, id: string) =>
  presented(webhooksFor(db, whose), whose).where('webhook.id', '=', id).executeTakeFirst()

export const lockWebhook = (trx: Tx, accountId: string, id: string) =>
  trx
    .selectFrom('webhook')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
export type WebhookRow = NonNullable<Awaited<ReturnType<typeof lockWebhook>>>

export const countWebhooks = async (trx: Tx, accountId: string): Promise<number> => {
  const { count } = await trx
    .selectFrom('webhook')
    .select(sql<number>`count(*)::int8`.as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return count
}

export const insertWebhook = async (
  trx: Tx,
  row: Insertable<Database['webhook']>,
): Promise<void> => {
  await trx.insertInto('webhook').values(row).execute()
}

export const updateWebhookRow = async (
  trx: Tx,
  id: string,
  changes: Updateable<Database['webhook']>,
): Promise<void> => {
  await trx
    .updateTable('webhook')
    .set((set) => ({ ...changes, version: set('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export const deleteWebhookRow = async (trx: Tx, id: string): Promise<void> => {
  await trx.deleteFrom('webhook').where('id', '=', id).execute()
}

/** Whether a key of the account still works. */
export const hasWorkingKey = async (
  db: Db | Tx,
  { accountId, now }: WebhooksOf,
  keyId: string,
): Promise<boolean> =>
  (await db
    .selectFrom('api_key')
    .select('id')
    .where('id', '=', keyId)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()) !== undefined

const dayMs = 86_400_000
const deliveriesFor = (db: Db | Tx, { accountId, now }: WebhooksOf) =>
  db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook', 'webhook.id', 'webhook_delivery.webhook_id')
    .where('webhook.account_id', '=', accountId)
    .where('webhook_delivery.at', '>', new Date(now.getTime() - deliveryShownDays * dayMs))

const presentedDelivery = (rows: ReturnType<typeof deliveriesFor>) =>
  rows.selectAll('webhook_delivery')
export type DeliveryListRow = Awaited<
  ReturnType<ReturnType<typeof presentedDelivery>['executeTakeFirstOrThrow']>
>

export const deliveryRows = defineList(deliveryList, {
  from: deliveriesFor,
  select: presentedDelivery,
  conditions: {
    webhookId: (webhookId) => sql<boolean>`webhook_delivery.webhook_id = ${webhookId}::uuid`,
    objectId: contains('webhook_delivery.object_id'),
    state: (state) => sql<boolean>`webhook_delivery.state = ${state}`,
    type: (type) => sql<boolean>`webhook_delivery.kind = ${type}`,
  },
  orders: { at: sql`webhook_delivery.at` },
  countBy: { filter: 'state', states: deliveryStates, state: sql`webhook_delivery.state` },
  ties: [
    { by: sql`webhook_delivery.transaction`, direction: 'desc' },
    { by: sql`webhook_delivery.event_id`, direction: 'desc' },
  ],
})

/** Sends deliveries again, in the order of their events. @returns how many */
export const repeatDeliveries = async (
  trx: Tx,
  webhookId: string,
  which: readonly { transaction: string; id: number }[] | 'failed',
  { now, giveUpAt }: { now: Date; giveUpAt: Date },
): Promise<number> => {
  const chosen =
    which === 'failed'
      ? sql<boolean>`state = 'failed'`
      : sql<boolean>`state <> 'waiting' and (transaction, event_id) in (
          select * from unnest(${which.map(({ transaction }) => transaction)}::xid8[], ${which.map(({ id }) => id)}::int8[]))`
  const rows = await trx
    .updateTable('webhook_delivery')
    .set({ state: 'waiting', tries: 0, next_at: now, give_up_at: giveUpAt, ended_at: null })
    .where('webhook_id', '=', webhookId)
    .where(chosen)
    .returning('event_id')
    .execute()
  return rows.length
}
