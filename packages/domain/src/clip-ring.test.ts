import { expect, test } from 'vitest'
import { clipRing, convexHull } from './clip-ring.ts'
import type { LngLat } from './lng-lat.ts'
import { contains } from './polygon.ts'

const bounds = { minLng: 0, minLat: 0, maxLng: 10, maxLat: 10 }

test('inside the box a clipped outline with a hole covers the same ground', () => {
  const star = Array.from({ length: 40 }, (_, i): LngLat => {
    const [angle, far] = [(2 * Math.PI * i) / 40, i % 2 === 0 ? 9 : 3]
    return [8 + far * Math.cos(angle), 4 + far * Math.sin(angle)]
  })
  const hole: LngLat[] = [
    [7, 3],
    [12, 3],
    [12, 5],
    [7, 5],
  ]
  const clipped = [star, hole].map((ring) => clipRing(ring, bounds))
  for (const [lng, lat] of clipped.flat())
    expect(lng >= 0 && lng <= 10 && lat >= 0 && lat <= 10).toBe(true)
  for (let lng = 0.05; lng < 10; lng += 0.31)
    for (let lat = 0.05; lat < 10; lat += 0.29)
      expect(contains(clipped, lng, lat)).toBe(contains([star, hole], lng, lat))
})

test('a ring outside leaves nothing, one inside stays as it is', () => {
  const far: LngLat[] = [
    [11, 0],
    [12, 0],
    [12, 1],
  ]
  expect(clipRing(far, bounds)).toEqual([])
  const near: LngLat[] = [
    [1, 1],
    [2, 1],
    [2, 2],
  ]
  expect(clipRing(near, bounds)).toEqual(near)
})

test('the convex ring contains every place', () => {
  const places: LngLat[] = [
    [0, 0],
    [4, 0],
    [2, 1],
    [4, 4],
    [0, 4],
    [1, 2],
  ]
  expect(convexHull(places)).toEqual([
    [0, 0],
    [4, 0],
    [4, 4],
    [0, 4],
  ])
})
