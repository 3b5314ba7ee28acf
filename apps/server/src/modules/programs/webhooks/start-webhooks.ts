// Looks every second for webhooks that have work, and delivers it; each webhook separately, so that a
// slow receiver delays no other.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { leaseWebhooks } from './deliveries.queries.ts'
import { deliverWebhook, leaseMs, type DeliveryParts } from './deliver-webhook.ts'

const lookEveryMs = 1_000
/** Webhooks that a process delivers at once. */
const webhooksAtOnce = 100

export const startWebhooks = (parts: DeliveryParts): { stop: () => Promise<void> } => {
  const { db, clock, log } = parts
  const leaseId = randomUUID()
  const running = new Map<string, Promise<void>>()
  const stopping = new AbortController()

  const deliver = (id: string): void => {
    if (running.has(id)) return // it was late with its lease, and continues with this one
    const run = deliverWebhook(parts, { leaseId, id }, stopping.signal)
      .catch((error: unknown) => log.error({ error, webhookId: id }, 'a webhook was not delivered'))
      .finally(() => running.delete(id))
    running.set(id, run)
  }

  const look = async (): Promise<void> => {
    const leased = await leaseWebhooks(db, {
      leaseId,
      now: new Date(clock.now()),
      leaseMs,
      atMost: webhooksAtOnce - running.size,
    })
    for (const { id } of leased) deliver(id)
  }

  const looking = (async () => {
    while (!stopping.signal.aborted) {
      if (running.size < webhooksAtOnce)
        await look().catch((error: unknown) => log.error({ error }, 'webhooks were not looked up'))
      // aborted: the loop ends
      await sleep(lookEveryMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()

  return {
    stop: async () => {
      stopping.abort()
      await looking
      await Promise.all(running.values())
    },
  }
}
