import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { ServiceError } from '../errors/fail.ts'
import { hashPassword, isOutdated, passwordIsRight } from './passwords.ts'

test('a password matches only its own hash', async () => {
  const encoded = await hashPassword('Swath2026')
  expect(encoded).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwordIsRight(encoded, 'Swath2026')).toBe(true)
  expect(await passwordIsRight(encoded, 'swath2026')).toBe(false)
  expect(isOutdated(encoded)).toBe(false)
  expect(isOutdated(await hash('Swath2026', { memoryCost: 8192 }))).toBe(true)
})

test('an unknown user fails with every password, after the same work', async () => {
  const encoded = await hashPassword('Swath2026')
  await passwordIsRight(null, 'warm')
  /** CPU time rather than elapsed time, which depends on the load of the machine. */
  const measureWorkUs = async (against: string | null) => {
    const from = process.cpuUsage()
    expect(await passwordIsRight(against, 'wrong')).toBe(false)
    const { user, system } = process.cpuUsage(from)
    return user + system
  }
  let someonesUs = Infinity
  let nobodysUs = Infinity
  for (let i = 0; i < 25; i++) {
    someonesUs = Math.min(someonesUs, await measureWorkUs(encoded))
    nobodysUs = Math.min(nobodysUs, await measureWorkUs(null))
  }
  expect(Math.max(someonesUs / nobodysUs, nobodysUs / someonesUs)).toBeLessThan(1.5)
})

test('a flood is asked to retry later, and does not block requests that wait', async () => {
  const encoded = await hashPassword('Swath2026')
  const outcomes = await Promise.allSettled(
    Array.from({ length: 120 }, () => passwordIsRight(encoded, 'Swath2026')),
  )
  const refused = outcomes.filter((one) => one.status === 'rejected')
  expect(refused).toHaveLength(120 - 4 - 64)
  expect(
    refused.every(
      (one) => one.reason instanceof ServiceError && one.reason.code === 'too_many_requests',
    ),
  ).toBe(true)
  expect(await passwordIsRight(encoded, 'Swath2026')).toBe(true)
})
