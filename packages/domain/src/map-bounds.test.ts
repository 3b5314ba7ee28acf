import { expect, test } from 'vitest'
import { chinaMapBounds, joinBounds, liesWithin } from './map-bounds.ts'

const henan = { minLng: 113, minLat: 34, maxLng: 115, maxLat: 36 }
const thailand = { minLng: 99, minLat: 13, maxLng: 101, maxLat: 15 }

test('a joined box holds both, and one that is missing changes nothing', () => {
  expect(joinBounds(henan, thailand)).toEqual({ minLng: 99, minLat: 13, maxLng: 115, maxLat: 36 })
  expect(joinBounds(null, henan)).toEqual(henan)
  expect(joinBounds(null, null)).toBeNull()
})

test('a box is within another only with room to every edge', () => {
  expect(liesWithin(henan, chinaMapBounds, 1)).toBe(true)
  expect(liesWithin(thailand, chinaMapBounds, 1)).toBe(false)
  for (const [edge, value] of [
    ['minLng', 50],
    ['minLat', 18.25],
    ['maxLng', 135],
    ['maxLat', 67],
  ] as const)
    expect(liesWithin({ ...henan, [edge]: value }, chinaMapBounds, 1)).toBe(false)
})
