import { describe, expect, test } from 'vitest'
import { LocalPlane, type LngLat } from './lng-lat.ts'
import {
  checkParts,
  countCorners,
  partsAreaM2,
  partsBounds,
  partsPerimeterM,
  ringsOfParts,
  roundParts,
  sketchParts,
} from './plot-parts.ts'
import { contains } from './polygon.ts'

const plane = new LocalPlane(101, 14)
const box = (x: number, y: number, size: number): LngLat[] =>
  [
    [x, y],
    [x + size, y],
    [x + size, y + size],
    [x, y + size],
    [x, y],
  ].map(([eastM, northM]) => plane.fromPlane(eastM!, northM!))

describe('the parts of a plot', () => {
  const parts = [[box(0, 0, 100), box(40, 40, 20)], [box(200, 0, 50)]]

  test('add up: area, edges, corners; a place is in one of them and in no hole', () => {
    expect(partsAreaM2(parts)).toBeCloseTo(10_000 - 400 + 2500, 0)
    expect(partsPerimeterM(parts)).toBeCloseTo(400 + 80 + 200, 1)
    expect(countCorners(parts)).toBe(12)
    const isIn = (x: number, y: number) => contains(ringsOfParts(parts), ...plane.fromPlane(x, y))
    expect([isIn(10, 10), isIn(50, 50), isIn(150, 10), isIn(220, 10)]).toEqual([
      true,
      false,
      false,
      true,
    ])
    expect(plane.toX(partsBounds(parts).maxLng)).toBeCloseTo(250, 3)
  })

  test('may touch, and one may be in the hole of another', () => {
    expect(checkParts([[box(0, 0, 100)], [box(100, 0, 100)]])).toEqual({ ok: true })
    expect(checkParts([[box(0, 0, 100), box(40, 40, 20)], [box(45, 45, 10)]])).toEqual({ ok: true })
  })

  test('must not overlap, cross themselves or be empty', () => {
    expect(checkParts([[box(0, 0, 100)], [box(90, 90, 100)]])).toMatchObject({
      problem: 'parts_overlap',
      part: 1,
    })
    const [a, b, c, d] = box(0, 0, 100)
    expect(checkParts([[box(300, 0, 10)], [[a!, c!, b!, d!]]])).toMatchObject({
      problem: 'self_crossing',
      part: 1,
      at: [expect.any(Number), expect.any(Number)],
    })
    expect(checkParts([])).toMatchObject({ problem: 'no_part' })
  })

  test('are rounded to a tenth of a metre, and stay closed', () => {
    const ring = [
      [114.648_123_456_7, 35.5],
      [114.649, 35.500_000_4],
      [114.649, 35.6],
      [114.648_123_456_7, 35.5],
    ] as const
    const [[rounded]] = roundParts([[ring]]) as [[[number, number][]]]
    expect(rounded).toEqual([
      [114.648_123, 35.5],
      [114.649, 35.5],
      [114.649, 35.6],
      [114.648_123, 35.5],
    ])
  })

  test('are simplified to few corners, and unchanged if they have few', () => {
    expect(sketchParts(parts, 200)).toBeNull()
    const round = Array.from({ length: 5000 }, (_, i): LngLat => {
      const angle = (2 * Math.PI * i) / 5000
      return plane.fromPlane(300 * Math.cos(angle), 300 * Math.sin(angle))
    })
    const sketch = sketchParts([[round], [box(400, 0, 50)]], 200)!
    expect(countCorners(sketch)).toBeLessThanOrEqual(200)
    expect(partsAreaM2(sketch) / partsAreaM2([[round], [box(400, 0, 50)]])).toBeCloseTo(1, 2)
    expect(sketch[1]![0]).toHaveLength(5)
  })
})
