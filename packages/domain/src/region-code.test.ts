import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  regionAt,
  regionContains,
  regionLevel,
  regionPath,
  regionPrefix,
  regionRange,
} from './region-code.ts'

describe('region codes', () => {
  test('prefix, level, range and path', () => {
    expect(
      ['156000000', '156330000', '156330100', '156330106', '764000000'].map(regionPrefix),
    ).toEqual(['156', '15633', '1563301', '156330106', '764'])
    expect(['156000000', '156330000', '156330100', '156330106'].map(regionLevel)).toEqual([
      'country',
      'province',
      'city',
      'county',
    ])
    expect(regionRange('156330100')).toEqual({ low: '156330100', high: '156330199' })
    expect(regionPath('156330106')).toEqual(['156000000', '156330000', '156330100', '156330106'])
    expect([regionAt('156330000', 'county'), regionAt('156330106', 'province')]).toEqual([
      null,
      '156330000',
    ])
    // A country whose own digits end in zeros.
    expect(regionPrefix('800000000')).toBe('800')
  })

  test('a region contains the codes in its range', () => {
    const code = fc.integer({ min: 0, max: 999_999_999 }).map((n) => String(n).padStart(9, '0'))
    const outer = fc
      .tuple(code, fc.constantFrom(3, 5, 7, 9))
      .map(([c, digits]) => c.slice(0, digits).padEnd(9, '0'))
    fc.assert(
      fc.property(outer, code, (o, i) => {
        const { low, high } = regionRange(o)
        expect(regionContains(o, i)).toBe(i >= low && i <= high)
        expect(regionContains(o, o)).toBe(true)
      }),
    )
    expect(regionContains('156330000', '156330106')).toBe(true)
    expect(regionContains('156330106', '156330000')).toBe(false)
  })
})
