import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownRest } from './shown-sum.ts'

test('shown values add up to the last decimal', () => {
  expect(shownRest(1, [0.333, 0.333, 0.334], 2)).toBe(0.01)
  expect(shownRest(124.98, [85.95, 12.5], 2)).toBe(26.53)
  expect(shownRest(10, [10], 2)).toBe(0)
  expect(shownRest(1.115, [], 2)).toBe(1.11)
})

test('shown parts and the rest are the shown total, as a person adds them', () => {
  const amount = fc.double({ min: 0, max: 1e6, noNaN: true })
  fc.assert(
    fc.property(
      fc.array(amount, { maxLength: 20 }),
      fc.constantFrom(0, 1, 2),
      (parts, decimals) => {
        const total = parts.reduce((sum, part) => sum + part, 0)
        const cents = (value: number) => BigInt(value.toFixed(decimals).replace('.', ''))
        const shown = parts.map(cents).reduce((sum, part) => sum + part, 0n)
        expect(shown + cents(shownRest(total, parts, decimals))).toBe(cents(total))
      },
    ),
  )
})
