// Sends notices to the browsers of a person by Web Push.
import type { AlarmNotice } from '@swath/contract/alarms/push'
import { createSealer } from '../../../platform/config/master-key.ts'
import { NotPublic, postPublic } from '../../../platform/http/public-request.ts'
import { failedBeforeSending } from '../../../platform/messages/driver.ts'
import type { Sending } from '../../../platform/messages/messages.ts'
import {
  encryptPush,
  generateServiceKeys,
  pushBytesAtMost,
  signVapid,
  type ServiceKeys,
} from '../../../platform/messages/web-push.ts'
import type { Services } from '../../../platform/services.ts'
import { deletePushBrowser, findPushKey, insertPushKey, pushBrowsersOf } from './push.queries.ts'

export type PushDeps = Pick<Services, 'db' | 'clock' | 'config' | 'log'>

export const pushKeyPurpose = 'web-push'
const timeoutMs = 10_000
/** How long the push service keeps the notice for a browser that is offline. */
const keptForS = 4 * 3600

/** Creates the service's keys if there are none; without a master key it does nothing. */
export const ensurePushKeys = async ({ db, clock, config }: Omit<PushDeps, 'log'>) => {
  const seals = await createSealer(config)()
  if (!seals || (await findPushKey(db))) return
  const { publicKey, privateKey } = generateServiceKeys()
  const privateSealed = seals.seal(privateKey, pushKeyPurpose)
  await insertPushKey(db, { publicKey, privateSealed }, new Date(clock.now()))
}

/** Reads the service's keys, and keeps them for the life of the process; null if there are none. */
export const createPushKeys = ({ db, config }: PushDeps): (() => Promise<ServiceKeys | null>) => {
  const sealer = createSealer(config)
  let kept: ServiceKeys | undefined
  return async () => {
    if (kept) return kept
    const seals = await sealer()
    const stored = await findPushKey(db)
    if (!seals || !stored) return null
    kept = {
      publicKey: stored.public_key,
      privateKey: seals.open(stored.private_sealed, pushKeyPurpose),
    }
    return kept
  }
}

const tooLong = '…'
/** Shortens the body until the notice fits into one message; zone and drone names may be long. */
const encode = (notice: AlarmNotice): Buffer => {
  const data = Buffer.from(JSON.stringify(notice))
  if (data.length <= pushBytesAtMost) return data
  const cut = (text: string): string => text.slice(0, 200) + tooLong
  return Buffer.from(
    JSON.stringify({ ...notice, title: cut(notice.title), body: cut(notice.body) }),
  )
}

type Browser = Awaited<ReturnType<typeof pushBrowsersOf>>[number]

export type PushSender = {
  /** Sends to all browsers of the person. Sent: at least one push service accepted it. */
  send: (userId: string, notice: AlarmNotice) => Promise<Sending>
}

export const createPushSender = (deps: PushDeps): PushSender => {
  const { db, clock, config, log } = deps
  const readKeys = createPushKeys(deps)

  const sendTo = async (
    { endpoint, p256dh, auth, host }: Browser,
    keys: ServiceKeys,
    { tag, data }: { tag: string; data: Buffer },
  ): Promise<{ status: number } | { error: unknown }> => {
    try {
      const body = encryptPush(data, { p256dh, auth })
      const authorization = signVapid(endpoint, keys, {
        contact: `https://${host}`,
        nowMs: clock.now(),
      })
      const headers = {
        authorization,
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        'ttl': keptForS,
        'urgency': 'high',
        // A retry replaces a notice that the push service still holds.
        'topic': tag.replaceAll('-', '').slice(0, 32),
      }
      return {
        status: await postPublic(endpoint, config.pushOrigins, { headers, body, timeoutMs }),
      }
    } catch (error) {
      return { error }
    }
  }

  const send: PushSender['send'] = async (userId, notice) => {
    const keys = await readKeys()
    if (!keys) return { sent: false, reason: 'no-channel', again: false }
    const browsers = await pushBrowsersOf(db, userId)
    const message = { tag: notice.tag, data: encode(notice) }
    const results = await Promise.all(
      browsers.map(async (browser): Promise<Sending> => {
        const result = await sendTo(browser, keys, message)
        if ('error' in result) {
          const { error } = result
          const { code, name } = error as NodeJS.ErrnoException
          const reason = error instanceof NotPublic ? 'not-public' : (code ?? name)
          log.warn({ why: reason }, 'a push message could not be sent')
          return { sent: false, reason, again: failedBeforeSending(error) }
        }
        const { status } = result
        if (status >= 200 && status < 300) return { sent: true }
        // The browser has ended its subscription.
        if (status === 404 || status === 410) await deletePushBrowser(db, userId, browser.id)
        log.warn({ status }, 'a push service refused a message')
        return {
          sent: false,
          reason: `the push service answered ${status}`,
          again: status === 429 || status >= 500,
        }
      }),
    )
    return (
      results.find(({ sent }) => sent) ??
      results.find((one) => !one.sent && one.again) ??
      results[0] ?? { sent: false, reason: 'not-reached', again: false }
    )
  }
  return { send }
}
