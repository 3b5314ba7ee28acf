import { expect, test } from 'vitest'
import { groundRange, roundRange, rangeQuery } from './map-range.ts'
import { readFilters } from './monitor-queries.ts'

test('stored filters that the API would refuse are dropped', () => {
  const account = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'
  expect(
    readFilters({
      region: '156410526',
      zzAccountId: account,
      yyAccountId: 'me',
      deviceType: 'tank',
      flyModelId: 7,
    }),
  ).toEqual({ region: '156410526', zzAccountId: account })
  expect(readFilters({ region: '156', deviceType: 'sprayer' })).toEqual({ deviceType: 'sprayer' })
  for (const broken of [undefined, null, 'x', [1]]) expect(readFilters(broken)).toEqual({})
})

test('the area is requested by a wider range that a small move stays within', () => {
  const seen = { minLng: 100.3, minLat: 30.2, maxLng: 101.9, maxLat: 31.1 }
  expect(groundRange(seen)).toEqual({ minLng: 100, minLat: 30, maxLng: 102, maxLat: 31.5 })
  expect(groundRange({ minLng: 100.31, minLat: 30.21, maxLng: 101.91, maxLat: 31.11 })).toEqual(
    groundRange(seen),
  )
  expect(groundRange({ minLng: -180, minLat: -90, maxLng: 180, maxLat: 90 })).toEqual({
    minLng: -180,
    minLat: -90,
    maxLng: 180,
    maxLat: 90,
  })
})

test('moving the map by less than a metre does not change the range', () => {
  const at = (lng: number) => {
    const bounds = { minLng: lng, minLat: 30, maxLng: lng + 1, maxLat: 31 }
    return roundRange({ zoom: 8, bounds, free: bounds })
  }
  expect(at(100.000001)).toEqual(at(100))
  expect(at(100.0001)).not.toEqual(at(100))
  expect(rangeQuery(at(100.123456789).bounds)).toEqual({
    minLng: '100.12346',
    minLat: '30',
    maxLng: '101.12346',
    maxLat: '31',
  })
})
