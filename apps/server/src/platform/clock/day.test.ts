import { expect, test } from 'vitest'
import { startOfDay } from './day.ts'

test.each([
  ['2026-11-21T07:30:00.500Z', 'Asia/Shanghai', '2026-11-20T16:00:00.000Z'],
  ['2026-11-20T16:00:00.000Z', 'Asia/Shanghai', '2026-11-20T16:00:00.000Z'],
  ['2026-11-21T20:00:00.000Z', 'Asia/Kolkata', '2026-11-21T18:30:00.000Z'],
  // Clocks went forward at 02:00 and back at 03:00 local time on these days.
  ['2026-03-29T10:00:00.000Z', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-10-25T10:00:00.000Z', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
])('at %s the day in %s began at %s', (now, zone, start) => {
  expect(startOfDay(Date.parse(now), zone).toISOString()).toBe(start)
})
