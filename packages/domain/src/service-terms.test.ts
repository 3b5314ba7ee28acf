import { expect, test } from 'vitest'
import { currencyOfRegion, orderableYears, pickWarning, serviceStateOn } from './service-terms.ts'

test('a service ends with its year, after warnings, and lapses after thirty days of grace', () => {
  expect(serviceStateOn(null, '2026-06-01')).toBe('never')
  expect(serviceStateOn(2026, '2026-11-30')).toBe('running')
  expect(serviceStateOn(2026, '2026-12-01')).toBe('ending')
  expect(serviceStateOn(2026, '2026-12-31')).toBe('ending')
  expect(serviceStateOn(2026, '2027-01-01')).toBe('grace')
  expect(serviceStateOn(2026, '2027-01-30')).toBe('grace')
  expect(serviceStateOn(2026, '2027-01-31')).toBe('lapsed')
  expect(serviceStateOn(2027, '2026-12-20')).toBe('running')
})

test('a warning is due 30 and 7 days before the end and once after it, but not forever', () => {
  expect(
    ['2026-11-30', '2026-12-01', '2026-12-23', '2026-12-24', '2027-01-05', '2027-03-01'].map(
      (day) => pickWarning(2026, day),
    ),
  ).toEqual([null, 30, 30, 7, -1, null])
})

test('this year and the next can be ordered', () => {
  expect(orderableYears('2026-12-31')).toEqual([2026, 2027])
})

test('an account pays in the money of its country', () => {
  expect(['156330100', '764500000', '410110000', '840000000'].map(currencyOfRegion)).toEqual([
    'CNY',
    'THB',
    'KRW',
    'USD',
  ])
})
