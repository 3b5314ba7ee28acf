import { expect, test } from 'vitest'
import { coveredM2, sweptM2 } from './covered-truth.ts'

const strip = (yM: number, fromXM: number, toXM: number, widthM = 6) => ({ yM, fromXM, toXM, widthM })

test('one strip is length times width, flown either way', () => {
  expect(coveredM2([strip(0, 0, 100)])).toBeCloseTo(600, 9)
  expect(coveredM2([strip(0, 100, 0)])).toBeCloseTo(600, 9)
})

test('what two passes share counts once', () => {
  expect(coveredM2([strip(0, 0, 100), strip(5, 0, 100)])).toBeCloseTo(1100, 9)
  expect(coveredM2([strip(0, 0, 100), strip(0, 50, 150)])).toBeCloseTo(900, 9)
  expect(coveredM2([strip(0, 0, 100), strip(2, 20, 40, 4)])).toBeCloseTo(620, 9) // 20 m × (4 − 3) m stick out
  expect(sweptM2([strip(0, 0, 100), strip(5, 0, 100)])).toBeCloseTo(1200, 9)
})

test('strips apart add up, gaps do not count', () => {
  expect(coveredM2([strip(0, 0, 10), strip(0, 20, 30), strip(50, 0, 10)])).toBeCloseTo(180, 9)
  expect(coveredM2([])).toBe(0)
})
