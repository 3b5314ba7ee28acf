import { describe, expect, test } from 'vitest'
import { periodCode, periodDays, toPeriod, periodStep } from './period.ts'

describe('periods', () => {
  test('the codes of each call', () => {
    expect([null, 2, 3, 1].map((code) => toPeriod('rank', code))).toEqual([
      'all',
      'this_year',
      'this_month',
      undefined,
    ])
    expect([1, 2, 3, 4, 5].map((code) => toPeriod('mode', code))).toEqual([
      'all',
      'this_month',
      'last_month',
      'this_year',
      'last_year',
    ])
    expect([5, 1, 3, 4, 2].map((code) => toPeriod('chinaPerRegion', code))).toEqual([
      'all',
      'today',
      'this_month',
      'this_year',
      undefined,
    ])
    expect([1, 2, 3, 4].map((code) => toPeriod('foreignPerRegion', code))).toEqual([
      'all',
      'today',
      'this_month',
      'this_year',
    ])
    expect([1, 2, 3].map((code) => periodStep(toPeriod('series', code)!))).toEqual([
      'year',
      'month',
      'day',
    ])
    expect([null, 2, 3].map((code) => toPeriod('overview', code))).toEqual([
      'today',
      'this_month',
      'this_year',
    ])
    expect([periodCode('overview', 'today'), periodCode('rank', 'today')]).toEqual([
      null,
      undefined,
    ])
  })

  test('the days of each, over the turn of a year and in a leap year', () => {
    expect(periodDays('last_month', '2026-01-31')).toEqual({ from: '2025-12-01', to: '2026-01-01' })
    expect(periodDays('today', '2028-02-28')).toEqual({ from: '2028-02-28', to: '2028-02-29' })
    expect(periodDays('this_month', '2026-12-05')).toEqual({ from: '2026-12-01', to: '2027-01-01' })
    expect(periodDays('last_year', '2026-07-01')).toEqual({ from: '2025-01-01', to: '2026-01-01' })
    expect(periodDays('all', '2026-07-01')).toEqual({ from: null, to: null })
  })
})
