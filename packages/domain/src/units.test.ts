import { describe, expect, test } from 'vitest'
import {
  defaultAreaUnit,
  doseFromPerMu,
  dosePerMu,
  durationParts,
  fromMu,
  m2FromMu,
  muFromM2,
  toMu,
} from './units.ts'

describe('units', () => {
  test('the factors of the specification', () => {
    expect([fromMu(1, 'mu'), fromMu(1, 'rai'), fromMu(1, 'acre'), fromMu(1, 'hectare')]).toEqual([
      1, 0.4166667, 0.1647369, 0.0666667,
    ])
    expect(muFromM2(2000)).toBeCloseTo(3, 12)
    expect(m2FromMu(15)).toBeCloseTo(10_000, 9)
    expect(toMu(fromMu(7, 'rai'), 'rai')).toBeCloseTo(7, 12)
  })

  test('doses grow with the unit of area: little per mu is much per hectare', () => {
    // 1 L on each mu is 15 L on each hectare, to the places of the factor
    expect(doseFromPerMu(1, 'hectare')).toBeCloseTo(15, 4)
    expect(doseFromPerMu(1, 'rai')).toBeCloseTo(2.4, 5)
    expect(dosePerMu(10, 'acre')).toBeCloseTo(1.647369, 12)
    for (const unit of ['mu', 'rai', 'acre', 'hectare'] as const)
      expect(doseFromPerMu(dosePerMu(3.5, unit), unit)).toBeCloseTo(3.5, 12)
  })

  test('the default unit goes by language', () => {
    expect(['en', 'en-GB', 'th', 'zh-CN', 'zh-TW', 'ko'].map(defaultAreaUnit)).toEqual([
      'acre',
      'acre',
      'rai',
      'mu',
      'mu',
      'mu',
    ])
  })

  test('a duration is whole hours, minutes and seconds', () => {
    expect(durationParts(3_725)).toEqual({ hours: 1, minutes: 2, seconds: 5 })
  })
})
