import { expect, test } from 'vitest'
import { nextMailing } from './mail-times.ts'

const next = (
  given: Partial<Parameters<typeof nextMailing>[0]>,
  now: string,
  timeZone = 'Asia/Shanghai',
) =>
  nextMailing(
    { every: 'day', weekday: 1, monthDay: 1, hour: 8, ...given },
    Date.parse(now),
    timeZone,
  ).toISOString()

test('the hour is in the account’s time zone, today or on the next day', () => {
  expect(next({}, '2026-11-22T23:59:59Z')).toBe('2026-11-23T00:00:00.000Z')
  expect(next({}, '2026-11-23T00:00:00Z')).toBe('2026-11-24T00:00:00.000Z')
  expect(next({ hour: 23 }, '2026-11-23T10:00:00Z')).toBe('2026-11-23T15:00:00.000Z')
  // An offset of half an hour.
  expect(next({}, '2026-11-23T00:00:00Z', 'Asia/Kolkata')).toBe('2026-11-23T02:30:00.000Z')
})

test('weekly on its weekday, monthly on its day', () => {
  // 2026-11-23 is a Monday.
  expect(next({ every: 'week' }, '2026-11-23T01:00:00Z')).toBe('2026-11-30T00:00:00.000Z')
  expect(next({ every: 'week', weekday: 7 }, '2026-11-23T01:00:00Z')).toBe(
    '2026-11-29T00:00:00.000Z',
  )
  expect(next({ every: 'month', monthDay: 28 }, '2026-01-28T01:00:00Z')).toBe(
    '2026-02-28T00:00:00.000Z',
  )
})

test('a clock change shifts the instant, not the hour', () => {
  // Berlin changes from +2 to +1 on 2026-10-25 at three, and back on 2027-03-28 at two.
  expect(next({}, '2026-10-24T12:00:00Z', 'Europe/Berlin')).toBe('2026-10-25T07:00:00.000Z')
  expect(next({}, '2027-03-27T12:00:00Z', 'Europe/Berlin')).toBe('2027-03-28T06:00:00.000Z')
  expect(next({ hour: 1 }, '2026-10-24T12:00:00Z', 'Europe/Berlin')).toBe(
    '2026-10-24T23:00:00.000Z',
  )
})
