import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EdgeTree } from './edge-tree.ts'
import type { LngLat } from './lng-lat.ts'
import { checkPolygon, contains, type Ring } from './polygon.ts'
import { naiveHoleCheck, naiveSelfCrossing } from './testing-naive-polygon.ts'

/** On few lines of a lattice, so that edges touch, overlap and end on each other. */
const latticePlace = fc.tuple(
  fc.integer({ min: 0, max: 12 }).map((x) => 100 + x / 1000),
  fc.integer({ min: 0, max: 12 }).map((y) => 14 + y / 1000),
)
const anyRing = fc
  .array(latticePlace, { minLength: 3, maxLength: 60 })
  .filter((ring) => ring[0]!.join() !== ring.at(-1)!.join())

const star = (centre: LngLat, radii: readonly number[]): LngLat[] =>
  radii.map((radius, i) => {
    const angle = (2 * Math.PI * i) / radii.length
    return [centre[0] + radius * Math.cos(angle), centre[1] + radius * Math.sin(angle)]
  })
const anyStar = fc
  .tuple(
    latticePlace,
    fc.array(fc.double({ min: 0.0005, max: 0.004, noNaN: true }), { minLength: 3, maxLength: 40 }),
  )
  .map(([centre, radii]) => star(centre, radii))
/** Squares of the lattice: they touch, share edges and contain one another. */
const square = fc
  .tuple(latticePlace, fc.integer({ min: 1, max: 6 }))
  .map(([[x, y], size]): LngLat[] => {
    const [right, top] = [x + size / 1000, y + size / 1000]
    return [
      [x, y],
      [right, y],
      [right, top],
      [x, top],
    ]
  })
const around: Ring = [
  [100, 14],
  [100.012, 14],
  [100.012, 14.012],
  [100, 14.012],
]

describe('edges under a tree of boxes', () => {
  test('a ring crosses itself exactly where a comparison of all pairs of edges finds it', () => {
    fc.assert(
      fc.property(anyRing, (ring) => {
        const check = checkPolygon([ring])
        if (!check.ok && !['self_crossing', 'no_area'].includes(check.problem)) return
        const crossing = naiveSelfCrossing(ring)
        if (crossing === null) expect(check).not.toMatchObject({ problem: 'self_crossing' })
        else expect(check).toEqual({ ok: false, problem: 'self_crossing', ring: 0, at: crossing })
      }),
      { numRuns: 500 },
    )
  })

  test('holes are checked with the result of comparing all pairs of edges', () => {
    const hole = fc.oneof(anyStar, square)
    fc.assert(
      fc.property(
        fc.oneof(fc.constant(around), anyStar),
        fc.array(hole, { minLength: 1, maxLength: 4 }),
        (outer, holes) => {
          const polygon = [outer, ...holes]
          const check = checkPolygon(polygon)
          if (!check.ok && ['self_crossing', 'no_area'].includes(check.problem)) return
          expect(check).toEqual(naiveHoleCheck(polygon))
        },
      ),
      { numRuns: 500 },
    )
  })

  test('a point is inside exactly where a check of all edges finds it', () => {
    fc.assert(
      fc.property(fc.oneof(anyRing, anyStar), latticePlace, (ring, [lng, lat]) => {
        expect(new EdgeTree(ring).contains(lng, lat)).toBe(contains([ring], lng, lat))
      }),
      { numRuns: 2000 },
    )
  })

  test('an outer ring with 19 holes of 2,000 places each looks at few pairs of edges', () => {
    const ring = (lng: number, lat: number, radius: number): LngLat[] =>
      star(
        [lng, lat],
        Array.from({ length: 2000 }, (_, i) => radius * (i % 2 === 0 ? 1 : 0.9)),
      )
    const polygon = [
      ring(100, 14, 1),
      ...Array.from({ length: 19 }, (_, i) =>
        ring(99.6 + (i % 5) * 0.2, 13.7 + (i >> 2) * 0.15, 0.06),
      ),
    ]
    let asked = 0
    const tree = new EdgeTree(polygon[0]!)
    for (const hole of polygon.slice(1))
      for (let i = 0; i < hole.length; i++)
        tree.firstNear(hole[i]!, hole[(i + 1) % hole.length]!, 0, () => (asked++, null))
    expect(asked).toBeLessThan(19 * 2000 * 20)
    expect(checkPolygon(polygon)).toEqual({ ok: true })
  })
})
