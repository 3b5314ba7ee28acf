import { beforeAll, describe, expect, test } from 'vitest'
import { ownTestDatabase } from '../database/testing-file.ts'
import { openDatabase } from '../database/database.ts'
import { addressKey } from '../http/address-key.ts'
import type { Place } from './device-cookie.ts'
import { createThrottle, type Throttle } from './throttle.ts'

const database = await ownTestDatabase()
let throttle: Throttle
beforeAll(async () => {
  throttle = createThrottle(database.db)
})

const at = (ip: string, device: string | null = null): Place => ({ ip, device })
/** Signs in, from an arbitrary address. @returns the browser's cookie */
const knownBrowser = (login: string, ip = '192.0.2.200', device: string | null = null) =>
  throttle.trust(login, at(ip, device))

/** How many of these attempts were admitted. */
const countAdmitted = async (tries: Iterable<[login: string, ip: string]>, by = throttle) => {
  const outcomes = await Promise.all(
    [...tries].map(([login, ip]) => by.admitPassword(login, at(ip))),
  )
  return outcomes.filter((one) => one.admitted).length
}
const times = (
  count: number,
  login: (i: number) => string,
  ip: (i: number) => string,
): [string, string][] => Array.from({ length: count }, (_, i) => [login(i), ip(i)])
const numberedAddress = (i: number) => `203.0.${Math.floor(i / 250)}.${i % 250}`

describe('passwords', () => {
  test('five failures for one login from one address, however many concurrently', async () => {
    expect(
      await countAdmitted(
        times(
          30,
          () => 'one@example.com',
          () => '10.1.0.1',
        ),
      ),
    ).toBe(5)
    const refused = await throttle.admitPassword('one@example.com', at('10.1.0.1'))
    expect(refused.admitted).toBe(false)
    expect(!refused.admitted && refused.retryAfterS).toBeGreaterThan(800)
    expect(await countAdmitted([['one@example.com', '10.1.0.2']])).toBe(1)
  })

  test('fifty failures an hour from one address, for any passwords, then ten a minute', async () => {
    expect(
      await countAdmitted(
        times(
          80,
          (i) => `many${i}@example.com`,
          () => '10.2.0.1',
        ),
      ),
    ).toBe(60)
    const refused = await throttle.admitPassword('newcomer@example.com', at('10.2.0.1'))
    expect(refused.admitted ? 0 : refused.retryAfterS).toBeLessThanOrEqual(60)
  })

  test('at most twenty checks an hour for one login from many addresses', async () => {
    expect(await countAdmitted(times(300, () => 'target@example.com', numberedAddress))).toBe(20)
  })

  test('do not lock the person out of the address from which they signed in', async () => {
    const admission = await throttle.admitPassword('owner@example.com', at('10.3.0.1'))
    if (admission.admitted) await admission.succeeded()
    expect(
      await countAdmitted(
        times(
          100,
          () => 'owner@example.com',
          (i) => `198.51.100.${i}`,
        ),
      ),
    ).toBe(20)
    expect(await countAdmitted([['owner@example.com', '10.3.0.1']])).toBe(1)
    expect(await countAdmitted([['owner@example.com', '10.3.0.2']])).toBe(0)
  })

  test('are not counted if right', async () => {
    for (let i = 0; i < 60; i++) {
      const admission = await throttle.admitPassword('often@example.com', at('10.4.0.1'))
      expect(admission.admitted).toBe(true)
      if (admission.admitted) await admission.succeeded()
    }
  })

  test('are counted under a hash of the login', async () => {
    await throttle.admitPassword('+86-13912345678', at('10.5.0.1'))
    const keys = await database.db.selectFrom('throttle').select('key').execute()
    expect(keys.length).toBeGreaterThan(0)
    expect(keys.filter(({ key }) => key.includes('13912345678') || key.includes('@'))).toEqual([])
  })

  test('are counted in memory while the database is unavailable', async () => {
    const away = openDatabase('postgres://nobody:x@127.0.0.1:9/none')
    expect(
      await countAdmitted(
        times(
          10,
          () => 'away@example.com',
          () => '10.6.0.1',
        ),
        createThrottle(away),
      ).catch(() => -1),
    ).toBe(5)
    await away.destroy()
  })
})

describe('codes', () => {
  const collectWaits = (
    count: number,
    recipient: (i: number) => string,
    ip: (i: number) => string,
  ) =>
    Promise.all(
      Array.from({ length: count }, (_, i) => throttle.admitCodeRequest(recipient(i), at(ip(i)))),
    )

  test('are limited to one a minute for one recipient, from all addresses together', async () => {
    const waits = await collectWaits(
      20,
      () => '+86-13700000001',
      (i) => `10.11.0.${i}`,
    )
    expect(waits.filter((wait) => wait === null)).toHaveLength(1)
    expect(Math.max(...waits.map((wait) => wait ?? 0))).toBeLessThanOrEqual(60)
  })

  test('are limited to thirty an hour from one address', async () => {
    expect(
      (
        await collectWaits(
          40,
          (i) => `address${i}@example.com`,
          () => '10.12.0.1',
        )
      ).filter((wait) => wait === null),
    ).toHaveLength(30)
  })

  test('are tried at most fifteen times a day per recipient and purpose, however many concurrently', async () => {
    const admitted = async (purpose: number) =>
      (
        await Promise.all(
          Array.from({ length: 40 }, (_, i) =>
            throttle.admitCodeTry('tried@example.com', purpose, at(`10.13.${purpose}.${i}`)),
          ),
        )
      ).filter((one) => one.admitted).length
    expect([await admitted(1), await admitted(3)]).toEqual([15, 15])
  })

  test('that are right or do not exist do not count for the recipient', async () => {
    for (let i = 0; i < 40; i++) {
      const admission = await throttle.admitCodeTry('right@example.com', 1, at('10.14.0.1'))
      expect(admission.admitted).toBe(true)
      if (admission.admitted) await admission.undo(i % 2 === 0 ? 'right' : 'none')
    }
  })
})

