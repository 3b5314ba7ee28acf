import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RangeReader, RangeWriter } from './range-coder.ts'
import { seeded } from './track-samples.ts'

const writer = new RangeWriter()
const reader = new RangeReader()
const write = (values: readonly number[]): Uint8Array => {
  writer.start()
  writer.numbers(Float64Array.from([0, ...values]), 1)
  return writer.finish()
}
const read = (bytes: Uint8Array, count: number): number[] => {
  const values = new Float64Array(count + 1)
  reader.start(bytes)
  reader.numbers(values, 1)
  return [...values.subarray(1)]
}

/** Of every length, in runs of similar ones. */
const anyNumbers = () =>
  fc
    .array(
      fc
        .integer({ min: 0, max: 51 })
        .chain((bits) => fc.array(fc.maxSafeInteger().map((n) => (n % 2 ** bits) + 0))),
      { maxLength: 20 },
    )
    .map((runs) => runs.flat())

test('numbers are read as they were written', () => {
  fc.assert(
    fc.property(anyNumbers(), (values) => {
      expect(read(write(values), values.length)).toEqual(values)
    }),
  )
  const extremes = [
    2 ** 52 - 1,
    -(2 ** 52) + 1,
    0,
    1,
    -1,
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 14,
    2 ** 15,
  ]
  expect(read(write(extremes), extremes.length)).toEqual(extremes)
})

test('a long surprise after a long silence', () => {
  const values = [...Array.from({ length: 100_000 }, () => 0), -(2 ** 51), 7, 0, 0]
  const bytes = write(values)
  expect(bytes.length).toBeLessThan(300)
  expect(read(bytes, values.length)).toEqual(values)
})

test('noise takes little more than its entropy', () => {
  const random = seeded(1)
  // The sum of two dice less 7: 3.27 bits
  const dice = Array.from(
    { length: 10_000 },
    () => Math.floor(random() * 6) + Math.floor(random() * 6) - 5,
  )
  expect((write(dice).length * 8) / dice.length).toBeLessThan(3.45)
})

test('any bytes are read without an exception', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (noise) => {
      for (const value of read(noise, 500)) expect(Math.abs(value)).toBeLessThan(2 ** 52)
    }),
  )
})
