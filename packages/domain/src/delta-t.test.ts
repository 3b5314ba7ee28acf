import { describe, expect, test } from 'vitest'
import { deltaTC, wetBulbC } from './delta-t.ts'

describe('wet-bulb temperature', () => {
  test("is that of the paper's own example", () => {
    expect(wetBulbC(20, 50)).toBeCloseTo(13.7, 1)
  })

  // Psychrometric tables at 1013 hPa: dry bulb, relative humidity, wet bulb.
  test.each([
    [30, 50, 22.0],
    [35, 30, 21.7],
    [25, 80, 22.3],
    [15, 60, 10.7],
    [10, 90, 9.2],
  ])(
    'at %d °C and %d %% agrees with the tables within its error',
    (temperatureC, humidity, wet) => {
      expect(Math.abs(wetBulbC(temperatureC, humidity)! - wet)).toBeLessThan(0.6)
    },
  )

  test('is null outside the range of the formula', () => {
    expect([wetBulbC(-21, 50), wetBulbC(51, 50), wetBulbC(20, 4), wetBulbC(20, 100)]).toEqual([
      null,
      null,
      null,
      null,
    ])
  })
})

test('Delta T: missing values give null, and fog gives no negative value', () => {
  expect(deltaTC(20, 50)).toBeCloseTo(6.3, 1)
  expect([deltaTC(null, 50), deltaTC(20, null)]).toEqual([null, null])
  expect(deltaTC(25, 99)).toBeGreaterThanOrEqual(0)
  expect(deltaTC(25, 99)).toBeLessThan(0.3)
})
