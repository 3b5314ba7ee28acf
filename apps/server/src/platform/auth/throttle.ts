// How often a password, a code, a captcha or a refresh token may be tried, and how often a code may
// be asked for. Counted in the database, so that every process counts together; in this process's
// memory while the database does not answer.
import { createHash } from 'node:crypto'
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import type { Db } from '../database/database.ts'
import { addressKey } from './address-key.ts'
import { throttleStore } from './throttle.queries.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

export type Admission =
  | { admitted: true; succeeded: () => Promise<void> }
  | { admitted: false; retryAfterS: number }

type UndoableAdmission<Why = void> =
  | { admitted: true; undo: (why: Why) => Promise<void> }
  | { admitted: false; retryAfterS: number }

export type Throttle = {
  /**
   * Before a password is checked, whether the login exists or not. Counts as a failure until
   * `succeeded` is called, so that tries at the same moment count too.
   */
  admitPassword: (login: string, ip: string) => Promise<Admission>
  /** Seconds to wait, or null: go on. */
  admitCaptcha: (ip: string) => Promise<number | null>
  countRejectedRefresh: (ip: string) => Promise<number | null>
  /** Before a code is made for a recipient, whether anybody has it or not. */
  admitCodeRequest: (recipient: string, ip: string) => Promise<number | null>
  /**
   * Before a code is compared. Counts as a failure until `undo` says that it was right, or, for the
   * recipient alone, that there was no code to be tried. Asking for another code does not reset it.
   */
  admitCodeTry: (
    recipient: string,
    purpose: number,
    ip: string,
  ) => Promise<UndoableAdmission<'right' | 'none'>>
  /** Before an upload is read: strangers by their address, people by their account. */
  admitUpload: (from: { ip: string } | { accountId: string }) => Promise<number | null>
  /** Before a log of a ground app is read. */
  admitLog: (from: { droneId: string } | { accountId: string }) => Promise<number | null>
  /** Before a device's secret is compared over HTTP; `undo` where it was right. */
  admitDevice: (ip: string) => Promise<UndoableAdmission>
  /** Before an SMS is paid for, of all that leave. */
  admitSms: () => Promise<number | null>
  /**
   * Before an SMS of an alarm: a person is told of a drone once in ten minutes, and thirty times a
   * day of all.
   */
  admitAlarm: (userId: string, droneId: string) => Promise<number | null>
  /** Before a company is registered; `undo` where none was. */
  admitRegistration: (ip: string) => Promise<UndoableAdmission>
  /**
   * Somebody has proved that the login is theirs: this address is one of the person's usual places
   * from now on. With a new password, guesses at the old one count no more.
   */
  trust: (login: string, ip: string, options?: { newPassword: boolean }) => Promise<void>
}

const waitS = async (limiter: RateLimiterAbstract, key: string): Promise<number | null> => {
  try {
    await limiter.consume(key)
    return null
  } catch (refused) {
    if (refused instanceof RateLimiterRes)
      return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
    throw refused
  }
}

/** No telephone numbers in the table. */
const keyOf = (login: string): string => createHash('sha256').update(login).digest('base64url')

