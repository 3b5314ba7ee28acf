// Rate limits for attempts with passwords, codes, captchas and refresh tokens, and for requests of
// codes: by person, by address, and by both. Other people at an address never lock out a known
// browser (device-cookie.ts).
import { createHash } from 'node:crypto'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Db } from '../database/database.ts'
import { addressKey } from '../http/address-key.ts'
import {
  admit,
  admitUndoable,
  createCounters,
  day,
  hour,
  minute,
  waitS,
  type Count,
  type Counters,
  type Undoable,
} from './counters.ts'
import { deviceKey, type Place } from './device-cookie.ts'
import { createUsualPlaces, roomFor, type UsualPlaces } from './usual-places.ts'

export type Admission =
  | {
      admitted: true
      /** Resolves to the browser's new cookie: the place is one of the person's usual ones. */
      succeeded: () => Promise<string>
      /** The password was right, but the second factor is still to be given. */
      halfway: () => Promise<void>
    }
  | { admitted: false; retryAfterS: number }

export type Throttle = {
  /**
   * Call before checking a password, whether the login exists or not. Counts as a failure until
   * `succeeded` is called, so that concurrent attempts count too.
   */
  admitPassword: (login: string, place: Place) => Promise<Admission>
  /**
   * Whether to draw a new captcha for this request or share a recent one; a number is the seconds
   * to wait.
   */
  admitCaptcha: (place: Place) => Promise<'own' | 'shared' | number>
  countRejectedRefresh: (ip: string) => Promise<number | null>
  /**
   * Call before creating a code, whether the recipient exists or not. Returns the seconds to wait,
   * or null.
   */
  admitCodeRequest: (recipient: string, place: Place) => Promise<number | null>
  /**
   * Call before comparing a code. Counts as a failure until `undo`: if the code was right or, for
   * the recipient only, if there was no code. Requesting another code does not reset it.
   */
  admitCodeTry: (
    recipient: string,
    purpose: number,
    place: Place,
  ) => Promise<Undoable<'right' | 'none'>>
  /**
   * Call before reading an upload. Signed-in people are counted by their account, others by
   * address.
   */
  admitUpload: (from: { ip: string } | { accountId: string }) => Promise<number | null>
  /** Call before reading a log of a ground app. */
  admitLog: (from: { droneId: string } | { accountId: string }) => Promise<number | null>
  /**
   * Call before looking up an activation code, which makes an account a client; `undo` if it was
   * right.
   */
  admitActivation: (from: { accountId: string }) => Promise<Undoable>
  /** Call before comparing a device's secret over HTTP; `undo` if it was right. */
  admitDevice: (ip: string) => Promise<Undoable>
  /** Call before creating a challenge for a sign-in by passkey. */
  admitPasskey: (ip: string) => Promise<number | null>
  /** Call before each step of a sign-in with an identity provider. */
  admitOrganisation: (ip: string) => Promise<number | null>
  /** Call before reading an identity provider or a DNS record for its account. */
  admitProviderCheck: (from: { accountId: string }) => Promise<number | null>
  /** Call before sending an SMS; counts all SMS together. */
  admitSms: () => Promise<number | null>
  /** Call before looking up a shared report. */
  admitReader: (ip: string) => Promise<number | null>
  /** Call before comparing the secret of a browser that renews its subscription. */
  admitRenewal: (ip: string) => Promise<number | null>
  /** Call before opening a shared report by a link that works. */
  admitOpening: (linkId: string) => Promise<number | null>
  /** Call before registering a company; `undo` if none was registered. */
  admitRegistration: (ip: string) => Promise<Undoable>
  /**
   * Records that someone has proved to own the login: this place is one of the person's usual ones
   * from now on. After a new password, earlier failures no longer count.
   * @returns the browser's cookie
   */
  trust: (login: string, place: Place, options?: { newPassword: boolean }) => Promise<string>
  /** Earlier failures with the password no longer count, after a new password. */
  forgive: (login: string, place: Place) => Promise<void>
}

/** Hashed, so that the table contains no phone numbers. */
const hashLogin = (login: string): string => createHash('sha256').update(login).digest('base64url')

