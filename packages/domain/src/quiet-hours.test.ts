import { expect, test } from 'vitest'
import { isQuiet } from './quiet-hours.ts'

const allDays = [1, 2, 3, 4, 5, 6, 7]
/** 2026-06-15 is a Monday; Shanghai is 8 hours ahead of UTC. */
const at = (local: string): number => Date.parse(`${local}:00+08:00`)
const isQuietAt = (hours: Parameters<typeof isQuiet>[0], local: string): boolean =>
  isQuiet(hours, 'Asia/Shanghai', at(local))

test('hours within a day include their start and not their end', () => {
  const hours = { from: '12:00', until: '13:30', days: allDays }
  expect(isQuietAt(hours, '2026-06-15T11:59')).toBe(false)
  expect(isQuietAt(hours, '2026-06-15T12:00')).toBe(true)
  expect(isQuietAt(hours, '2026-06-15T13:29')).toBe(true)
  expect(isQuietAt(hours, '2026-06-15T13:30')).toBe(false)
})

test('hours over midnight belong to the day on which they begin', () => {
  const friday = { from: '22:00', until: '06:00', days: [5] }
  expect(isQuietAt(friday, '2026-06-19T05:00')).toBe(false) // began on Thursday
  expect(isQuietAt(friday, '2026-06-19T22:00')).toBe(true)
  expect(isQuietAt(friday, '2026-06-20T05:59')).toBe(true)
  expect(isQuietAt(friday, '2026-06-20T06:00')).toBe(false)
  expect(isQuietAt(friday, '2026-06-20T22:00')).toBe(false)
})

test('equal times are a whole day', () => {
  const sunday = { from: '00:00', until: '00:00', days: [7] }
  expect(isQuietAt(sunday, '2026-06-21T00:00')).toBe(true)
  expect(isQuietAt(sunday, '2026-06-21T23:59')).toBe(true)
  expect(isQuietAt(sunday, '2026-06-22T00:00')).toBe(false)
})
