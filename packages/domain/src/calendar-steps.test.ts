import { describe, expect, test } from 'vitest'
import { addMonths, listSteps, pickStep, stretchBefore } from './calendar-steps.ts'

describe('the period of comparison', () => {
  test('the month so far is compared with the same days of the month before', () => {
    expect(stretchBefore({ from: '2026-11-01', until: '2026-11-24' })).toEqual({
      from: '2026-10-01',
      until: '2026-10-24',
    })
  })
  test('a whole month is compared with the whole month before, however long', () => {
    expect(stretchBefore({ from: '2026-03-01', until: '2026-04-01' })).toEqual({
      from: '2026-02-01',
      until: '2026-03-01',
    })
  })
  test('the year so far is compared with the same days of the year before, in a leap year too', () => {
    expect(stretchBefore({ from: '2026-01-01', until: '2026-11-24' })).toEqual({
      from: '2025-01-01',
      until: '2025-11-24',
    })
    expect(stretchBefore({ from: '2028-01-01', until: '2028-03-01' })).toEqual({
      from: '2027-01-01',
      until: '2027-03-01',
    })
  })
  test('two years are compared with the two before, a quarter with the quarter before', () => {
    expect(stretchBefore({ from: '2025-01-01', until: '2027-01-01' })).toEqual({
      from: '2023-01-01',
      until: '2025-01-01',
    })
    expect(stretchBefore({ from: '2026-04-01', until: '2026-07-01' })).toEqual({
      from: '2026-01-01',
      until: '2026-04-01',
    })
  })
  test('a day is compared with the day before, any other days with as many before them', () => {
    expect(stretchBefore({ from: '2026-03-02', until: '2026-03-03' })).toEqual({
      from: '2026-03-01',
      until: '2026-03-02',
    })
    expect(stretchBefore({ from: '2026-03-05', until: '2026-03-12' })).toEqual({
      from: '2026-02-26',
      until: '2026-03-05',
    })
  })
})

describe('steps of a chart', () => {
  test('a day is split into hours, weeks into days, a year into months, more into years', () => {
    const steps = ['2026-01-02', '2026-02-15', '2027-01-01', '2031-01-01'].map((until) =>
      pickStep({ from: '2026-01-01', until }),
    )
    expect(steps).toEqual(['hour', 'day', 'month', 'year'])
  })
  test('every step has its key, those without work too', () => {
    expect(listSteps('day', { from: '2028-02-28', until: '2028-03-02' })).toEqual([
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
    ])
    expect(listSteps('month', { from: '2026-11-15', until: '2027-02-01' })).toEqual([
      '2026-11',
      '2026-12',
      '2027-01',
    ])
    expect(listSteps('year', { from: '2024-05-01', until: '2026-01-02' })).toEqual([
      '2024',
      '2025',
      '2026',
    ])
    expect(listSteps('hour', { from: '2026-01-01', until: '2026-01-02' })).toHaveLength(24)
  })
  test('a day that a month does not have becomes its last day', () => {
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
  })
})
