import { userOfWire } from '@swath/contract/access'
import { expect, test } from 'vitest'
import { person, theme } from '../testing-console.ts'
import { mapWithin } from './map-within.ts'

const host = { ...theme, name: 'default' }
const government = { accountType: 2, adCode: '156330100' } as const
const within = (on: typeof theme, values: Parameters<typeof person>[0]) =>
  mapWithin(on, userOfWire(person(values)))

test("the map of a government of China stays in China on China's host", () => {
  expect(within(host, government)).toMatchObject({ minLng: 49.88, maxLng: 135.23, maxLat: 67.33 })
  expect(within(host, { ...government, adCode: '156000000' })).not.toBeNull()
})

test('nobody else is kept in', () => {
  expect(within({ ...theme, name: 'international' }, government)).toBeNull()
  expect(within(host, { accountType: 2, adCode: '764000000' })).toBeNull()
  for (const accountType of [1, 3, 4] as const)
    expect(within(host, { ...government, accountType })).toBeNull()
})

test('every corner of China can be brought to the middle of the map', () => {
  const { minLat, maxLat, minLng, maxLng } = within(host, government)!
  // Zengmu shoal, the Amur, the Pamirs, where the Ussuri meets the Amur.
  for (const [lng, lat] of [
    [112.27, 3.97],
    [123.3, 53.56],
    [73.5, 39.4],
    [135.09, 48.4],
  ] as const) {
    expect(lng > minLng && lng < maxLng).toBe(true)
    expect(lat > minLat && lat < maxLat).toBe(true)
  }
})
