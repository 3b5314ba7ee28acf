import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  currencies,
  divideHalfEven,
  formatAreaRate,
  formatMoney,
  fromMajor,
  priceOfArea,
  priceOfFlight,
  priceOfTime,
  sumByCurrency,
  toMajor,
} from './money.ts'

describe('rounding', () => {
  test('a half goes to the even neighbour, on both sides of zero', () => {
    expect([-5n, -3n, -1n, 1n, 3n, 5n, 7n].map((halves) => divideHalfEven(halves, 2n))).toEqual([
      -2, -2, 0, 0, 2, 2, 4,
    ])
    expect(divideHalfEven(3n, -2n)).toBe(-2)
  })

  test('is never off by more than a half', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 15n), 10n ** 15n), fc.bigInt(1n, 10n ** 6n), (over, under) => {
        const off = 2n * (BigInt(divideHalfEven(over, under)) * under - over)
        expect(off <= under && off >= -under).toBe(true)
      }),
    )
  })

  test('invalid input is refused, not truncated', () => {
    expect(() => divideHalfEven(10n ** 20n, 1n)).toThrow(RangeError)
  })
})

describe('the price of a flight', () => {
  test('one mu and one hour cost their price', () => {
    expect(priceOfArea(1_200, 2000 / 3)).toBe(1_200)
    expect(priceOfTime(30_000, 3600)).toBe(30_000)
  })

  test('is rounded once, from the record to the thousandth', () => {
    // 1 m² at 10.00 a mu is 1.5 of the smallest unit; at 30.00 it is 4.5
    expect(priceOfArea(1_000, 1)).toBe(2)
    expect(priceOfArea(3_000, 1)).toBe(4)
    expect(priceOfFlight('hour', 1, { coveredM2: 0, durationS: 1_800 })).toBe(0)
    expect(priceOfFlight('mu', 550, { coveredM2: 12_345.678, durationS: 9 })).toBe(10_185)
  })
})

test('sums are separate for each currency', () => {
  expect(
    sumByCurrency([
      { amountMinor: 5, currency: 'THB' },
      { amountMinor: 7, currency: 'CNY' },
      { amountMinor: -9, currency: 'THB' },
    ]),
  ).toEqual([
    { amountMinor: 7, currency: 'CNY' },
    { amountMinor: -4, currency: 'THB' },
  ])
})

test('entered text is read back unchanged', () => {
  expect([fromMajor(12.34, 'CNY'), fromMajor(12, 'KRW')]).toEqual([1_234, 12])
  expect([fromMajor(12.345, 'CNY'), fromMajor(0.5, 'KRW')]).toEqual([null, null])
  fc.assert(
    fc.property(
      fc.integer({ min: -(10 ** 12), max: 10 ** 12 }),
      fc.constantFrom(...currencies),
      (amountMinor, currency) => {
        expect(fromMajor(toMajor({ amountMinor, currency }), currency)).toBe(amountMinor)
      },
    ),
  )
})

test.each([
  ['th', 'THB', 'mu', 2_500, 'rai', '฿60.00'],
  ['th', 'THB', 'rai', 10_000, 'mu', '฿41.6667'],
  ['zh-CN', 'CNY', 'mu', 6_000, 'hectare', '¥900.00'],
  ['en', 'CNY', 'mu', 600, 'acre', 'CN¥36.4217'],
  ['ko', 'KRW', 'hectare', 22_000, 'mu', '₩1,466.67'],
] as const)('%s: %s for one %s', (language, currency, per, amountMinor, unit, text) => {
  expect(formatAreaRate({ amountMinor, currency, per }, unit, language)).toBe(text)
})

test.each([
  ['zh-CN', 'CNY', '¥1,234,567.50'],
  ['th', 'THB', '฿1,234,567.50'],
  ['ko', 'KRW', '₩123,456,750'],
  ['en', 'INR', '₹12,34,567.50'],
  ['th', 'INR', '₹12,34,567.50'],
  ['zh-TW', 'TWD', '$1,234,567.50'],
  ['en', 'USD', '$1,234,567.50'],
  ['en', 'TWD', 'NT$1,234,567.50'],
] as const)('%s writes %s', (language, currency, text) => {
  expect(formatMoney({ amountMinor: 123_456_750, currency }, language)).toBe(text)
})
test.each(['en', 'zh-CN', 'th', 'ko'])(
  '%s writes a negative amount with a minus sign',
  (language) => {
    const text = formatMoney({ amountMinor: -900, currency: 'CNY' }, language)
    expect([text.charAt(0), text.includes('-')]).toEqual(['−', false])
  },
)