const createPasswordLimit = (
  counted: Counters,
  places: UsualPlaces,
): Pick<Throttle, 'admitPassword' | 'trust' | 'forgive'> => {
  // For a browser from which the person has signed in, only failures in this browser count.
  const device = [counted('sign-in-device', 5, 15 * minute), counted('sign-in-device-day', 50, day)]
  const loginAndAddress = counted('sign-in', 5, 15 * minute)
  const addressHour = counted('sign-in-address', roomFor(50), hour)
  // Above its hourly limit an address is slowed, not locked: each try also requires a captcha.
  const addressMinute = counted('sign-in-address-minute', roomFor(10), minute)
  // Guesses from many addresses. They must not lock the person out, so addresses from which they
  // signed in are limited only by login and address together.
  const login = [counted('sign-in-hour', 20, hour), counted('sign-in-day', 100, day)]

  const pickCounts = async (who: string, pair: Count, place: Place): Promise<Count[]> => {
    if (await places.isDeviceOf(who, place))
      return device.map((by) => ({ by, key: `${who}:${deviceKey(place.device!)}` }))
    if (await places.isAddressOf(who, place)) return [pair]
    const address = await places.countFor(addressHour, 50, place.ip)
    const beyond = await places.countFor(addressMinute, 10, place.ip)
    return [pair, { ...address, beyond }, ...login.map((by) => ({ by, key: who }))]
  }
  const toPairCount = (who: string, { ip }: Place): Count => ({
    by: loginAndAddress,
    key: `${who}:${addressKey(ip)}`,
  })

  const forgive: Throttle['forgive'] = async (name, place) => {
    const who = hashLogin(name)
    await loginAndAddress.delete(toPairCount(who, place).key)
    for (const by of login) await by.delete(who)
  }

  return {
    admitPassword: async (name, place) => {
      const who = hashLogin(name)
      const pair = toPairCount(who, place)
      const counts = await pickCounts(who, pair, place)
      const retryAfterS = await admit(counts)
      if (retryAfterS !== null) return { admitted: false, retryAfterS }
      const halfway = async (): Promise<void> => {
        for (const { by, key } of counts) if (by !== loginAndAddress) await by.reward(key)
        await loginAndAddress.delete(pair.key)
      }
      return {
        admitted: true,
        halfway,
        succeeded: async () => {
          await halfway()
          return places.remember(who, place)
        },
      }
    },
    trust: async (name, place, { newPassword } = { newPassword: false }) => {
      const who = hashLogin(name)
      if (newPassword) await forgive(name, place)
      else await loginAndAddress.delete(toPairCount(who, place).key)
      return places.remember(who, place)
    },
    forgive,
  }
}

const createCodeLimits = (
  counted: Counters,
  places: UsualPlaces,
): Pick<Throttle, 'admitCodeRequest' | 'admitCodeTry'> => {
  const requestAddress = counted('code-address', roomFor(30), hour)
  // Messages cost money and annoy people. The shortest limit comes first, so that a request refused
  // as too early does not use up the daily limit.
  const requests = [
    counted('code-minute', 1, minute),
    counted('code-hour', 5, hour),
    counted('code-day', 10, day),
  ]
  // Five attempts per code and ten codes a day would be fifty; with fifteen, one of a million codes
  // is guessed in 67,000 days.
  const tries = counted('code-try', 15, day)
  const triesAddress = counted('code-try-address', roomFor(60), hour)
  /** A known browser of the person has its own counter, separate from its address. */
  const keyAndAddress = async (
    recipient: string,
    place: Place,
    addressCount: () => Promise<Count>,
  ): Promise<{ key: string; address: Count[] }> => {
    const who = hashLogin(recipient)
    return (await places.isDeviceOf(who, place))
      ? { key: `${who}:${deviceKey(place.device!)}`, address: [] }
      : { key: who, address: [await addressCount()] }
  }

  return {
    admitCodeRequest: async (recipient, place) => {
      const { key, address } = await keyAndAddress(recipient, place, () =>
        places.countFor(requestAddress, 30, place.ip),
      )
      return admit([...address, ...requests.map((by) => ({ by, key }))])
    },
    admitCodeTry: async (recipient, purpose, place) => {
      const { key, address } = await keyAndAddress(recipient, place, () =>
        places.countFor(triesAddress, 60, place.ip),
      )
      const who = `${purpose}:${key}`
      const retryAfterS = await admit([...address, { by: tries, key: who }])
      if (retryAfterS !== null) return { admitted: false, retryAfterS }
      return {
        admitted: true,
        undo: async (why) => {
          await tries.reward(who)
          if (why === 'right') for (const count of address) await count.by.reward(count.key)
        },
      }
    },
  }
}

