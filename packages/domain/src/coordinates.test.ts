import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { convertPlace, DATUMS, gcj02FromWgs84, isOffset, wgs84FromGcj02 } from './coordinates.ts'
import { distanceM } from './lng-lat.ts'

describe('Chinese map offset', () => {
  test('a known place', () => {
    // Tiananmen, by the published algorithm
    const [lng, lat] = gcj02FromWgs84([116.404, 39.915])
    expect(lng).toBeCloseTo(116.41024, 4)
    expect(lat).toBeCloseTo(39.9164, 4)
  })

  test('there and back is the same place to a millimetre', () => {
    const inland = fc.tuple(
      fc.double({ min: 80, max: 120, noNaN: true }),
      fc.double({ min: 30, max: 42, noNaN: true }),
    )
    fc.assert(
      fc.property(inland, (place) => {
        expect(distanceM(wgs84FromGcj02(gcj02FromWgs84(place)), place)).toBeLessThan(0.001)
        // In places the waves of the formula partly cancel out, but never completely.
        expect(distanceM(gcj02FromWgs84(place), place)).toBeGreaterThan(1)
      }),
    )
  })

  test('other countries are not moved', () => {
    for (const place of [
      [100.5, 13.75],
      [127, 37.5],
      [121, 24],
      [77.2, 28.6],
      [19, 47],
    ] as const) {
      expect(isOffset(place[0], place[1])).toBe(false)
      expect(gcj02FromWgs84(place)).toEqual(place)
      expect(wgs84FromGcj02(place)).toEqual(place)
    }
  })
})

describe('from one map to another', () => {
  test('places published by coordtransform (test/app.js) and eviltransform (go/transform_test.go)', () => {
    // coordtransform converts Baidu only from GCJ-02: the first step goes back to the true place
    const [lng, lat] = convertPlace([116.404, 39.915], 'gcj02', 'bd09')
    expect(lng).toBeCloseTo(116.41036949371029, 8)
    expect(lat).toBeCloseTo(39.92133699351021, 8)
    const known = [
      [
        [121.5272106, 31.1774276],
        [121.531541859215, 31.17530398364597],
      ],
      [
        [113.912316, 22.543847],
        [113.9171764808363, 22.540796131694766],
      ],
      [
        [116.377817, 39.911954],
        [116.38404722455657, 39.91334545536069],
      ],
    ] as const
    for (const [wgs84, gcj02] of known) {
      // eviltransform measures on another ellipsoid, by up to 0.02 m
      const got = convertPlace(wgs84, 'wgs84', 'gcj02')
      expect(distanceM(got, gcj02)).toBeLessThan(0.02)
      expect(distanceM(convertPlace(gcj02, 'gcj02', 'wgs84'), wgs84)).toBeLessThan(0.02)
    }
  })

  test('there and back by any way is the same place to 1e-9 degrees', () => {
    const inland = fc.tuple(
      fc.double({ min: 80, max: 120, noNaN: true }),
      fc.double({ min: 30, max: 42, noNaN: true }),
    )
    fc.assert(
      fc.property(
        inland,
        fc.constantFrom(...DATUMS),
        fc.constantFrom(...DATUMS),
        (place, from, to) => {
          const [lng, lat] = convertPlace(convertPlace(place, from, to), to, from)
          expect(Math.abs(lng - place[0])).toBeLessThan(1e-9)
          expect(Math.abs(lat - place[1])).toBeLessThan(1e-9)
        },
      ),
    )
  })

  test('other countries are not moved by any of them', () => {
    for (const place of [
      [100.5, 13.75],
      [127, 37.5],
      [121, 24],
      [77.2, 28.6],
      [-58.4, -34.6],
    ] as const) {
      for (const from of DATUMS)
        for (const to of DATUMS) expect(convertPlace(place, from, to)).toEqual(place)
    }
  })
})
