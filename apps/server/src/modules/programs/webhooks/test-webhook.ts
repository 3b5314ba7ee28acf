// A signed test event, sent at once, so that people see whether their receiver works.
import { randomUUID } from 'node:crypto'
import type { webhookRoutes } from '@swath/contract/programs/webhooks'
import { fail } from '../../../platform/errors/fail.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { sendMessage } from './send-delivery.ts'
import type { Deps } from './webhook-changes.ts'
import { openSecrets } from './webhook-secret.ts'
import { findWebhook } from './webhooks.queries.ts'

type Calls = Handlers<typeof webhookRoutes>

/** Tests of one webhook at once, so that nobody floods a receiver with them. */
const waitMs = 2_000

const tryToOpen = <T>(open: () => T): T | null => {
  try {
    return open()
  } catch {
    return null // sealed under another master key, or changed
  }
}

export const testWebhook = ({ db, clock, config, sealer }: Deps): Calls['testWebhook'] => {
  const testedMs = new Map<string, number>()
  return async ({ params: { webhookId } }, { caller: { accountId } }) => {
    const nowMs = clock.now()
    const row = await findWebhook(db, { accountId, now: new Date(nowMs) }, webhookId)
    if (!row) return fail('not_found')
    const seals = (await sealer()) ?? fail('master_key_missing')
    if (nowMs - (testedMs.get(webhookId) ?? -Infinity) < waitMs)
      return fail('too_many_requests', { retryAfterS: waitMs / 1000 })
    if (testedMs.size > 1000) testedMs.clear()
    testedMs.set(webhookId, nowMs)
    const body = JSON.stringify({
      type: 'test',
      timestamp: new Date(nowMs).toISOString(),
      data: {},
    })
    const secrets = tryToOpen(() => openSecrets(row, seals, new Date(nowMs)))
    if (!secrets) return { status: null, problem: 'secret', tookMs: 0 }
    const answer = await sendMessage(
      { id: randomUUID(), url: row.url, body, secrets },
      { origins: config.webhookOrigins, nowMs },
    )
    return { ...answer, tookMs: Math.max(0, Math.round(clock.now() - nowMs)) }
  }
}
