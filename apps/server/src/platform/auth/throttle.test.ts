import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database/testing.ts'
import { openDatabase } from '../database/database.ts'
import { addressKey } from './address-key.ts'
import { createThrottle, type Throttle } from './throttle.ts'

let database: TestDatabase
let throttle: Throttle
beforeAll(async () => {
  database = await createTestDatabase()
  throttle = createThrottle(database.db)
})
afterAll(() => database.close())

/** How many of these tries were admitted. */
const admittedOf = async (tries: Iterable<[login: string, ip: string]>, by = throttle) => {
  const outcomes = await Promise.all([...tries].map(([login, ip]) => by.admitPassword(login, ip)))
  return outcomes.filter((one) => one.admitted).length
}
const times = (count: number, login: (i: number) => string, ip: (i: number) => string): [string, string][] =>
  Array.from({ length: count }, (_, i) => [login(i), ip(i)])
const addressOf = (i: number) => `203.0.${Math.floor(i / 250)}.${i % 250}`

describe('passwords', () => {
  test('five failures for one login from one address, however many at once', async () => {
    expect(await admittedOf(times(30, () => 'one@example.com', () => '10.1.0.1'))).toBe(5)
    const refused = await throttle.admitPassword('one@example.com', '10.1.0.1')
    expect(refused.admitted).toBe(false)
    expect(!refused.admitted && refused.retryAfterS).toBeGreaterThan(800)
    expect(await admittedOf([['one@example.com', '10.1.0.2']])).toBe(1)
  })

  test('fifty failures from one address, whoever\'s passwords they were', async () => {
    expect(await admittedOf(times(80, (i) => `many${i}@example.com`, () => '10.2.0.1'))).toBe(50)
  })

  test('at most twenty real checks an hour for one login from many addresses', async () => {
    expect(await admittedOf(times(300, () => 'target@example.com', addressOf))).toBe(20)
  })

  test('do not lock the person out of the address from which they signed in', async () => {
    const admission = await throttle.admitPassword('owner@example.com', '10.3.0.1')
    if (admission.admitted) await admission.succeeded()
    expect(await admittedOf(times(100, () => 'owner@example.com', (i) => `198.51.100.${i}`))).toBe(20)
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
    expect(await admittedOf(times(10, () => 'away@example.com', () => '10.6.0.1'), createThrottle(away)).catch(() => -1)).toBe(5)
    await away.destroy()
  })
})

test('captchas: sixty a minute for one address', async () => {
  const waits = await Promise.all(Array.from({ length: 61 }, () => throttle.admitCaptcha('10.7.0.1')))
  expect(waits.filter((wait) => wait === null)).toHaveLength(60)
})

test('an IPv6 customer is one address', () => {
  expect(addressKey('2001:db8:0:7:1:2:3:4')).toBe('2001:db8:0:7::/64')
  expect(addressKey('2001:0db8::7:1')).toBe('2001:db8:0:0::/64')
  expect(addressKey('::1')).toBe('0:0:0:0::/64')
  expect(addressKey('::ffff:10.1.2.3')).toBe('10.1.2.3')
  expect(addressKey('10.1.2.3')).toBe('10.1.2.3')
})
