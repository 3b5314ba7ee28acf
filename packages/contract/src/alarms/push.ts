// Web Push: browsers that receive level-1 alarms while the console is closed.
import { z } from 'zod'
import { Time } from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'

const route = routeWithTag('Alarms')
const base = '/api/bulletin/push'
const policy = { screens: ['monitor', 'bulletin-list'], right: 'alarm.sms' } as const

/** Browsers per person; another one replaces the oldest. */
export const pushBrowsersAtMost = 10

/**
 * A notification, as the service worker receives it from an open tab or by Web Push. Its texts are
 * in the person's language.
 */
export type AlarmNotice = {
  /** A notice with the same tag replaces the previous one. */
  readonly tag: string
  readonly title: string
  readonly body: string
  /** Path of the page that a click opens. */
  readonly path: string
  /** The button; null for a digest and for people who do not handle alarms. */
  readonly acknowledge: {
    readonly alarmId: string
    readonly userId: string
    readonly label: string
  } | null
}

const bytes = (length: number) =>
  z.string().refine((text) => {
    const found = /^[\w-]+={0,2}$/.test(text)
    return found && Math.floor((text.replace(/=+$/, '').length * 3) / 4) === length
  })

const PushBrowser = z
  .object({
    pushId: id('push-subscription'),
    endpoint: z.string().describe('Address given by the browser, by which it recognises itself'),
    userAgent: z.string(),
    createdAt: Time,
  })
  .meta({ id: 'PushBrowser' })
export const Push = z
  .object({
    publicKey: z
      .string()
      .nullable()
      .describe(
        'VAPID public key for the subscription, Base64url; null: the server has no master key, so Web Push is unavailable',
      ),
    items: z.array(PushBrowser).describe('Browsers of the caller, oldest first'),
  })
  .meta({ id: 'Push' })

const PushInput = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).max(2048),
  p256dh: bytes(65).describe('Public key of the browser, Base64url'),
  auth: bytes(16).describe('Authentication secret of the browser, Base64url'),
})

export const pushRoutes = {
  getPush: route('GET', base, {
    policy,
    summary: 'Get the key for Web Push and the caller’s browsers that receive level-1 alarms',
    out: Push,
  }),
  addPushBrowser: route('POST', base, {
    personOnly: true,
    policy,
    summary:
      'Send level-1 alarms to this browser by Web Push until the session ends; an eleventh browser replaces the oldest',
    body: PushInput,
    out: Push,
  }),
  renewPushBrowser: route('POST', `${base}/renew`, {
    policy: 'public',
    summary:
      'Replace the subscription of a browser by the one with which the browser replaced it; without a session, because no page may be open',
    body: PushInput.extend({
      before: PushInput.pick({ endpoint: true, auth: true }).describe(
        'The former subscription, whose secret proves that it is the same browser',
      ),
    }),
    errors: ['not_found', 'too_many_requests'],
  }),
  removePushBrowser: route('DELETE', `${base}/{pushId}`, {
    personOnly: true,
    policy,
    summary: 'Stop sending alarms to a browser',
    params: z.object({ pushId: id('push-subscription') }),
    out: Push,
    errors: ['not_found'],
  }),
}
