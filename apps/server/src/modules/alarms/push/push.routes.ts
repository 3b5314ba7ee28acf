import { pushBrowsersAtMost, type pushRoutes } from '@swath/contract/alarms/push'
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
  replacePushBrowser,
} from './push.queries.ts'

type Calls = Handlers<typeof pushRoutes>

const userAgentAtMost = 500
/** First byte of a point of the curve with both coordinates. */
const uncompressed = 4

export const pushHandlers = (services: Services): Calls => {
  const { db, clock, config } = services
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
      const p256dh = Buffer.from(body.p256dh, 'base64url')
      if (!mayReach(body.endpoint, config.pushOrigins))
        fail('invalid_input', {}, [{ path: 'endpoint', message: 'pushRefused' }])
      if (p256dh[0] !== uncompressed)
        fail('invalid_input', {}, [{ path: 'p256dh', message: 'pushRefused' }])
      await tx(db, async (trx) => {
        await replacePushBrowser(trx, {
          id: uuidv7(clock.now()),
          userId: caller.userId,
          sessionId: sessionId!,
          endpoint: body.endpoint,
          p256dh,
          auth: Buffer.from(body.auth, 'base64url'),
          userAgent: userAgent.slice(0, userAgentAtMost),
          now: new Date(clock.now()),
        })
        await keepNewestPushBrowsers(trx, caller.userId, pushBrowsersAtMost)
      })
      return read(caller.userId)
    },
    removePushBrowser: async ({ params }, { caller }) => {
      if (!(await deletePushBrowser(db, caller.userId, params.pushId))) fail('not_found')
      return read(caller.userId)
    },
  }
}
