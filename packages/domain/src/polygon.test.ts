import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LocalPlane } from './lng-lat.ts'
import type { LngLat } from './lng-lat.ts'
import {
  areaM2,
  centroid,
  checkPolygon,
  circleContains,
  contains,
  geoJsonPolygon,
  perimeterM,
  polygonBounds,
  selfIntersects,
} from './polygon.ts'
import type { Polygon } from './polygon.ts'

type Sum = {
  AddPoint(lat: number, lng: number): void
  Compute(reverse: boolean, sign: boolean): { area: number; perimeter: number }
}
type Geodesic = { WGS84: { Polygon(polyline: boolean): Sum } }
const geodesic = createRequire(import.meta.url)('geographiclib-geodesic').Geodesic as Geodesic
/**
 * Edges in pieces: GeoJSON's are straight in degrees (RFC 7946, 3.1.1), which bows them 9 mm from
 * the geodesic in 800 m.
 */
const PIECES = 40
const exact = (ring: readonly LngLat[]) => {
  const sum = geodesic.WGS84.Polygon(false)
  ring.forEach(([lng, lat], i) => {
    const [nextLng, nextLat] = ring[(i + 1) % ring.length]!
    for (let p = 0; p < PIECES; p++)
      sum.AddPoint(lat + ((nextLat - lat) * p) / PIECES, lng + ((nextLng - lng) * p) / PIECES)
  })
  const { area, perimeter } = sum.Compute(false, true)
  return { areaM2: Math.abs(area), perimeterM: perimeter }
}

const square = (x: number, y: number, size: number): LngLat[] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
]
/** A ring around a place whose radius changes at every corner: never crosses itself. */
const starRing = fc
  .record({
    lng: fc.double({ min: -170, max: 170, noNaN: true }),
    lat: fc.double({ min: -65, max: 65, noNaN: true }),
    radii: fc.array(fc.double({ min: 50, max: 600, noNaN: true }), { minLength: 4, maxLength: 30 }),
  })
  .map(({ lng, lat, radii }) => {
    const plane = new LocalPlane(lng, lat)
    return radii.map((r, i) =>
      plane.fromPlane(
        r * Math.cos((2 * Math.PI * i) / radii.length),
        r * Math.sin((2 * Math.PI * i) / radii.length),
      ),
    )
  })

