import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gcj02FromWgs84, isOffset, wgs84FromGcj02 } from './coordinates.ts'
import { distanceM } from './lng-lat.ts'

describe('Chinese map offset', () => {
  test('a known place', () => {
    // Tiananmen, by the published algorithm
    const [lng, lat] = gcj02FromWgs84([116.404, 39.915])
    expect(lng).toBeCloseTo(116.41024, 4)
    expect(lat).toBeCloseTo(39.91640, 4)
  })

  test('there and back is the same place to a millimetre', () => {
    const inland = fc.tuple(fc.double({ min: 80, max: 120, noNaN: true }), fc.double({ min: 30, max: 42, noNaN: true }))
    fc.assert(fc.property(inland, (place) => {
      expect(distanceM(wgs84FromGcj02(gcj02FromWgs84(place)), place)).toBeLessThan(0.001)
      // The waves of the formula cancel out here and there: nowhere wholly.
      expect(distanceM(gcj02FromWgs84(place), place)).toBeGreaterThan(1)
    }))
  })

  test('other countries are not moved', () => {
    for (const place of [[100.5, 13.75], [127, 37.5], [121, 24], [77.2, 28.6], [19, 47]] as const) {
      expect(isOffset(place[0], place[1])).toBe(false)
      expect(gcj02FromWgs84(place)).toEqual(place)
      expect(wgs84FromGcj02(place)).toEqual(place)
    }
  })
})
