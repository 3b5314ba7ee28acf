import type { Language } from '@swath/i18n/languages'
import { afterEach, describe, expect, test } from 'vitest'
import {
  formatAgo,
  formatArea,
  formatDuration,
  formatHours,
  formatMeasure,
  formatMoment,
  formatNumber,
  formatTime,
  formatTimeZone,
  formatUnit,
} from './format.ts'
import { noteLanguage } from './language.ts'
import { dateTimeFields, parseLocalTime, startOfDay } from './time-zone.ts'

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
    expect(formatAgo('2026-01-01T00:00:00Z', Date.parse('2026-01-01T00:03:10Z'))).toBe('3 min ago')
  })
})

describe('units and time zones', () => {
  afterEach(() => noteLanguage('en'))
  test('units as the reader’s language writes them', () => {
    noteLanguage('zh-CN')
    expect([formatUnit('h'), formatUnit('L/min'), formatUnit('%')]).toEqual([
      '小时',
      '升/分钟',
      '%',
    ])
    expect(formatMeasure(2500, 'km')).toBe('2,500.00公里')
    noteLanguage('th')
    expect([formatUnit('h'), formatMeasure(null, 'L')]).toEqual(['ชม.', '–'])
  })
  test('English keeps the symbols', () => {
    expect([formatUnit('h'), formatMeasure(1.5, 'm/s', 1)]).toEqual(['h', '1.5 m/s'])
  })
  test('a time zone is its city and its offset', () => {
    expect(formatTimeZone('Asia/Bangkok')).toBe('Bangkok (UTC+7)')
    expect(formatTimeZone('Asia/Kathmandu')).toBe('Kathmandu (UTC+5:45)')
    expect(formatTimeZone('UTC')).toBe('UTC')
  })
})

test('flight times are hours, and minutes below one hour', () => {
  const format = (durationS: number): string => Object.values(formatHours(durationS)).join(' ')
  expect([0, 20, 90, 3569, 3570, 3600, 5400].map(format)).toEqual([
    '0 h',
    '<1 min',
    '2 min',
    '59 min',
    '1.0 h',
    '1.0 h',
    '1.5 h',
  ])
})

describe('times in tables', () => {
  afterEach(() => noteLanguage('en'))
  const formatIn = (language: Language): string[] => {
    noteLanguage(language)
    const nowMs = parseLocalTime('2026-11-28T13:00:00')
    return [
      '2026-11-28T12:59:30',
      '2026-11-28T12:55:00',
      '2026-11-28T13:30:00',
      '2026-11-28T06:05:00',
      '2026-11-27T23:05:00',
      '2026-03-12T06:05:00',
      '2025-03-12T06:05:00',
    ].map((time) => formatMoment(parseLocalTime(time), nowMs))
  }
  test('relative within an hour, then by day', () => {
    expect(formatIn('en')).toEqual([
      'now',
      '5 min ago',
      'in 30 min',
      'today 06:05',
      'yesterday 23:05',
      '12 Mar',
      '12 Mar 2025',
    ])
  })
  test('in the reader’s language and the Gregorian calendar', () => {
    expect(formatIn('zh-CN').slice(1)).toEqual([
      '5分钟前',
      '30分钟后',
      '今天 06:05',
      '昨天 23:05',
      '3月12日',
      '2025年3月12日',
    ])
    expect(formatIn('ko').slice(1)).toEqual([
      '5분 전',
      '30분 후',
      '오늘 06:05',
      '어제 23:05',
      '3월 12일',
      '2025년 3월 12일',
    ])
    expect(formatIn('th').slice(1)).toEqual([
      '5 นาทีที่แล้ว',
      'ใน 30 นาที',
      'วันนี้ 06:05',
      'เมื่อวาน 23:05',
      '12 มี.ค.',
      '12 มี.ค. 2025',
    ])
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
