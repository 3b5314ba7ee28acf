// Messages to people, by SMS and mail. They are sent after the response to the request that caused
// them, so that its duration reveals nothing. The result of each is logged, and a channel that is
// down is reported to the next caller.
import type { Language } from '@swath/i18n/languages'
import { createThrottle } from '../auth/throttle.ts'
import { createTurns } from '../turns.ts'
import type { Services } from '../services.ts'
import {
  failedBeforeSending,
  MessageRefused,
  type Channel,
  type Driver,
  type MailPage,
  type OutgoingMessage,
} from './driver.ts'
import { createHttpGateway } from './http-gateway.ts'
import { createOutbox } from './outbox.ts'
import { createSmtpDriver } from './smtp.ts'
import { composeText, type Template } from './texts.ts'

export type Message = {
  channel: Channel
  to: string
  template: Template
  /** Values for the template: product, code, minutes, host. */
  values: Readonly<Record<string, string>>
  /** The HTML version of a mail. */
  page?: MailPage
  language: Language
  /** False: does everything except sending, so that the duration reveals nothing. */
  deliver?: boolean
}

export type Messages = {
  /**
   * Whether the channel is configured, has not just failed three times in a row, and has not used
   * up its daily limit. The same for every recipient.
   */
  accepts: (channel: Channel) => boolean
  /** Returns at once. */
  send: (message: Message) => void
  /** Resolves to the result. */
  sendNow: (message: Message) => Promise<Sending>
  /** Resolves when all messages have been sent or have failed. */
  settled: () => Promise<void>
}

export type Sending =
  | { sent: true }
  /** `again`: nothing has been sent for certain, so a retry is safe. */
  | { sent: false; reason: string; again: boolean }

const atOnce = 8
const waitingAtMost = 500
const failuresInARow = 3
const downForMs = 60_000
const retryAfterMs = 1_000

type Deps = Pick<Services, 'db' | 'clock' | 'config' | 'log'>

const createDrivers = (services: Deps): Partial<Record<Channel, Driver>> => {
  const { config } = services
  const outbox = config.demo ? { sms: createOutbox(services), mail: createOutbox(services) } : {}
  return {
    ...outbox,
    ...(config.sms ? { sms: createHttpGateway(config.sms) } : {}),
    ...(config.mail ? { mail: createSmtpDriver(config.mail) } : {}),
  }
}

/** Excludes data that may contain the recipient or the gateway's key. */
const describeReason = (error: unknown): string => {
  if (error instanceof MessageRefused) return error.message
  const { name, cause } = error as Error
  return (cause as { code?: string } | undefined)?.code ?? name
}

const compose = ({ channel, to, template, values, language, page }: Message): OutgoingMessage => ({
  channel,
  to,
  template,
  language,
  code: values['code'] ?? null,
  ...(page ? { page } : {}),
  ...composeText(template, channel, language, values),
})

export const createMessages = (services: Deps, drivers = createDrivers(services)): Messages => {
  const { clock, log } = services
  const failures: Record<Channel, { count: number; lastMs: number }> = {
    sms: { count: 0, lastMs: 0 },
    mail: { count: 0, lastMs: 0 },
  }
  const throttle = createThrottle(services.db, { smsPerDay: services.config.sms?.perDay })
  let spentUntilMs = 0
  const turns = createTurns({ atOnce, waitingAtMost })
  const underWay = new Set<Promise<void>>()

  const attempt = async (driver: Driver, message: Parameters<Driver['send']>[0]): Promise<void> => {
    try {
      await driver.send(message)
    } catch (error) {
      if (!failedBeforeSending(error)) throw error // it may have arrived, so it is not sent again
      await new Promise((resume) => setTimeout(resume, retryAfterMs))
      await driver.send(message)
    }
  }

  /** A limit over all callers, which also limits the cost. */
  const isAffordable = async (channel: Channel): Promise<boolean> => {
    const waitS = channel === 'sms' ? await throttle.admitSms() : null
    if (waitS === null) return true
    spentUntilMs = clock.now() + waitS * 1000
    log.error({ channel, waitS }, 'no SMS leaves any more: SMS_PER_DAY have been sent')
    return false
  }

  const sendNow = async (message: Message): Promise<Sending> => {
    const { channel, template } = message
    const driver = drivers[channel]
    const outgoing = compose(message)
    if (message.deliver === false || !driver)
      return { sent: false, reason: 'no-channel', again: false }
    if (!(await isAffordable(channel))) return { sent: false, reason: 'too-many', again: true }
    try {
      await attempt(driver, outgoing)
      failures[channel].count = 0
      return { sent: true }
    } catch (error) {
      failures[channel] = { count: failures[channel].count + 1, lastMs: clock.now() }
      const reason = describeReason(error)
      log.error({ channel, template, why: reason }, 'a message could not be sent')
      return { sent: false, reason, again: failedBeforeSending(error) }
    }
  }

  return {
    accepts: (channel) =>
      drivers[channel] !== undefined &&
      !turns.isFull() &&
      (channel === 'mail' || clock.now() >= spentUntilMs) &&
      (failures[channel].count < failuresInARow ||
        clock.now() - failures[channel].lastMs > downForMs),
    send: (message) => {
      const sending = new Promise<void>((resume) => setImmediate(resume)).then(() =>
        turns.take(async () => void (await sendNow(message))),
      )
      underWay.add(sending)
      void sending.finally(() => underWay.delete(sending))
    },
    sendNow,
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

/** Channels to warn about when a production server starts. */
export const missingChannels = ({ demo, sms, mail }: Services['config']): Channel[] =>
  demo
    ? []
    : (['sms', 'mail'] as const).filter((channel) => (channel === 'sms' ? sms : mail) === undefined)
