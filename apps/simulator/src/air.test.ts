import { expect, test } from 'vitest'
import { airAt, measureAir } from './air.ts'
import { Random } from './random.ts'

const place = [114.5, 35.5] as const
const dayMs = Date.UTC(2026, 6, 2)

test('the air is warmest and driest after noon, and the same for all drones on one day', () => {
  const afternoon = airAt(dayMs + 7 * 3_600_000, place)
  const beside = airAt(dayMs + 7 * 3_600_000, [114.9, 35.9])
  expect(beside.windFromDeg).toBe(afternoon.windFromDeg)
  expect(beside.temperatureC).toBeCloseTo(afternoon.temperatureC, 1)
  expect(afternoon.temperatureC).toBeGreaterThan(airAt(dayMs, place).temperatureC)
  expect(afternoon.humidityPercent).toBeLessThan(airAt(dayMs, place).humidityPercent)
})

test('the weather measured by a station is plausible, and the same for one seed', () => {
  const measured = () => measureAir(airAt(dayMs, place), new Random('a'))
  expect(measured()).toEqual(measured())
  const { wind, windFrom, temperature, humidity, rain } = measured()
  expect(wind).toBeLessThan(8)
  expect(windFrom).toBeLessThan(360)
  expect(temperature).toBeGreaterThan(5)
  expect(humidity).toBeGreaterThan(20)
  expect(rain).toBe(0)
})
