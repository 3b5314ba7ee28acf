import { expect, test } from 'vitest'
import {
  askedDays,
  daysBefore,
  keysOfTime,
  whyNotShown,
  type StatSettings,
} from './stat-settings.ts'

const plain: StatSettings = {
  showType: 'bar',
  x: 'province',
  series: null,
  measures: ['coveredM2'],
  isCompared: false,
  period: 'this_month',
  startDay: null,
  endDay: null,
}
const why = (given: Partial<StatSettings>) => whyNotShown({ ...plain, ...given })

test('incompatible settings are reported, each with its own reason', () => {
  expect(why({})).toBeNull()
  expect(why({ series: 'province' })).toBe('sameTwice')
  expect(why({ showType: 'line' })).toBe('lineNeedsTime')
  expect(why({ showType: 'line', x: 'month', series: 'province' })).toBeNull()
  expect(why({ series: 'crop', measures: ['coveredM2', 'sprayL'] })).toBe('onlyOneMeasure')
  expect(why({ showType: 'stacked' })).toBe('needsSeries')
  expect(why({ showType: 'stacked', series: 'mode' })).toBeNull()
  expect(why({ showType: 'heat' })).toBe('needsSeries')
  expect(why({ showType: 'map', x: 'crop' })).toBe('mapNeedsRegion')
  expect(why({ showType: 'map', x: 'province' })).toBeNull()
  expect(why({ showType: 'map', x: 'country', isCompared: true })).toBe('comparesNotDrawn')
  expect(why({ showType: 'pie', series: 'mode' })).toBe('noSeries')
  expect(why({ showType: 'pie', measures: ['coveredM2', 'sweptM2'] })).toBe('onlyOneMeasure')
  expect(why({ measures: ['coveredM2', 'sprayL', 'durationS'] })).toBe('tooManyUnits')
  expect(why({ showType: 'table', measures: ['coveredM2', 'sprayL', 'durationS'] })).toBeNull()
})

test('a machine that flew in two months counts once, so it is not shown as a pie', () => {
  expect(why({ showType: 'pie', measures: ['activeDroneCount'] })).toBe('partsMustAdd')
  expect(why({ showType: 'stacked', series: 'mode', measures: ['activePlotCount'] })).toBe(
    'partsMustAdd',
  )
})

test('a comparison has a start, and is drawn next to the compared period', () => {
  expect(why({ isCompared: true })).toBeNull()
  expect(why({ isCompared: true, period: 'all' })).toBe('comparesNoAllTime')
  expect(why({ isCompared: true, series: 'mode' })).toBe('comparesNoSeries')
  expect(why({ isCompared: true, showType: 'pie' })).toBe('comparesNotDrawn')
})

const asked = (period: StatSettings['period'], startDay = null, endDay = null) => ({
  period,
  startDay: startDay as string | null,
  endDay: endDay as string | null,
})

test('a month that is not over is compared with as many days of the month before', () => {
  expect(daysBefore(asked('this_month'), '2026-11-23')).toEqual({
    from: '2026-10-01',
    to: '2026-10-24',
  })
  // February is shorter than March up to its end: never more than the whole month.
  expect(daysBefore(asked('this_month'), '2026-03-31')).toEqual({
    from: '2026-02-01',
    to: '2026-03-01',
  })
  expect(daysBefore(asked('this_year'), '2026-03-01')).toEqual({
    from: '2025-01-01',
    to: '2025-03-02',
  })
  expect(daysBefore(asked('last_month'), '2026-03-15')).toEqual({
    from: '2026-01-01',
    to: '2026-02-01',
  })
  expect(daysBefore(asked('last_year'), '2026-03-15')).toEqual({
    from: '2024-01-01',
    to: '2025-01-01',
  })
  expect(daysBefore(asked('today'), '2026-03-01')).toEqual({ from: '2026-02-28', to: '2026-03-01' })
  expect(daysBefore(asked('all'), '2026-03-01')).toBeNull()
})

test('the given days are included at both ends, and compared with as many before them', () => {
  const week = { period: 'days', startDay: '2026-03-02', endDay: '2026-03-08' } as const
  expect(askedDays(week, '2026-11-23')).toEqual({ from: '2026-03-02', to: '2026-03-09' })
  expect(daysBefore(week, '2026-11-23')).toEqual({ from: '2026-02-23', to: '2026-03-02' })
  expect(daysBefore({ ...week, startDay: '2026-12-01' }, '2026-11-23')).toBeNull()
})

test('a period has every key once, without days in the future', () => {
  const month = askedDays(asked('this_month'), '2026-11-03')
  expect(keysOfTime('day', month, '2026-11-03')).toEqual(['2026-11-01', '2026-11-02', '2026-11-03'])
  const year = askedDays(asked('this_year'), '2026-03-03')
  expect(keysOfTime('month', year, '2026-03-03')).toEqual(['2026-01', '2026-02', '2026-03'])
  expect(keysOfTime('hourOfDay', year, '2026-03-03')).toHaveLength(24)
  expect(keysOfTime('year', { from: null, to: null }, '2026-03-03')).toBeNull()
})
