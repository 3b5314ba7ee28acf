import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distanceM } from './lng-lat.ts'
import { utmFromWgs84, wgs84FromUtm } from './utm.ts'

test('places published with chrisveness/geodesy (test/utm-mgrs-tests.js) and GeographicLib (UTMUPS, Baghdad)', () => {
  const known = [
    [[2.2945, 48.8582], 31, 'U', 448_251.795, 5_411_932.678],
    [[-77.0365, 38.8977], 18, 'S', 323_394.296, 4_307_395.634],
    [[-43.2106, -22.9519], 23, 'K', 683_466.254, 7_460_687.433],
    [[5.3249, 60.39135], 32, 'V', 297_508.41, 6_700_645.296],
    [[0, 0], 31, 'N', 166_021.443, 0],
    [[44.4, 33.3], 38, 'S', 444_140.5, 3_684_706.4],
  ] as const
  for (const [place, zone, band, eastingM, northingM] of known) {
    const got = utmFromWgs84(place)!
    expect([got.zone, got.band]).toEqual([zone, band])
    expect(Math.abs(got.eastingM - eastingM)).toBeLessThan(0.06)
    expect(Math.abs(got.northingM - northingM)).toBeLessThan(0.06)
  }
})

test('Svalbard has wide zones, the poles have none, and the date line belongs to zone 60', () => {
  expect(utmFromWgs84([8.9, 78])!.zone).toBe(31)
  expect(utmFromWgs84([20.9, 78])!.zone).toBe(33)
  expect(utmFromWgs84([180, 10])!.zone).toBe(60)
  expect(utmFromWgs84([10, 84])!.band).toBe('X')
  expect(utmFromWgs84([10, 84.1])).toBeNull()
  expect(utmFromWgs84([10, -80.1])).toBeNull()
})

test('there and back is the same place to a millimetre', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -180, max: 179.9, noNaN: true }),
      fc.double({ min: -79, max: 83, noNaN: true }),
      (lng, lat) => {
        const back = wgs84FromUtm(utmFromWgs84([lng, lat])!)
        expect(distanceM(back, [lng, lat])).toBeLessThan(0.001)
      },
    ),
  )
})