/** Counts in memory only, because the process that receives the request draws the picture. */
const createCaptchaLimit = (places: UsualPlaces): Pick<Throttle, 'admitCaptcha'> => {
  const inMemory = (keyPrefix: string, points: number) =>
    new RateLimiterMemory({ keyPrefix, points, duration: minute })
  const device = inMemory('captcha-device', 30)
  const address = inMemory('captcha', roomFor(60))
  const anyone = inMemory('captcha-shared', roomFor(600))
  return {
    admitCaptcha: async ({ ip, device: shown }) => {
      if (
        shown !== null &&
        (await places.isDevice(shown)) &&
        (await waitS({ by: device, key: deviceKey(shown) })) === null
      )
        return 'own'
      if ((await waitS(await places.countFor(address, 60, ip))) === null) return 'own'
      return (await waitS(await places.countFor(anyone, 600, ip))) ?? 'shared'
    },
  }
}

export const createThrottle = (
  db: Db,
  { smsPerDay = 10_000 }: { smsPerDay?: number | undefined } = {},
): Throttle => {
  const counted = createCounters(db)
  const places = createUsualPlaces(counted)
  const strangersUploads = counted('upload-address', roomFor(20), hour)
  const accountsUploads = counted('upload-account', 200, hour)
  const dronesLogs = counted('log-drone', 30, hour)
  const accountsLogs = counted('log-account', 200, hour)
  const activations = counted('activation-account', 20, hour)
  const deviceAddress = counted('device-address', roomFor(100), hour)
  const refresh = counted('refresh-address', roomFor(100), hour)
  const registration = counted('registration-address', roomFor(10), hour)
  const readers = counted('report-address', roomFor(60), minute)
  const openings = counted('report-link', 600, hour)
  const renewals = counted('push-address', roomFor(60), hour)
  const passkeys = counted('passkey-address', roomFor(100), hour)
  const organisation = counted('organisation-address', roomFor(100), hour)
  const providerChecks = counted('provider-account', 60, hour)
  const sms = counted('sms', smsPerDay, day)

  return {
    ...createPasswordLimit(counted, places),
    ...createCodeLimits(counted, places),
    ...createCaptchaLimit(places),
    countRejectedRefresh: async (ip) => waitS(await places.countFor(refresh, 100, ip)),
    admitUpload: async (from) =>
      waitS(
        'ip' in from
          ? await places.countFor(strangersUploads, 20, from.ip)
          : { by: accountsUploads, key: from.accountId },
      ),
    admitLog: (from) =>
      waitS(
        'droneId' in from
          ? { by: dronesLogs, key: from.droneId }
          : { by: accountsLogs, key: from.accountId },
      ),
    admitActivation: ({ accountId }) => admitUndoable({ by: activations, key: accountId }),
    admitDevice: async (ip) => admitUndoable(await places.countFor(deviceAddress, 100, ip)),
    admitRegistration: async (ip) => admitUndoable(await places.countFor(registration, 10, ip)),
    admitReader: async (ip) => waitS(await places.countFor(readers, 60, ip)),
    admitRenewal: async (ip) => waitS(await places.countFor(renewals, 60, ip)),
    admitOpening: (linkId) => waitS({ by: openings, key: linkId }),
    admitPasskey: async (ip) => waitS(await places.countFor(passkeys, 100, ip)),
    admitOrganisation: async (ip) => waitS(await places.countFor(organisation, 100, ip)),
    admitProviderCheck: ({ accountId }) => waitS({ by: providerChecks, key: accountId }),
    admitSms: () => waitS({ by: sms, key: 'all' }),
  }
}
