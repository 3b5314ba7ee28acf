import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { overlapM2 } from './ground-overlap.ts'
import { LocalPlane, type LngLat } from './lng-lat.ts'
import { areaM2, type Polygon } from './polygon.ts'

const plane = new LocalPlane(120, 30)
/** Corners in metres around one place. */
const ring = (...corners: readonly (readonly [number, number])[]): LngLat[] =>
  corners.map(([x, y]) => plane.fromPlane(x, y))
const box = (x: number, y: number, width: number, height: number): LngLat[] =>
  ring([x, y], [x + width, y], [x + width, y + height], [x, y + height])

describe('ground that two plots share', () => {
  test('of two squares is the square in both', () => {
    expect(overlapM2([box(0, 0, 100, 100)], [box(60, 70, 100, 100)])).toBeCloseTo(40 * 30, 1)
  })

  test('is zero if they touch along an edge or at a corner', () => {
    expect(overlapM2([box(0, 0, 100, 100)], [box(100, 0, 50, 100)])).toBeCloseTo(0, 3)
    expect(overlapM2([box(0, 0, 100, 100)], [box(100, 100, 50, 50)])).toBeCloseTo(0, 3)
    expect(overlapM2([box(0, 0, 100, 100)], [box(500, 0, 50, 100)])).toBe(0)
  })

  test('leaves out the holes of both', () => {
    const holed: Polygon = [box(0, 0, 100, 100), box(40, 40, 20, 20)]
    expect(overlapM2(holed, [box(0, 0, 100, 100)])).toBeCloseTo(10_000 - 400, 0)
    expect(overlapM2([box(45, 45, 10, 10)], holed)).toBeCloseTo(0, 3)
  })

  test('of crossing slanted edges is the rhombus between them', () => {
    const one = ring([0, -50], [50, 0], [0, 50], [-50, 0])
    expect(overlapM2([one], [box(0, -100, 200, 200)])).toBeCloseTo(2500, 0)
  })

  test('of a plot with itself is its area, and the order of the two does not matter', () => {
    const star = fc
      .array(fc.double({ min: 20, max: 200, noNaN: true }), { minLength: 5, maxLength: 24 })
      .map((far) =>
        ring(
          ...far.map((radius, i): [number, number] => {
            const angle = (2 * Math.PI * i) / far.length
            return [radius * Math.cos(angle), radius * Math.sin(angle)]
          }),
        ),
      )
    fc.assert(
      fc.property(star, star, (one, other) => {
        expect(overlapM2([one], [one]) / areaM2([one])).toBeCloseTo(1, 4)
        const shared = overlapM2([one], [other])
        expect(overlapM2([other], [one])).toBeCloseTo(shared, 3)
        expect(shared).toBeLessThanOrEqual(Math.min(areaM2([one]), areaM2([other])) * 1.0001)
      }),
      { numRuns: 60 },
    )
  })

  test('two grounds of 2,000 corners are compared in well under a second', () => {
    const round = (x: number): LngLat[] =>
      ring(
        ...Array.from({ length: 2000 }, (_, i): [number, number] => {
          const radius = i % 2 === 0 ? 500 : 490
          const angle = (2 * Math.PI * i) / 2000
          return [x + radius * Math.cos(angle), radius * Math.sin(angle)]
        }),
      )
    const [one, other] = [round(0), round(300)]
    expect(overlapM2([one], [other])).toBeGreaterThan(400_000)
  })
})