describe('polygons', () => {
  test('area and perimeter of a field are the geodesic ones to 1 part in 500,000', () => {
    fc.assert(
      fc.property(starRing, (ring) => {
        const wanted = exact(ring)
        expect(Math.abs(areaM2([ring]) - wanted.areaM2)).toBeLessThan(0.01 + wanted.areaM2 * 2e-6)
        expect(Math.abs(perimeterM([ring]) - wanted.perimeterM)).toBeLessThan(
          0.01 + wanted.perimeterM * 1e-5,
        )
      }),
    )
  })

  test('a square kilometre at 18°, 39.9° and 60° is exact to 0.05 m²', () => {
    for (const lat of [18, 39.9, 60]) {
      const plane = new LocalPlane(100, lat)
      const ring = (
        [
          [-500, -500],
          [500, -500],
          [500, 500],
          [-500, 500],
        ] as const
      ).map(([x, y]) => plane.fromPlane(x, y))
      expect(Math.abs(areaM2([ring]) - 1e6)).toBeLessThan(0.01)
      expect(Math.abs(exact(ring).areaM2 - 1e6)).toBeLessThan(0.1)
    }
  })

  test('holes are subtracted from areas, and are outside', () => {
    const polygon: Polygon = [square(100, 14, 0.01), square(100.002, 14.002, 0.001)]
    expect(areaM2(polygon)).toBeCloseTo(areaM2([polygon[0]!]) - areaM2([polygon[1]!]), -1)
    expect([
      contains(polygon, 100.001, 14.001),
      contains(polygon, 100.0025, 14.0025),
      contains(polygon, 100.02, 14.001),
    ]).toEqual([true, false, false])
    expect(polygonBounds(polygon)).toEqual({
      minLng: 100,
      minLat: 14,
      maxLng: 100.01,
      maxLat: 14.01,
    })
  })

  test('closing place and winding change nothing', () => {
    fc.assert(
      fc.property(starRing, (ring) => {
        const closed = [...ring, ring[0]!]
        expect(areaM2([closed])).toBeCloseTo(areaM2([ring]), 3)
        expect(areaM2([ring.toReversed()])).toBeCloseTo(areaM2([ring]), 3)
        expect(perimeterM([closed])).toBeCloseTo(perimeterM([ring]), 6)
        expect(checkPolygon([closed])).toEqual({ ok: true })
        const [outer] = geoJsonPolygon([ring.toReversed()])
        expect(outer).toHaveLength(ring.length + 1)
        expect(outer![0]).toEqual(outer!.at(-1))
      }),
    )
  })

  test('the centre of gravity of an L is not the middle of its box', () => {
    const [lng, lat] = centroid([
      [
        [0, 0],
        [0.003, 0],
        [0.003, 0.001],
        [0.001, 0.001],
        [0.001, 0.003],
        [0, 0.003],
      ],
    ])
    expect(lng).toBeCloseTo(0.0011, 6)
    expect(lat).toBeCloseTo(0.0011, 6)
  })

  test('a circle contains places nearer than its radius', () => {
    expect([
      circleContains([100, 14], 112, 100.001, 14),
      circleContains([100, 14], 105, 100.001, 14),
    ]).toEqual([true, false])
  })

  test('the error in a polygon is reported', () => {
    const problem = (polygon: Polygon) => {
      const check = checkPolygon(polygon)
      return check.ok ? 'ok' : check.problem
    }
    const outer = square(100, 14, 0.01)
    expect(problem([])).toBe('no_ring')
    expect(
      problem([
        [
          [100, 14],
          [100.01, 14],
          [100, 14],
        ],
      ]),
    ).toBe('too_few_points')
    expect(
      problem([
        [
          [100, 14],
          [NaN, 14],
          [100, 15],
        ],
      ]),
    ).toBe('not_a_number')
    expect(
      problem([
        [
          [100, 14],
          [190, 14],
          [100, 15],
        ],
      ]),
    ).toBe('out_of_range')
    expect(
      problem([
        [
          [100, 14],
          [100.01, 14.01],
          [100.01, 14],
          [100, 14.01],
        ],
      ]),
    ).toBe('self_crossing')
    expect(
      problem([
        [
          [100, 14],
          [100.01, 14],
          [100.005, 14],
          [100.005, 14.01],
        ],
      ]),
    ).toBe('self_crossing')
    expect(
      problem([
        [
          [100, 14],
          [100.01, 14],
          [100.02, 14.0000000001],
        ],
      ]),
    ).toBe('no_area')
    expect(problem([outer, square(100.002, 14.002, 0.001)])).toBe('ok')
    expect(problem([outer, square(100.02, 14, 0.001)])).toBe('hole_outside')
    expect(problem([outer, square(100.009, 14.005, 0.004)])).toBe('hole_crossing')
    expect(problem([outer, square(100.002, 14.002, 0.003), square(100.004, 14.004, 0.003)])).toBe(
      'holes_overlap',
    )
    expect(problem([outer, square(100.002, 14.002, 0.003), square(100.003, 14.003, 0.001)])).toBe(
      'holes_overlap',
    )
    expect([
      selfIntersects(outer),
      selfIntersects([
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
      ]),
    ]).toEqual([false, true])
  })

  test('any list of places gets a result', () => {
    const anyPlace = fc.tuple(fc.double(), fc.double())
    fc.assert(
      fc.property(fc.array(fc.array(anyPlace, { maxLength: 8 }), { maxLength: 3 }), (polygon) => {
        expect(typeof checkPolygon(polygon).ok).toBe('boolean')
        contains(polygon, 1, 1)
      }),
    )
  })
})
