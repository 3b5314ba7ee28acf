import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { ServiceError } from '../http/fail.ts'
import { hashPassword, isOutdated, passwordIsRight } from './passwords.ts'

test('a password is right against its own hash alone', async () => {
  const encoded = await hashPassword('Swath2026')
  expect(encoded).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwordIsRight(encoded, 'Swath2026')).toBe(true)
  expect(await passwordIsRight(encoded, 'swath2026')).toBe(false)
  expect(isOutdated(encoded)).toBe(false)
  expect(isOutdated(await hash('Swath2026', { memoryCost: 8192 }))).toBe(true)
})

test('nobody has every password wrong, after the same work', async () => {
  const encoded = await hashPassword('Swath2026')
  await passwordIsRight(null, 'warm')
  const measureTime = async (against: string | null) => {
    const from = performance.now()
    expect(await passwordIsRight(against, 'wrong')).toBe(false)
    return performance.now() - from
  }
  const ratios = []
  for (let i = 0; i < 25; i++) ratios.push((await measureTime(encoded)) / (await measureTime(null)))
  const median = ratios.sort((a, b) => a - b)[12]!
  expect(Math.max(median, 1 / median)).toBeLessThan(1.5)
})

test('a flood is told to come back, and does not block those who wait', async () => {
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
