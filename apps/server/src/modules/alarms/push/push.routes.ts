import { pushBrowsersAtMost, type pushRoutes } from '@swath/contract/alarms/push'
import { createThrottle } from '../../../platform/auth/throttle.ts'
import { tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { mayReach } from '../../../platform/http/public-request.ts'
import type { Services } from '../../../platform/services.ts'
import { createPushKeys } from './push-sender.ts'
import {
  deletePushBrowser,
  keepNewestPushBrowsers,
  pushBrowsersOf,
  renewPushSubscription,
  replacePushBrowser,
} from './push.queries.ts'

type Calls = Handlers<typeof pushRoutes>

const userAgentAtMost = 500
/** First byte of a point of the curve with both coordinates. */
const uncompressed = 4

type Given = { endpoint: string; p256dh: string; auth: string }

const readSubscription = (
  { endpoint, ...given }: Given,
  origins: Services['config']['pushOrigins'],
) => {
  const p256dh = Buffer.from(given.p256dh, 'base64url')
  if (!mayReach(endpoint, origins))
    fail('invalid_input', {}, [{ path: 'endpoint', message: 'pushRefused' }])
  if (p256dh[0] !== uncompressed)
    fail('invalid_input', {}, [{ path: 'p256dh', message: 'pushRefused' }])
  return { endpoint, p256dh, auth: Buffer.from(given.auth, 'base64url') }
}

export const pushHandlers = (services: Services): Calls => {
  const { db, clock, config } = services
  const throttle = createThrottle(db)
  const readKeys = createPushKeys(services)
  const read = async (userId: string) => {
    const keys = await readKeys()
    const browsers = await pushBrowsersOf(db, userId)
    return {
      publicKey: keys && Buffer.from(keys.publicKey).toString('base64url'),
      items: browsers.map(({ id, endpoint, user_agent, created_at }) => ({
        pushId: id,
        endpoint,
        userAgent: user_agent,
        createdAt: created_at.toISOString(),
      })),
    }
  }
  return {
    getPush: (_input, { caller }) => read(caller.userId),
    addPushBrowser: async ({ body }, { caller, sessionId, userAgent }) => {
      const subscription = readSubscription(body, config.pushOrigins)
      await tx(db, async (trx) => {
        await replacePushBrowser(trx, {
          id: uuidv7(clock.now()),
          userId: caller.userId,
          sessionId: sessionId!,
          ...subscription,
          userAgent: userAgent.slice(0, userAgentAtMost),
          now: new Date(clock.now()),
        })
        await keepNewestPushBrowsers(trx, caller.userId, pushBrowsersAtMost)
      })
      return read(caller.userId)
    },
    renewPushBrowser: async ({ body: { before, ...body } }, { ip }) => {
      const retryAfterS = await throttle.admitRenewal(ip)
      if (retryAfterS !== null) fail('too_many_requests', { retryAfterS })
      const subscription = readSubscription(body, config.pushOrigins)
      const former = { ...before, auth: Buffer.from(before.auth, 'base64url') }
      if (!(await tx(db, (trx) => renewPushSubscription(trx, former, subscription))))
        fail('not_found')
    },
    removePushBrowser: async ({ params }, { caller }) => {
      if (!(await deletePushBrowser(db, caller.userId, params.pushId))) fail('not_found')
      return read(caller.userId)
    },
  }
}