export const createThrottle = (
  db: Db,
  { smsPerDay = 10_000 }: { smsPerDay?: number | undefined } = {},
): Throttle => {
  const storeClient = throttleStore(db)
  const counted = (
    keyPrefix: string,
    points: number,
    duration: number,
    clears = false,
  ): RateLimiterAbstract =>
    new RateLimiterPostgres({
      storeClient,
      storeType: 'client',
      tableName: 'throttle',
      tableCreated: true,
      clearExpiredByTimeout: clears,
      keyPrefix,
      points,
      duration,
      insuranceLimiter: new RateLimiterMemory({ keyPrefix, points, duration }),
    })
  const loginAndAddress = counted('sign-in', 5, 15 * minute, true)
  const address = counted('sign-in-address', 50, hour)
  // Guesses from many addresses. They must not lock the person out: addresses from which they
  // signed in go by the two limits above alone.
  const loginHour = counted('sign-in-hour', 20, hour)
  const loginDay = counted('sign-in-day', 100, day)
  const known = counted('sign-in-known', 1, 30 * day)
  const strangersUploads = counted('upload-address', 20, hour)
  const accountsUploads = counted('upload-account', 200, hour)
  const dronesLogs = counted('log-drone', 30, hour)
  const accountsLogs = counted('log-account', 200, hour)
  const deviceAddress = counted('device-address', 100, hour)
  const captcha = new RateLimiterMemory({ keyPrefix: 'captcha', points: 60, duration: minute })
  const refresh = counted('refresh-address', 100, hour)
  // Sending costs money and annoys. The shortest first: whoever asks again too soon has not spent
  // the day's.
  const codeAddress = counted('code-address', 30, hour)
  const codeRecipient = [
    counted('code-minute', 1, minute),
    counted('code-hour', 5, hour),
    counted('code-day', 10, day),
  ]
  // Five tries a code and ten codes a day would be fifty; fifteen of a million are one success in
  // 67,000 days of trying.
  const codeTry = counted('code-try', 15, day)
  const codeTryAddress = counted('code-try-address', 60, hour)
  const registration = counted('registration-address', 10, hour)
  const sms = counted('sms', smsPerDay, day)
  const alarmDrone = counted('alarm-drone', 1, 10 * minute)
  const alarmPerson = counted('alarm-person', 30, day)

  /** Counts by each in turn until one refuses. */
  const admit = async (counting: readonly (readonly [RateLimiterAbstract, string])[]) => {
    for (const [limiter, key] of counting) {
      const retryAfterS = await waitS(limiter, key)
      if (retryAfterS !== null) return { admitted: false, retryAfterS } as const
    }
    return { admitted: true } as const
  }

  return {
    admitPassword: async (login, ip) => {
      const loginKey = keyOf(login)
      const from = addressKey(ip)
      const both = `${loginKey}:${from}`
      const counting: [RateLimiterAbstract, string][] = [
        [address, from],
        [loginAndAddress, both],
      ]
      if (!(await known.get(both))) counting.push([loginHour, loginKey], [loginDay, loginKey])
      const admission = await admit(counting)
      if (!admission.admitted) return admission
      return {
        admitted: true,
        succeeded: async () => {
          await loginAndAddress.delete(both)
          for (const [limiter, key] of counting)
            if (limiter !== loginAndAddress) await limiter.reward(key)
          await known.set(both, 1, 30 * day)
        },
      }
    },
    admitCaptcha: (ip) => waitS(captcha, addressKey(ip)),
    admitUpload: (from) =>
      'ip' in from
        ? waitS(strangersUploads, addressKey(from.ip))
        : waitS(accountsUploads, from.accountId),
    admitLog: (from) =>
      'droneId' in from ? waitS(dronesLogs, from.droneId) : waitS(accountsLogs, from.accountId),
    admitDevice: async (ip) => {
      const admission = await admit([[deviceAddress, addressKey(ip)]])
      return admission.admitted
        ? {
            admitted: true,
            undo: async () => {
              await deviceAddress.reward(addressKey(ip))
            },
          }
        : admission
    },
    countRejectedRefresh: (ip) => waitS(refresh, addressKey(ip)),
    admitCodeRequest: async (recipient, ip) => {
      const admission = await admit([
        [codeAddress, addressKey(ip)],
        ...codeRecipient.map((limiter) => [limiter, keyOf(recipient)] as const),
      ])
      return admission.admitted ? null : admission.retryAfterS
    },
    admitCodeTry: async (recipient, purpose, ip) => {
      const who = `${purpose}:${keyOf(recipient)}`
      const admission = await admit([
        [codeTryAddress, addressKey(ip)],
        [codeTry, who],
      ])
      return admission.admitted
        ? {
            admitted: true,
            undo: async (why) => {
              await codeTry.reward(who)
              if (why === 'right') await codeTryAddress.reward(addressKey(ip))
            },
          }
        : admission
    },
    admitAlarm: async (userId, droneId) => {
      const admission = await admit([
        [alarmDrone, `${userId}:${droneId}`],
        [alarmPerson, userId],
      ])
      return admission.admitted ? null : admission.retryAfterS
    },
    admitSms: () => waitS(sms, 'all'),
    admitRegistration: async (ip) => {
      const admission = await admit([[registration, addressKey(ip)]])
      return admission.admitted
        ? {
            admitted: true,
            undo: async () => {
              await registration.reward(addressKey(ip))
            },
          }
        : admission
    },
    trust: async (login, ip, { newPassword } = { newPassword: false }) => {
      const loginKey = keyOf(login)
      const both = `${loginKey}:${addressKey(ip)}`
      await loginAndAddress.delete(both)
      if (newPassword) for (const limiter of [loginHour, loginDay]) await limiter.delete(loginKey)
      await known.set(both, 1, 30 * day)
    },
  }
}
