import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bearingDeg, boundsOverlap, distanceM, inBounds, LocalPlane } from './lng-lat.ts'

type Geodesic = {
  WGS84: {
    Inverse(latA: number, lngA: number, latB: number, lngB: number): { s12: number; azi1: number }
  }
}
const geodesic = createRequire(import.meta.url)('geographiclib-geodesic').Geodesic as Geodesic

const place = fc.tuple(
  fc.double({ min: -179, max: 179, noNaN: true }),
  fc.double({ min: -70, max: 70, noNaN: true }),
)
const near = fc.tuple(
  place,
  fc.double({ min: -0.03, max: 0.03, noNaN: true }),
  fc.double({ min: -0.03, max: 0.03, noNaN: true }),
)

describe('distances on the ellipsoid', () => {
  test('within a few kilometres they are the geodesic ones to 1 part in 100,000', () => {
    fc.assert(
      fc.property(near, ([[lng, lat], dLng, dLat]) => {
        const exact = geodesic.WGS84.Inverse(lat, lng, lat + dLat, lng + dLng).s12
        expect(Math.abs(distanceM([lng, lat], [lng + dLng, lat + dLat]) - exact)).toBeLessThan(
          0.001 + exact * 1e-5,
        )
      }),
    )
  })

  test('far away they are within 0.6 %, over the 180° meridian too', () => {
    fc.assert(
      fc.property(place, place, (a, b) => {
        const exact = geodesic.WGS84.Inverse(a[1], a[0], b[1], b[0]).s12
        expect(Math.abs(distanceM(a, b) - exact)).toBeLessThanOrEqual(1 + exact * 0.006)
      }),
    )
    expect(distanceM([179.999, 0], [-179.999, 0])).toBeCloseTo(222.6, 0)
  })

  test('the plane there and back', () => {
    fc.assert(
      fc.property(near, ([[lng, lat], dLng, dLat]) => {
        const plane = new LocalPlane(lng, lat)
        const [x, y] = plane.toPlane([lng + dLng, lat + dLat])
        const [backLng, backLat] = plane.fromPlane(x, y)
        expect(backLng).toBeCloseTo(lng + dLng, 10)
        expect(backLat).toBeCloseTo(lat + dLat, 10)
        const exact = geodesic.WGS84.Inverse(lat, lng, lat + dLat, lng + dLng).s12
        expect(Math.abs(Math.hypot(x, y) - exact)).toBeLessThan(0.01 + exact * 2e-3)
      }),
    )
  })

  test('bearings', () => {
    expect([
      bearingDeg([0, 0], [0, 1]),
      bearingDeg([0, 0], [1, 0]),
      bearingDeg([0, 0], [0, -1]),
      bearingDeg([0, 0], [-1, 0]),
    ]).toEqual([0, 90, 180, 270])
    expect(bearingDeg([5, 5], [5, 5])).toBe(0)
  })

  test('boxes', () => {
    const box = { minLng: 0, minLat: 0, maxLng: 2, maxLat: 2 }
    expect([inBounds(box, 2, 2), inBounds(box, 2.1, 2)]).toEqual([true, false])
    expect(boundsOverlap(box, { minLng: 2, minLat: 1, maxLng: 3, maxLat: 3 })).toBe(true)
    expect(boundsOverlap(box, { minLng: 2.1, minLat: 1, maxLng: 3, maxLat: 3 })).toBe(false)
  })
})
