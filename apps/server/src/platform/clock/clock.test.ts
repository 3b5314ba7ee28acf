import { expect, test } from 'vitest'
import { settableClock, systemClock } from './clock.ts'

test('the system clock follows the actual time', () => {
  const before = Date.now()
  expect(systemClock.now()).toBeGreaterThanOrEqual(before)
  expect(systemClock.now()).toBeLessThan(before + 60_000)
})

test('a settable clock changes only when it is set', () => {
  const clock = settableClock(1_767_225_600_000)
  expect(clock.now()).toBe(1_767_225_600_000)
  clock.advance(1500)
  expect(clock.now()).toBe(1_767_225_601_500)
  clock.set(0)
  expect(clock.now()).toBe(0)
})
