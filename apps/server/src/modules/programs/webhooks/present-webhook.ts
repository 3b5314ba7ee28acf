import type { Delivery, Webhook } from '@swath/contract/programs/webhooks'
import { eventId } from '../changes/present-event.ts'
import type { DeliveryListRow, WebhookListRow } from './webhooks.queries.ts'

export const presentWebhook = (row: WebhookListRow): Webhook => ({
  webhookId: row.id,
  webhookName: row.name,
  url: row.url,
  types: row.kinds,
  keyId: row.key_id,
  keyName: row.key_name,
  enabled: row.enabled,
  state: row.state,
  waitingNum: row.waiting_num,
  failedNum: row.failed_num,
  lastSuccessAt: row.last_success_at?.toISOString() ?? null,
  failingSince: row.failing_since?.toISOString() ?? null,
  formerSecretUntil: row.former_secret_until?.toISOString() ?? null,
  createdBy: row.created_by_name,
  createdAt: row.created_at.toISOString(),
  version: row.version,
  can: { edit: true, delete: true },
})

export const presentDelivery = (row: DeliveryListRow): Delivery => ({
  deliveryId: eventId({ transaction: row.transaction, id: row.event_id }),
  type: row.kind,
  objectId: row.object_id,
  at: row.at.toISOString(),
  state: row.state,
  tries: row.tries,
  lastStatus: row.last_status,
  lastProblem: row.last_problem,
  nextAt: row.state === 'waiting' ? row.next_at.toISOString() : null,
  endedAt: row.ended_at?.toISOString() ?? null,
  body: row.body,
})
