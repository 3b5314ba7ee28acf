import { describe, expect, test } from 'vitest'
import { formatAgo, formatArea, formatDuration, formatNumber, formatTime } from './format.ts'
import { dateTimeFields, startOfDay } from './time-zone.ts'

describe('numbers', () => {
  test('a missing value is a dash, never 0', () => {
    expect([
      formatNumber(null),
      formatArea(undefined, 'mu'),
      formatDuration(Number.NaN),
      formatTime('soon'),
      formatAgo(null, 0),
    ]).toEqual(Array(5).fill('–'))
  })
  test('areas are converted from mu by the exact factors', () => {
    expect(formatArea(1000, 'rai')).toBe('416.67')
    expect(formatArea(1000, 'acre')).toBe('164.74')
    expect(formatArea(1000, 'hectare', 4)).toBe('66.6667')
  })
  test('durations in minutes and hours', () => {
    expect([
      formatDuration(0),
      formatDuration(309),
      formatDuration(3909),
      formatDuration(59.7),
    ]).toEqual(['0:00', '5:09', '1:05:09', '1:00'])
  })
  test('relative times take the largest whole unit', () => {
    expect(formatAgo('2026-01-01T00:00:00Z', Date.parse('2026-01-01T00:03:10Z'))).toBe('3 min. ago')
  })
})

describe('time zones', () => {
  test('date and time fields are those of the zone', () => {
    expect(dateTimeFields(Date.parse('2026-01-01T20:00:00Z'), 'Asia/Bangkok')).toMatchObject({
      day: '02',
      hour: '03',
    })
  })
  test('a day begins at midnight in its zone, even if the clocks change on that day', () => {
    expect(new Date(startOfDay('2026-03-29', 'Europe/Berlin')).toISOString()).toBe(
      '2026-03-28T23:00:00.000Z',
    )
    expect(new Date(startOfDay('2026-03-30', 'Europe/Berlin')).toISOString()).toBe(
      '2026-03-29T22:00:00.000Z',
    )
  })
})
