// Delivers what one webhook has to deliver, until nothing is due: events become deliveries, and
// deliveries are sent, in the order of each object and several objects at once.
import { changeTypesFor, type ChangeType } from '@swath/contract/programs/change-types'
import type { Caller } from '@swath/domain/access/caller'
import type { Screen } from '@swath/domain/access/screens'
import { readKeyCaller } from '../../../platform/auth/api-keys.ts'
import type { Sealer } from '../../../platform/config/master-key.ts'
import { tx } from '../../../platform/database/database.ts'
import type { Services } from '../../../platform/services.ts'
import { isBefore } from '../changes/change-cursor.ts'
import { readEra, readEvents } from '../changes/changes.queries.ts'
import { eventId, presentEvent } from '../changes/present-event.ts'
import {
  dueDeliveries,
  endLease,
  hasWaiting,
  insertDeliveries,
  renewLease,
  writeFailure,
  writeOutcomes,
  writeSuccess,
  type DueDelivery,
  type LeasedWebhook,
  type Outcome,
} from './deliveries.queries.ts'
import { giveUpAfterMs, retryDelayMs } from './retry-times.ts'
import { isAway, sendMessage, type Answer } from './send-delivery.ts'
import { openSecrets } from './webhook-secret.ts'

export type DeliveryParts = Pick<Services, 'db' | 'clock' | 'config' | 'log'> & {
  /** The screens of a caller on the default host. */
  screensOf: (caller: Caller) => readonly Screen[]
  sealer: () => Promise<Sealer | null>
}

/** After this time without renewal another process takes the webhook. */
export const leaseMs = 3_000
const renewMs = 1_000
/** Events looked up at once, deliveries of a round, and those of them sent at once. */
const eventsAtOnce = 200
const roundSize = 64
const sentAtOnce = 8
/** More events stay in the feed, where they are kept longer than deliveries are tried. */
const waitingAtMost = 10_000

type Deliverer = {
  parts: DeliveryParts
  webhook: LeasedWebhook
  caller: Caller
  stopping: AbortSignal
}

/** Turns the next events into deliveries. @returns whether there may be more */
const takeEvents = async ({ parts, webhook, caller }: Deliverer): Promise<boolean> => {
  const { db, clock } = parts
  if (await hasWaiting(db, webhook.id, waitingAtMost)) return false
  const allowed = changeTypesFor(parts.screensOf(caller))
  const types = webhook.kinds.filter((type): type is ChangeType => allowed.includes(type))
  const { deleted } = await readEra(db)
  const taken = { transaction: webhook.taken_transaction, id: webhook.taken_id }
  const from = isBefore(taken, deleted) ? deleted : taken
  const { events, next, more } = await readEvents(db, from, {
    scope: caller.scope,
    types,
    limit: eventsAtOnce,
  })
  const now = new Date(clock.now())
  const deliveries = events.map((event) => ({
    transaction: event.transaction,
    id: event.id,
    kind: event.kind,
    objectId: event.object_id,
    at: event.at,
    body: JSON.stringify(presentEvent(event)),
  }))
  const times = { now, giveUpAt: new Date(now.getTime() + giveUpAfterMs) }
  const moved = await tx(db, (trx) => insertDeliveries(trx, webhook, next, deliveries, times))
  return moved && more
}

const judge = (delivery: DueDelivery, { status, problem }: Answer, now: Date): Outcome => {
  const nextAt = new Date(now.getTime() + retryDelayMs(delivery.tries + 1))
  const state = problem === null ? 'delivered' : nextAt > delivery.give_up_at ? 'failed' : 'waiting'
  return { delivery, state, nextAt: state === 'waiting' ? nextAt : now, status, problem }
}

/** Sends some at the same time, and stops when the receiver is away. */
const sendAll = async (
  { parts: { clock, config }, webhook: { url }, stopping }: Deliverer,
  due: readonly DueDelivery[],
  secrets: readonly Buffer[],
): Promise<{ outcomes: Outcome[]; isDown: boolean }> => {
  const outcomes: Outcome[] = []
  let isDown = false
  const left = [...due]
  const sendSome = async (): Promise<void> => {
    for (;;) {
      const delivery = isDown ? undefined : left.shift()
      if (!delivery) return
      const id = eventId({ transaction: delivery.transaction, id: delivery.event_id })
      const message = { id, url, body: delivery.body, secrets }
      const to = { origins: config.webhookOrigins, nowMs: clock.now(), signal: stopping }
      const answer = await sendMessage(message, to)
      if (stopping.aborted) return // sent again, since nobody knows what arrived
      if (isAway(answer)) isDown = true
      outcomes.push(judge(delivery, answer, new Date(clock.now())))
    }
  }
  await Promise.all(Array.from({ length: sentAtOnce }, sendSome))
  return { outcomes, isDown }
}

/** A round of what is due: one delivery after a receiver was away. @returns whether to continue */
const sendDue = async (deliverer: Deliverer, seals: Sealer): Promise<boolean> => {
  const { parts, webhook } = deliverer
  const { db, clock } = parts
  const startedAt = new Date(clock.now())
  const due = await dueDeliveries(db, webhook.id, startedAt, webhook.failures > 0 ? 1 : roundSize)
  if (due.length === 0) return false
  const secrets = openSecrets(webhook, seals, startedAt)
  const { outcomes, isDown } = await sendAll(deliverer, due, secrets)
  const now = new Date(clock.now())
  const pauseUntil = isDown ? new Date(now.getTime() + retryDelayMs(webhook.failures + 1)) : null
  await tx(db, async (trx) => {
    await writeOutcomes(trx, webhook.id, outcomes, now)
    if (outcomes.every(({ problem }) => problem === null)) await writeSuccess(trx, webhook.id, now)
    else await writeFailure(trx, webhook.id, { now, pauseUntil })
  })
  return !isDown
}

/**
 * Until nothing is due, the receiver is away, or another process has the webhook. After an error
 * the lease ends by its time, and a process tries again.
 */
export const deliverWebhook = async (
  parts: DeliveryParts,
  { leaseId, id }: { leaseId: string; id: string },
  stopping: AbortSignal,
): Promise<void> => {
  const { db, log } = parts
  const renew = () => renewLease(db, id, leaseId, leaseMs)
  const renewing = setInterval(() => {
    renew().catch((error: unknown) => log.warn({ error }, 'a lease of a webhook was not renewed'))
  }, renewMs)
  try {
    for (;;) {
      const webhook = stopping.aborted ? undefined : await renew()
      const caller = webhook && (await readKeyCaller(parts, webhook.key_id))
      const seals = await parts.sealer()
      if (!webhook || !caller || !seals) break
      const deliverer = { parts, webhook, caller, stopping }
      const more = await takeEvents(deliverer)
      const sent = await sendDue(deliverer, seals)
      if (!sent && (!more || webhook.failures > 0)) break
    }
    await endLease(db, id, leaseId)
  } finally {
    clearInterval(renewing)
  }
}
