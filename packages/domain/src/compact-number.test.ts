import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { COMPACT_DECIMALS, compactNumber, type NumberSuffix } from './compact-number.ts'

const per: Readonly<Record<NumberSuffix, number>> = {
  none: 1,
  thousand: 1e3,
  wan: 1e4,
  hundredThousand: 1e5,
  million: 1e6,
}
const languages = ['en', 'zh-CN', 'zh-TW', 'th', 'ko'] as const
const shownOf = (value: number, language: string, decimals?: number): number => {
  const { value: shown, suffix } = compactNumber(value, language, decimals)
  return shown * per[suffix]
}

test.each([
  ['zh-CN', 9_999.99, 9_999.99, 'none'],
  ['zh-CN', 9_999.999, 9_999.99, 'none'],
  ['zh-CN', 10_000, 1, 'wan'],
  ['zh-CN', 129_999, 12.99, 'wan'],
  ['zh-TW', 285_504.8, 28.55, 'wan'],
  ['zh-CN', 285_504_800, 28_550.48, 'wan'],
  ['ko', 10_000, 1, 'wan'],
  ['ko', 9_999, 9_999, 'none'],
  ['th', 9_999, 9_999, 'none'],
  ['th', 12_345, 1.23, 'wan'],
  ['th', 123_456, 1.23, 'hundredThousand'],
  ['th', 1_234_567, 1.23, 'million'],
  ['en', 999.999, 999.99, 'none'],
  ['en', 1_999, 1.99, 'thousand'],
  ['en', 999_999, 999.99, 'thousand'],
  ['en-GB', 1_000_000, 100, 'wan'],
  ['en', 1_239_999, 123.99, 'wan'],
] as const)('%s writes %d as %d %s', (language, value, shown, suffix) => {
  expect(compactNumber(value, language)).toEqual({ value: shown, suffix })
})

describe.each(languages)('in %s', (language) => {
  const amount = fc.double({ min: 0, max: 1e10, noNaN: true })

  test('a shortened figure is never above the value, nor a hundredth of its unit below it', () => {
    fc.assert(
      fc.property(amount, (value) => {
        const { value: shown, suffix } = compactNumber(value, language)
        if (suffix === 'none') return
        const share = value / per[suffix]
        expect(shown).toBeLessThanOrEqual(share * (1 + 1e-12))
        expect(share - shown).toBeLessThan(0.01)
        expect(Number(shown.toFixed(COMPACT_DECIMALS))).toBe(shown)
      }),
    )
  })

  test('a larger value is never shown as smaller, with any decimals', () => {
    fc.assert(
      fc.property(amount, amount, fc.constantFrom(0, 1, 2), (a, b, decimals) => {
        const [less, more] = a < b ? [a, b] : [b, a]
        expect(shownOf(less, language, decimals)).toBeLessThanOrEqual(
          shownOf(more, language, decimals) * (1 + 1e-12),
        )
      }),
    )
  })

  test('a whole number of hundredths is written as it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 9_999_999 }), (hundredths) => {
        const value = hundredths * 100 // hundredths of 10,000
        const { value: shown, suffix } = compactNumber(value, language)
        if (suffix === 'wan') expect(shown).toBe(hundredths / 100)
      }),
    )
  })
})
