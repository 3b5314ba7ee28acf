// Messages to people, by SMS and mail. They leave after the answer to the request that caused them,
// so that its time says nothing; what became of one is in the log, and a channel that is down says
// so to whoever asks next.
import type { Language } from '@swath/i18n/languages'
import { createThrottle } from '../auth/throttle.ts'
import { createTurns } from '../turns.ts'
import type { Services } from '../services.ts'
import { failedBeforeSending, MessageRefused, type Channel, type Driver } from './driver.ts'
import { createHttpGateway } from './http-gateway.ts'
import { createOutbox } from './outbox.ts'
import { createSmtpDriver } from './smtp.ts'
import { composeText, type Template } from './texts.ts'

export type Message = {
  channel: Channel
  to: string
  template: Template
  /** What the words leave open: product, code, minutes, host. */
  values: Readonly<Record<string, string>>
  language: Language
  /** False: everything is done but the sending, so that nobody can tell. */
  deliver?: boolean
}

export type Messages = {
  /**
   * Whether the channel is there, has not just failed three times in a row, and may still cost
   * something today. The same for every recipient.
   */
  accepts: (channel: Channel) => boolean
  /** Returns at once. */
  send: (message: Message) => void
  /** When all that was handed in has left or failed. */
  settled: () => Promise<void>
}

const atOnce = 8
const waitingAtMost = 500
const failuresInARow = 3
const downForMs = 60_000
const retryAfterMs = 1_000

type Needs = Pick<Services, 'db' | 'clock' | 'config' | 'log'>

const createDrivers = (services: Needs): Partial<Record<Channel, Driver>> => {
  const { config } = services
  const outbox = config.demo ? { sms: createOutbox(services), mail: createOutbox(services) } : {}
  return {
    ...outbox,
    ...(config.sms ? { sms: createHttpGateway(config.sms) } : {}),
    ...(config.mail ? { mail: createSmtpDriver(config.mail) } : {}),
  }
}

/** Without what may name the recipient or hold the gateway's key. */
const describeReason = (error: unknown): string => {
  if (error instanceof MessageRefused) return error.message
  const { name, cause } = error as Error
  return (cause as { code?: string } | undefined)?.code ?? name
}

export const createMessages = (services: Needs, drivers = createDrivers(services)): Messages => {
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
      if (!failedBeforeSending(error)) throw error // it may have arrived: not twice
      await new Promise((resume) => setTimeout(resume, retryAfterMs))
      await driver.send(message)
    }
  }

  /** Who asks at all for codes from everywhere finds an end here, and the bill with them. */
  const isAffordable = async (channel: Channel): Promise<boolean> => {
    const waitS = channel === 'sms' ? await throttle.admitSms() : null
    if (waitS === null) return true
    spentUntilMs = clock.now() + waitS * 1000
    log.error({ channel, waitS }, 'no SMS leaves any more: SMS_PER_DAY have been sent')
    return false
  }

  const deliver = async ({
    channel,
    to,
    template,
    values,
    language,
    deliver: sent = true,
  }: Message): Promise<void> => {
    const driver = drivers[channel]
    const message = {
      channel,
      to,
      template,
      language,
      code: values['code'] ?? null,
      ...composeText(template, channel, language, values),
    }
    if (!sent || !driver || !(await isAffordable(channel))) return
    try {
      await attempt(driver, message)
      failures[channel].count = 0
    } catch (error) {
      failures[channel] = { count: failures[channel].count + 1, lastMs: clock.now() }
      log.error({ channel, template, why: describeReason(error) }, 'a message could not be sent')
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
        turns.take(() => deliver(message)),
      )
      underWay.add(sending)
      void sending.finally(() => underWay.delete(sending))
    },
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

/** What a person who starts a production server should know. */
export const missingChannels = ({ demo, sms, mail }: Services['config']): Channel[] =>
  demo
    ? []
    : (['sms', 'mail'] as const).filter((channel) => (channel === 'sms' ? sms : mail) === undefined)
