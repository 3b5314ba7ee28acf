// How often a password, a captcha or a refresh token may be tried. Counted in the database, so that every process counts
// together; in this process's memory while the database does not answer.
import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Db } from '../database/database.ts'
import { addressKey } from './address-key.ts'
import { throttleStore } from './throttle.queries.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

export type Admission = { admitted: true; succeeded: () => Promise<void> } | { admitted: false; retryAfterS: number }

export type Throttle = {
  /**
   * Before a password is checked, whether the login exists or not. Counts as a failure until `succeeded` is called, so
   * that tries at the same moment count too.
   */
  admitPassword: (login: string, ip: string) => Promise<Admission>
  /** Seconds to wait, or null: go on. */
  admitCaptcha: (ip: string) => Promise<number | null>
  countRejectedRefresh: (ip: string) => Promise<number | null>
}

const waitS = async (limiter: RateLimiterAbstract, key: string): Promise<number | null> => {
  try {
    await limiter.consume(key)
    return null
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
    throw refused
  }
}

export const createThrottle = (db: Db): Throttle => {
  const storeClient = throttleStore(db)
  const counted = (keyPrefix: string, points: number, duration: number, clears = false): RateLimiterAbstract => new RateLimiterPostgres({
    storeClient, storeType: 'client', tableName: 'throttle', tableCreated: true, clearExpiredByTimeout: clears, keyPrefix, points, duration,
    insuranceLimiter: new RateLimiterMemory({ keyPrefix, points, duration }),
  })
  const loginAndAddress = counted('sign-in', 5, 15 * minute, true)
  const address = counted('sign-in-address', 50, hour)
  // Guesses from many addresses. They must not lock the person out: addresses from which they signed in go by the two
  // limits above alone.
  const loginHour = counted('sign-in-hour', 20, hour)
  const loginDay = counted('sign-in-day', 100, day)
  const known = counted('sign-in-known', 1, 30 * day)
  const captcha = new RateLimiterMemory({ keyPrefix: 'captcha', points: 60, duration: minute })
  const refresh = counted('refresh-address', 100, hour)

  return {
    admitPassword: async (login, ip) => {
      const loginKey = createHash('sha256').update(login).digest('base64url') // no telephone numbers in the table
      const from = addressKey(ip)
      const both = `${loginKey}:${from}`
      const counting: [RateLimiterAbstract, string][] = [[address, from], [loginAndAddress, both]]
      if (!await known.get(both)) counting.push([loginHour, loginKey], [loginDay, loginKey])
      for (const [limiter, key] of counting) {
        const retryAfterS = await waitS(limiter, key)
        if (retryAfterS !== null) return { admitted: false, retryAfterS }
      }
      return {
        admitted: true,
        succeeded: async () => {
          await loginAndAddress.delete(both)
          for (const [limiter, key] of counting) if (limiter !== loginAndAddress) await limiter.reward(key)
          await known.set(both, 1, 30 * day)
        },
      }
    },
    admitCaptcha: (ip) => waitS(captcha, addressKey(ip)),
    countRejectedRefresh: (ip) => waitS(refresh, addressKey(ip)),
  }
}
