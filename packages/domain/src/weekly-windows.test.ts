import { describe, expect, test } from 'vitest'
import { isTimeZone } from './local-time.ts'
import { isWithinWindows, moveWindow } from './weekly-windows.ts'
import { zoneOffsetMinutes } from './zone-days.ts'

const workdays = { days: [1, 2, 3, 4, 5], from: '08:00', until: '18:00' }
const isOpen = (time: string, timeZone: string, ...windows: (typeof workdays)[]) =>
  isWithinWindows(windows, timeZone, Date.parse(time))

describe('hours of the week', () => {
  test('are in local time', () => {
    // Monday, 2026-06-15
    expect(isOpen('2026-06-15T00:00:00Z', 'Asia/Shanghai', workdays)).toBe(true)
    expect(isOpen('2026-06-14T23:59:00Z', 'Asia/Shanghai', workdays)).toBe(false)
    expect(isOpen('2026-06-15T10:00:00Z', 'Asia/Shanghai', workdays)).toBe(false)
    expect(isOpen('2026-06-13T04:00:00Z', 'Asia/Shanghai', workdays)).toBe(false)
  })
  test('go over midnight, from Sunday to Monday too', () => {
    const night = { days: [7], from: '22:00', until: '05:00' }
    expect(isOpen('2026-06-14T22:30:00Z', 'UTC', night)).toBe(true)
    expect(isOpen('2026-06-15T04:59:00Z', 'UTC', night)).toBe(true)
    expect(isOpen('2026-06-15T05:00:00Z', 'UTC', night)).toBe(false)
    expect(isOpen('2026-06-14T04:00:00Z', 'UTC', night)).toBe(false)
  })
  test('equal times are a whole day', () => {
    const saturday = { days: [6], from: '00:00', until: '00:00' }
    expect(isOpen('2026-06-13T23:59:00Z', 'UTC', saturday)).toBe(true)
    expect(isOpen('2026-06-14T00:00:00Z', 'UTC', saturday)).toBe(false)
  })
  test('follow summer time', () => {
    const morning = { days: [1], from: '08:00', until: '09:00' }
    expect(isOpen('2026-06-15T06:30:00Z', 'Europe/Paris', morning)).toBe(true)
    expect(isOpen('2026-01-12T06:30:00Z', 'Europe/Paris', morning)).toBe(false)
    expect(isOpen('2026-01-12T07:30:00Z', 'Europe/Paris', morning)).toBe(true)
  })
})

test('how far a zone is ahead of UTC', () => {
  const june = Date.parse('2026-06-14T23:30:00Z')
  expect(
    ['Asia/Shanghai', 'Asia/Kolkata', 'Europe/Paris', 'America/Chicago', 'UTC'].map((zone) =>
      zoneOffsetMinutes(zone, june),
    ),
  ).toEqual([480, 330, 120, -300, 0])
})

describe('the same hours by another clock', () => {
  test.each([
    ['of the same day', 480, ['08:00', '18:00'], [1, 6]],
    ['that began a day before', -480, ['16:00', '02:00'], [5, 7]],
    ['that begins a day later', 1_020, ['17:00', '03:00'], [1, 6]],
    ['as they are', 0, ['00:00', '10:00'], [1, 6]],
  ] as const)('%s', (_name, aheadMinutes, [from, until], days) => {
    const local = { days: [1, 6], from: '00:00', until: '10:00' }
    expect(moveWindow(local, aheadMinutes)).toEqual({ days: [...days], from, until })
  })
  test('are the same moments all week long', () => {
    const window = { days: [3, 7], from: '06:30', until: '02:15' }
    const inUtc = moveWindow(window, -330)
    const monday = Date.parse('2026-06-15T00:00:00Z')
    const quarters = Array.from({ length: 7 * 96 }, (_, i) => monday + i * 900_000)
    const held = (zone: string, one: typeof window) =>
      quarters.filter((tMs) => isWithinWindows([one], zone, tMs))
    expect(held('UTC', inUtc)).toEqual(held('Asia/Kolkata', window))
    expect(held('UTC', inUtc)).toHaveLength(2 * 79)
  })
})

test('an unknown time zone is recognised', () => {
  expect(['Asia/Bangkok', 'Etc/UTC', 'Asia/Nowhere', ''].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
  ])
})
