import { expect, test } from 'vitest'
import { coveredM2, coveredOnGridM2, sweptM2, type Pass } from './covered-truth.ts'

const strip = (yM: number, fromXM: number, toXM: number, swathWidthM = 6): Pass => ({
  from: [fromXM, yM],
  to: [toXM, yM],
  swathWidthM,
})

test('the area of one strip is length times width, in either direction', () => {
  expect(coveredM2([strip(0, 0, 100)])).toBeCloseTo(600, 9)
  expect(coveredM2([strip(0, 100, 0)])).toBeCloseTo(600, 9)
})

test('area that two passes share counts once', () => {
  expect(coveredM2([strip(0, 0, 100), strip(5, 0, 100)])).toBeCloseTo(1100, 9)
  expect(coveredM2([strip(0, 0, 100), strip(0, 50, 150)])).toBeCloseTo(900, 9)
  // 20 m × (4 − 3) m of the wider strip are outside the first
  expect(coveredM2([strip(0, 0, 100), strip(2, 20, 40, 4)])).toBeCloseTo(620, 9)
  expect(sweptM2([strip(0, 0, 100), strip(5, 0, 100)])).toBeCloseTo(1200, 9)
})

test('separate strips add up, gaps do not count', () => {
  expect(coveredM2([strip(0, 0, 10), strip(0, 20, 30), strip(50, 0, 10)])).toBeCloseTo(180, 9)
  expect(coveredM2([])).toBe(0)
})

test('counting cells gives the same area, in any direction', () => {
  const field = [strip(3, 0, 100), strip(8, 0, 100), strip(3, 50, 150)]
  expect(Math.abs(coveredOnGridM2(field) / coveredM2(field) - 1)).toBeLessThan(0.005)
  const turned: Pass[] = [
    { from: [0, 0], to: [60, 80], swathWidthM: 6 },
    { from: [60, 80], to: [0, 0], swathWidthM: 6 },
  ]
  expect(Math.abs(coveredOnGridM2(turned) / 600 - 1)).toBeLessThan(0.005)
})
