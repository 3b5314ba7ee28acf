import { expect, test } from 'vitest'
import { startOfZoneDayMs, steadyOffsetMinutes, zoneDay, zoneOffsetMinutes } from './zone-days.ts'

test.each([
  ['Asia/Shanghai', '2026-11-23', '2026-11-22T16:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-23', '2026-11-22T18:30:00.000Z'],
  ['Asia/Kathmandu', '2026-11-23', '2026-11-22T18:15:00.000Z'],
  ['UTC', '2026-11-23', '2026-11-23T00:00:00.000Z'],
  ['America/Sao_Paulo', '2026-11-23', '2026-11-23T03:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-23', '2026-11-22T10:00:00.000Z'],
  // Clocks went from 23:59:59 to 01:00.
  ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
])('in %s the day %s begins at %s', (timeZone, day, moment) => {
  expect(new Date(startOfZoneDayMs(timeZone, day)).toISOString()).toBe(moment)
  expect(zoneDay(timeZone, Date.parse(moment))).toBe(day)
})

test('a zone has one offset, or null if its clocks change', () => {
  expect(steadyOffsetMinutes('Asia/Shanghai')).toBe(480)
  expect(steadyOffsetMinutes('Asia/Kolkata')).toBe(330)
  expect(steadyOffsetMinutes('Asia/Kathmandu')).toBe(345)
  expect(steadyOffsetMinutes('Europe/Berlin')).toBeNull()
  expect(zoneOffsetMinutes('Europe/Berlin', Date.UTC(2026, 6))).toBe(120)
})
