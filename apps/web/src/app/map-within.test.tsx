import { userOfWire } from '@swath/contract/people/access'
import type { Bounds } from '@swath/domain/lng-lat'
import { expect, test } from 'vitest'
import { person, theme } from '../testing-person.ts'
import { mapWithin } from './map-within.ts'

const china = { ...theme, name: 'default' }
const own = { minLng: 113, minLat: 34, maxLng: 115, maxLat: 36 }
const within = (
  on: typeof theme,
  values: Parameters<typeof person>[0],
  rows: Bounds | null | undefined = own,
) => mapWithin(on, userOfWire(person(values)), rows)
const accountTypes = [1, 2, 3, 4] as const

test("on China's host the map stays in China for everyone whose rows are there", () => {
  for (const accountType of accountTypes)
    expect(within(china, { accountType, adCode: '156330100' })).toEqual({
      minLng: 49.88,
      minLat: 18.19,
      maxLng: 135.23,
      maxLat: 67.33,
    })
})

test('a drone or plot abroad, or close to the edge of the bounds, removes the limit', () => {
  for (const accountType of accountTypes) {
    const inChina = { accountType, adCode: '156000000' }
    expect(within(china, inChina, { ...own, minLat: 13 })).toBeNull()
    expect(within(china, inChina, { ...own, minLat: 18.25 })).toBeNull()
  }
})

test('the map is free on other hosts, for accounts abroad, and until the rows are known', () => {
  expect(within({ ...theme, name: 'international' }, { adCode: '156330100' })).toBeNull()
  expect(within(china, { adCode: '764000000' }, null)).toBeNull()
  expect(mapWithin(china, userOfWire(person({ adCode: '156330100' })), undefined)).toBeNull()
})

test('for an account of China without drones and plots the map starts in China', () => {
  expect(within(china, { adCode: '156330100' }, null)).not.toBeNull()
})
