// How much plans leave dry, over fields of every kind. RUNS=300 runs all of them with a finer
// raster.
import { LocalPlane } from '@swath/domain/lng-lat'
import { describe, expect, test } from 'vitest'
import { planGroup } from './plan-group.ts'
import type { GroupPlan, PlanSettings } from './plan.ts'
import rectangles from './testing-rectangles.json' with { type: 'json' }
import { randomSettings, rasterSprayed } from './testing-coverage.ts'
import { at, measureBeyond, ringOf, testingDrones, testingSettings } from './testing-fields.ts'

const runs = Number(process.env['RUNS'] ?? 12)
const cellM = runs > 100 ? 0.12 : 0.2

const planned = (settings: PlanSettings): GroupPlan => {
  const result = planGroup(settings)
  if (!result.ok) throw new Error(result.problem)
  return result.plan
}

describe('over fields of every kind', () => {
  test.each(Array.from({ length: runs }, (_, i) => i + 1))(
    'field %i is covered, and its figures are those of a raster of its waypoints',
    (seed) => {
      const settings = randomSettings(seed)
      const plan = planned(settings)
      const raster = rasterSprayed(plan, settings, cellM)
      const leastShare = settings.headland ? 0.005 : 0.01
      expect(raster.dryReachableM2 / raster.reachableM2).toBeLessThanOrEqual(leastShare)
      const { coverage } = plan
      const apart = (own: number, other: number): number => Math.abs(own - other) / raster.groundM2
      // a raster is off by a part of a cell along each edge
      expect(apart(coverage.groundM2, raster.groundM2)).toBeLessThan(0.002)
      expect(apart(coverage.dryM2, raster.dryM2)).toBeLessThan(0.002)
      expect(apart(coverage.twiceM2, raster.twiceM2)).toBeLessThan(0.002)
      expect(apart(coverage.outsideM2, raster.outsideM2)).toBeLessThan(0.002)
      expect(coverage.coveredM2 + coverage.dryM2).toBeCloseTo(coverage.groundM2, 3)
      expect(measureBeyond(plan, settings)).toBeLessThan(0.03)
    },
  )
})

describe('rectangles whose outer strips are on the edge of their ground', () => {
  test.each(rectangles)(
    '$id',
    ({ lng, lat, widthM, lengthM, swathM, headland, marginM, ...one }) => {
      const plane = new LocalPlane(lng, lat)
      const corners = [
        [0, 0],
        [widthM, 0],
        [widthM, lengthM],
        [0, lengthM],
        [0, 0],
      ].map(([x, y]) => plane.fromPlane(x!, y!))
      const { coverage } = planned(
        testingSettings({
          plots: [[[corners]]],
          home: corners[0]!,
          widthM: swathM,
          headland,
          marginM,
          drones: testingDrones(1, { tankL: 60, enduranceS: 3_000 }),
        }),
      )
      expect(coverage.coveredM2 / (widthM * lengthM)).toBeGreaterThanOrEqual(one.coveredAtLeast)
      expect(coverage.groundM2 / (widthM * lengthM)).toBeCloseTo(1, 3)
      expect(coverage.dryM2 / coverage.groundM2).toBeLessThan(0.02)
    },
  )
})

describe('a plan', () => {
  test('reports and draws places too narrow for its swath', () => {
    // a spike 40 m long and 3 m wide on a square
    const spiked = ringOf([
      [0, 0],
      [80, 0],
      [80, 38],
      [120, 38],
      [120, 41],
      [80, 41],
      [80, 80],
      [0, 80],
    ])
    const { coverage } = planned(testingSettings({ plots: [[[spiked]]], marginM: 0 }))
    expect(coverage.unreachableM2).toBeGreaterThan(100)
    expect(coverage.unreachableM2).toBeLessThan(150)
    const east = coverage.dryRings.flat().map(([lng]) => lng)
    expect(Math.max(...east)).toBeGreaterThan(at(119, 0)[0])
  })

  test('does not report ground that gets no dose', () => {
    const whole = planned(testingSettings()).coverage
    const west = ringOf([
      [0, 0],
      [150, 0],
      [150, 200],
      [0, 200],
    ])
    const half = planned(testingSettings({ doseZones: [{ parts: [[west]], doseLHa: 0 }] })).coverage
    expect(half.groundM2 / whole.groundM2).toBeCloseTo(0.5, 1)
    expect(half.dryM2 / half.groundM2).toBeLessThan(0.02)
  })

  test('has no two waypoints of a flight nearer than half a metre', () => {
    for (let seed = 1; seed <= runs; seed++) {
      const settings = { ...randomSettings(seed), headland: true, transitHeightM: 3.2 }
      for (const { sorties } of planned(settings).shares)
        for (const { points, strips } of sorties) {
          const plane = new LocalPlane(...points[0]!.at)
          for (const [i, point] of points.slice(1).entries()) {
            const [x, y] = plane.toPlane(point.at)
            const [px, py] = plane.toPlane(points[i]!.at)
            const upM = point.heightM - points[i]!.heightM
            expect(Math.hypot(x - px, y - py, upM)).toBeGreaterThanOrEqual(0.5)
          }
          for (const { from, to } of strips) {
            const [x, y] = plane.toPlane(to)
            const [px, py] = plane.toPlane(from)
            expect(Math.hypot(x - px, y - py)).toBeGreaterThanOrEqual(0.49)
          }
        }
    }
  })
})
