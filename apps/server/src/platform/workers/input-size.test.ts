import { expect, test } from 'vitest'
import { estimateBytes } from './input-size.ts'

test.each([
  [{ bytes: new Uint8Array(2_000), settings: { name: 'ab' } }, 2_004],
  [new Map([['a', [1, 2]]]), 18],
  [null, 8],
  [Array.from({ length: 5_000 }, () => [1, 2]), Infinity],
  [Array.from({ length: 20_000 }, () => 1), Infinity],
])('input %# has about the expected number of bytes', (input, bytes) => {
  expect(estimateBytes(input)).toBe(bytes)
})
