// Two thousand guesses at one person's password, from as many addresses, over HTTP: how many reach
// the hash.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertAccount, insertRegions, insertUser } from '../../../platform/auth/testing.queries.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openDoors, type Doors } from '../registration/testing-doors.ts'

const compared: string[] = []
const isRight = async (_encoded: string | null, password: string): Promise<boolean> => {
  compared.push(password)
  return password === 'Swath2026'
}

const database = await ownTestDatabase(insertRegions)
let doors: Doors
beforeAll(async () => {
  doors = await openDoors(database.db, {}, { isRight })
})
afterAll(async () => {
  await doors.close()
})

test('of 2,000 guesses from 2,000 addresses in an hour, 20 are compared', async () => {
  const { phone } = await insertUser(database.db, await insertAccount(database.db), {
    password_hash: 'only compared by the test',
  })
  const usual = '10.60.0.1'
  expect((await doors.signInByPassword(phone, 'Swath2026', { ip: usual })).statusCode).toBe(200)
  compared.length = 0

  const statuses = new Map<number, number>()
  for (let from = 0; from < 2_000; from += 50) {
    await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const { statusCode } = await doors.signInByPassword(
          phone,
          `Guess${String(from + i).padStart(5, '0')}`,
          { ip: `11.${Math.floor((from + i) / 250)}.0.${((from + i) % 250) + 1}` },
        )
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
      }),
    )
  }
  expect(compared.length).toBe(20)
  expect(Object.fromEntries(statuses)).toEqual({ 401: 20, 429: 1980 })

  // The owner can sign in from the usual address all the time.
  expect((await doors.signInByPassword(phone, 'Swath2026', { ip: usual })).statusCode).toBe(200)
})

test('five hours of guessing reach the hash 100 times, which is the limit of a day', async () => {
  const { phone } = await insertUser(database.db, await insertAccount(database.db), {
    password_hash: 'only compared by the test',
  })
  const comparedByHour: number[] = []
  for (let hour = 0; hour < 7; hour++) {
    compared.length = 0
    for (let i = 0; i < 24; i++) await doors.signInByPassword(phone, 'Guess2026')
    comparedByHour.push(compared.length)
    await doors.pass(3_601_000)
  }
  expect(comparedByHour).toEqual([20, 20, 20, 20, 20, 0, 0])
})

test('guesses from a shared address do not block a known browser there', async () => {
  const { phone } = await insertUser(database.db, await insertAccount(database.db), {
    password_hash: 'only compared by the test',
  })
  const [home, shared] = ['10.61.0.1', '10.61.0.2']
  const first = await doors.signInByPassword(phone, 'Swath2026', { ip: home })
  const cookie = String(first.headers['set-cookie'])
  expect(cookie).toMatch(/^swath_device=[\w-]{43}; Max-Age=34560000; Path=\/api; HttpOnly; /)
  for (let i = 0; i < 70; i++)
    await doors.signInByPassword(`+86-1350000${String(i).padStart(4, '0')}`, 'Guess2026', {
      ip: shared,
    })
  for (let i = 0; i < 8; i++) await doors.signInByPassword(phone, 'Guess2026', { ip: shared })
  expect((await doors.signInByPassword(phone, 'Swath2026', { ip: shared })).statusCode).toBe(429)
  const known = { ip: shared, cookie: cookie.split(';')[0]! }
  expect((await doors.signInByPassword(phone, 'Swath2026', known)).statusCode).toBe(200)
})
