import { describe, expect, test } from 'vitest'
import { formatHours, formatNumber } from '../../../lib/format.ts'
import {
  barWidths,
  formatTick,
  formatValue,
  formatStatScreenArea,
  toRegionValue,
  leastShown,
  type SuffixLabels,
} from './stat-screen-format.ts'
import { loadEveryMs, lookEveryMs, headlineEveryMs } from './stat-screen-clock.ts'
import { rankedOf } from './stat-screen-variant.ts'

const zh = (mu: number | null | undefined, decimals = 2) =>
  formatStatScreenArea(mu, 'mu', 'zh-CN', decimals)
const en = (mu: number, decimals = 2) => formatStatScreenArea(mu, 'mu', 'en', decimals)

describe('section 9', () => {
  test('“check every 1 s, each load limited to once per 300000 ms; headline figures every 30000 ms”', () => {
    expect([lookEveryMs, loadEveryMs, headlineEveryMs]).toEqual([1_000, 300_000, 30_000])
  })
  test('“Rankings 6 (big) or 3 (small), area 2 decimals”', () => {
    expect([rankedOf.big, rankedOf.small]).toEqual([6, 3])
    expect(zh(1234.5)).toEqual({ figure: '1,234.50', suffix: 'none' })
  })
  test('“Chinese shows values of 10,000 or more as value divided by 10000, floored to 2 decimals, with the ‘wan’ unit”', () => {
    expect(zh(9_999.99)).toEqual({ figure: '9,999.99', suffix: 'none' })
    expect(zh(10_000)).toEqual({ figure: '1.00', suffix: 'wan' })
    expect(zh(129_999)).toEqual({ figure: '12.99', suffix: 'wan' })
  })
  test('“English shows 1,000,000 and up in wan-style and 1,000 and up with k”', () => {
    expect(en(999.99)).toEqual({ figure: '999.99', suffix: 'none' })
    expect(en(1_999.99)).toEqual({ figure: '1.99', suffix: 'thousand' })
    expect(en(2_349_999)).toEqual({ figure: '234.99', suffix: 'wan' })
  })
  test('“Durations seconds divided by 3600, 1 decimal”', () => {
    expect(formatHours(5_400)).toEqual({ value: '1.5', unit: 'h' })
  })
  test('“Headline areas 1 decimal”', () => {
    expect(zh(123.456, 1)).toEqual({ figure: '123.5', suffix: 'none' })
  })
  test('“Region chart values under 0.9999 hidden”', () => {
    expect(leastShown).toBe(0.9999)
    expect([0, 0.9998, 0.9999, 3].map((mu) => toRegionValue(mu, 'mu'))).toEqual([
      null,
      null,
      0.9999,
      3,
    ])
  })
  test('“Bar width min 1, max 40 (10 and 40 small)”', () => {
    expect(barWidths).toEqual({ big: { least: 1, most: 40 }, small: { least: 10, most: 40 } })
  })
  test('“numbers default to 2 decimals”', () => {
    expect(formatNumber(3)).toBe('3.00')
  })
})

test('section 2: “Missing value shows a dash”', () => {
  expect(zh(undefined)).toEqual({ figure: '–', suffix: 'none' })
  expect(zh(null)).toEqual({ figure: '–', suffix: 'none' })
  expect(formatHours(undefined).value).toBe('–')
})

test.each([
  ['zh-CN', '万', '28.55万', '28.55万', '10万', '9,500'],
  ['zh-TW', '萬', '28.55萬', '28.55萬', '10萬', '9,500'],
  ['ko', '만', '28.55만', '28.55만', '10만', '9,500'],
  ['th', 'แสน', '2.85 แสน', '2.85 แสน', '1 แสน', '9,500'],
  ['en', 'k', '285.50k', '285.5k', '100k', '9.5k'],
])(
  'labels of charts in %s are truncated to two decimals, like the figures',
  (language, word, ...texts) => {
    const labels: SuffixLabels = {
      none: '',
      thousand: word,
      wan: word,
      hundredThousand: word,
      million: word,
    }
    expect([
      formatValue(285_504.8, language, labels),
      formatTick(285_504.8, language, labels),
      formatTick(100_000, language, labels),
      formatTick(9_500, language, labels),
    ]).toEqual(texts)
  },
)

test('areas are in the unit of the reader', () => {
  expect(formatStatScreenArea(24_000, 'rai', 'th', 1)).toEqual({ figure: '1.00', suffix: 'wan' })
})
