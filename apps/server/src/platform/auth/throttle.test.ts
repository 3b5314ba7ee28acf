import { beforeAll, describe, expect, test } from 'vitest'
import { ownTestDatabase } from '../database/testing-file.ts'
import { openDatabase } from '../database/database.ts'
import { addressKey } from './address-key.ts'
import { createThrottle, type Throttle } from './throttle.ts'

const database = await ownTestDatabase()
let throttle: Throttle
beforeAll(async () => {
  throttle = createThrottle(database.db)
})

/** How many of these tries were admitted. */
const admittedOf = async (tries: Iterable<[login: string, ip: string]>, by = throttle) => {
  const outcomes = await Promise.all([...tries].map(([login, ip]) => by.admitPassword(login, ip)))
  return outcomes.filter((one) => one.admitted).length
}
const times = (
  count: number,
  login: (i: number) => string,
  ip: (i: number) => string,
): [string, string][] => Array.from({ length: count }, (_, i) => [login(i), ip(i)])
const addressOf = (i: number) => `203.0.${Math.floor(i / 250)}.${i % 250}`

describe('passwords', () => {
  test('five failures for one login from one address, however many at once', async () => {
    expect(
      await admittedOf(
        times(
          30,
          () => 'one@example.com',
          () => '10.1.0.1',
        ),
      ),
    ).toBe(5)
    const refused = await throttle.admitPassword('one@example.com', '10.1.0.1')
    expect(refused.admitted).toBe(false)
    expect(!refused.admitted && refused.retryAfterS).toBeGreaterThan(800)
    expect(await admittedOf([['one@example.com', '10.1.0.2']])).toBe(1)
  })

  test("fifty failures from one address, whoever's passwords they were", async () => {
    expect(
      await admittedOf(
        times(
          80,
          (i) => `many${i}@example.com`,
          () => '10.2.0.1',
        ),
      ),
    ).toBe(50)
  })

  test('at most twenty real checks an hour for one login from many addresses', async () => {
    expect(await admittedOf(times(300, () => 'target@example.com', addressOf))).toBe(20)
  })

  test('do not lock the person out of the address from which they signed in', async () => {
    const admission = await throttle.admitPassword('owner@example.com', '10.3.0.1')
    if (admission.admitted) await admission.succeeded()
    expect(
      await admittedOf(
        times(
          100,
          () => 'owner@example.com',
          (i) => `198.51.100.${i}`,
        ),
      ),
    ).toBe(20)
    expect(await admittedOf([['owner@example.com', '10.3.0.1']])).toBe(1)
    expect(await admittedOf([['owner@example.com', '10.3.0.2']])).toBe(0)
  })

  test('that are right are not counted', async () => {
    for (let i = 0; i < 60; i++) {
      const admission = await throttle.admitPassword('often@example.com', '10.4.0.1')
      expect(admission.admitted).toBe(true)
      if (admission.admitted) await admission.succeeded()
    }
  })

  test('are counted without the login being readable', async () => {
    await throttle.admitPassword('+86-13912345678', '10.5.0.1')
    const keys = await database.db.selectFrom('throttle').select('key').execute()
    expect(keys.length).toBeGreaterThan(0)
    expect(keys.filter(({ key }) => key.includes('13912345678') || key.includes('@'))).toEqual([])
  })

  test('are counted in memory while the database does not answer', async () => {
    const away = openDatabase('postgres://nobody:x@127.0.0.1:9/none')
    expect(
      await admittedOf(
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
  const waitsOf = (count: number, recipient: (i: number) => string, ip: (i: number) => string) =>
    Promise.all(
      Array.from({ length: count }, (_, i) => throttle.admitCodeRequest(recipient(i), ip(i))),
    )

  test('are asked for once a minute for one recipient, from wherever', async () => {
    const waits = await waitsOf(
      20,
      () => '+86-13700000001',
      (i) => `10.11.0.${i}`,
    )
    expect(waits.filter((wait) => wait === null)).toHaveLength(1)
    expect(Math.max(...waits.map((wait) => wait ?? 0))).toBeLessThanOrEqual(60)
  })

  test('are asked for thirty times an hour from one address', async () => {
    expect(
      (
        await waitsOf(
          40,
          (i) => `address${i}@example.com`,
          () => '10.12.0.1',
        )
      ).filter((wait) => wait === null),
    ).toHaveLength(30)
  })

  test('are tried fifteen times a day for a recipient and purpose, however many at once', async () => {
    const admitted = async (purpose: number) =>
      (
        await Promise.all(
          Array.from({ length: 40 }, (_, i) =>
            throttle.admitCodeTry('tried@example.com', purpose, `10.13.${purpose}.${i}`),
          ),
        )
      ).filter((one) => one.admitted).length
    expect([await admitted(1), await admitted(3)]).toEqual([15, 15])
  })

  test('that are right, or that are not there, do not count for the recipient', async () => {
    for (let i = 0; i < 40; i++) {
      const admission = await throttle.admitCodeTry('right@example.com', 1, '10.14.0.1')
      expect(admission.admitted).toBe(true)
      if (admission.admitted) await admission.undo(i % 2 === 0 ? 'right' : 'none')
    }
  })
})

test('registrations: ten an hour for one address, without those that failed', async () => {
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

test('captchas: sixty a minute for one address', async () => {
  const waits = await Promise.all(
    Array.from({ length: 61 }, () => throttle.admitCaptcha('10.7.0.1')),
  )
  expect(waits.filter((wait) => wait === null)).toHaveLength(60)
})

test('an IPv6 customer is one address', () => {
  expect(addressKey('2001:db8:0:7:1:2:3:4')).toBe('2001:db8:0:7::/64')
  expect(addressKey('2001:0db8::7:1')).toBe('2001:db8:0:0::/64')
  expect(addressKey('::1')).toBe('0:0:0:0::/64')
  expect(addressKey('::ffff:10.1.2.3')).toBe('10.1.2.3')
  expect(addressKey('10.1.2.3')).toBe('10.1.2.3')
})