test('registrations: ten an hour per address, not counting failed ones', async () => {
  for (let i = 0; i < 25; i++) {
    const admission = await throttle.admitRegistration('10.15.0.1')
    expect(admission.admitted).toBe(true)
    if (admission.admitted) await admission.undo()
  }
  const outcomes = await Promise.all(
    Array.from({ length: 15 }, () => throttle.admitRegistration('10.15.0.1')),
  )
  expect(outcomes.filter((one) => one.admitted)).toHaveLength(10)
})

describe('at a shared address', () => {
  const strangersFail = (count: number, ip: string, login = (i: number) => `nobody${i}@${ip}`) =>
    countAdmitted(times(count, login, () => ip))

  test('a known browser is not locked out by failures for other names', async () => {
    const device = await knownBrowser('operator@example.com')
    await strangersFail(120, '10.20.0.1')
    expect(await countAdmitted([['newcomer@example.com', '10.20.0.1']])).toBe(0)
    const admission = await throttle.admitPassword('operator@example.com', at('10.20.0.1', device))
    expect(admission.admitted).toBe(true)
  })

  test('nor by failures for the same name, there or elsewhere', async () => {
    const device = await knownBrowser('known@example.com')
    await strangersFail(30, '10.20.0.2', () => 'known@example.com')
    await countAdmitted(times(300, () => 'known@example.com', numberedAddress))
    expect(await countAdmitted([['known@example.com', '10.20.0.2']])).toBe(0)
    const admission = await throttle.admitPassword('known@example.com', at('10.20.0.2', device))
    expect(admission.admitted).toBe(true)
  })

  test('nor is a person at an address from which they have signed in', async () => {
    await knownBrowser('usual@example.com', '10.20.0.3')
    await strangersFail(120, '10.20.0.3')
    expect(await countAdmitted([['usual@example.com', '10.20.0.3']])).toBe(1)
  })

  test('five attempts in 15 minutes are the limit in a known browser, too', async () => {
    const device = await knownBrowser('five@example.com')
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        throttle.admitPassword('five@example.com', at(`10.21.0.${i}`, device)),
      ),
    )
    expect(outcomes.filter((one) => one.admitted)).toHaveLength(5)
  })

  test('a browser is known only for the person who signed in there', async () => {
    const device = await knownBrowser('mine@example.com')
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        throttle.admitPassword('theirs@example.com', at(`10.22.0.${i}`, device)),
      ),
    )
    expect(outcomes.filter((one) => one.admitted)).toHaveLength(20)
  })

  test('a planted cookie is replaced at the sign-in; a genuine one is kept for colleagues', async () => {
    const planted = 'p'.repeat(43)
    const device = await knownBrowser('first@example.com', '10.23.0.1', planted)
    expect(device).toMatch(/^[\w-]{43}$/)
    expect(device).not.toBe(planted)
    expect(await knownBrowser('second@example.com', '10.23.0.1', device)).toBe(device)
  })

  test('the limit grows with the number of people who have signed in there', async () => {
    for (let i = 0; i < 6; i++) await knownBrowser(`colleague${i}@example.com`, '10.24.0.1')
    expect(await strangersFail(300, '10.24.0.1')).toBe(3 * (50 + 10))
  })

  test('a known browser can request and try codes regardless of others’ attempts', async () => {
    const device = await knownBrowser('coded@example.com')
    const place = at('10.25.0.1', device)
    for (let i = 0; i < 40; i++)
      await throttle.admitCodeTry('coded@example.com', 1, at('10.25.0.1'))
    await throttle.admitCodeRequest('coded@example.com', at('10.25.0.1'))
    expect(await throttle.admitCodeRequest('coded@example.com', at('10.25.0.1'))).not.toBeNull()
    expect((await throttle.admitCodeTry('coded@example.com', 1, at('10.25.0.9'))).admitted).toBe(
      false,
    )
    expect(await throttle.admitCodeRequest('coded@example.com', place)).toBeNull()
    expect((await throttle.admitCodeTry('coded@example.com', 1, place)).admitted).toBe(true)
  })
})

test('captchas: per address and minute, sixty individual ones, then shared ones, then none', async () => {
  const device = await knownBrowser('pictured@example.com')
  const kinds = await Promise.all(
    Array.from({ length: 700 }, () => throttle.admitCaptcha(at('10.7.0.1'))),
  )
  const count = (kind: unknown) => kinds.filter((one) => one === kind).length
  expect([count('own'), count('shared')]).toEqual([60, 600])
  expect(kinds.at(-1)).toBeGreaterThan(0)
  expect(await throttle.admitCaptcha(at('10.7.0.1', device))).toBe('own')
})

test('the addresses of an IPv6 customer count as one', () => {
  expect(addressKey('2001:db8:0:7:1:2:3:4')).toBe('2001:db8:0:7::/64')
  expect(addressKey('2001:0db8::7:1')).toBe('2001:db8:0:0::/64')
  expect(addressKey('::1')).toBe('0:0:0:0::/64')
  expect(addressKey('::ffff:10.1.2.3')).toBe('10.1.2.3')
  expect(addressKey('10.1.2.3')).toBe('10.1.2.3')
})
