import { describe, expect, test } from 'vitest'
import { planGroup } from './plan-group.ts'
import type { GroupPlan, PlanSettings } from './plan.ts'
import {
  at,
  createRandom,
  findMissed,
  lineLengths,
  measureBeyond,
  measureClear,
  measureNearest,
  randomField,
  ringOf,
  testingDrones,
  testingSettings,
} from './testing-fields.ts'

const planned = (settings: PlanSettings): GroupPlan => {
  const result = planGroup(settings)
  if (!result.ok) throw new Error(result.problem)
  return result.plan
}

const spreadOf = ({ shares }: GroupPlan): number => {
  const lengths = shares.map(({ sprayM }) => sprayM)
  return Math.max(...lengths) - Math.min(...lengths)
}

describe('a plan over fields of any outline', () => {
  const cases = Array.from({ length: 12 }, (_, i) => ({
    seed: i + 1,
    count: 1 + (i % 5),
    headland: i % 3 === 2,
  }))
  test.each(cases)('field $seed, $count drones, lap $headland', ({ seed, count, headland }) => {
    const settings = testingSettings({
      plots: [randomField(seed)],
      drones: testingDrones(count),
      headland,
      obstacles: [{ shape: [at(15, 40)], marginM: 6 }],
      windFromDeg: seed % 2 === 0 ? 45 * seed : null,
    })
    const plan = planned(settings)
    expect(measureBeyond(plan, settings)).toBeLessThan(0.03)
    expect(findMissed(plan, settings, 400, createRandom(seed))).toEqual([])
    expect(measureNearest(plan)).toBeGreaterThanOrEqual(settings.separationM)
    expect(measureClear(plan, settings)).toBeGreaterThan(-0.3)
    if (!headland) expect(spreadOf(plan)).toBeLessThanOrEqual(Math.max(...lineLengths(plan)))
    for (const { sorties } of plan.shares)
      for (const { sprayL, points } of sorties) {
        expect(sprayL).toBeLessThanOrEqual(30.001)
        expect(points.at(-1)!.tS - points[0]!.tS).toBeLessThanOrEqual(800.2)
        expect(points.length).toBeLessThanOrEqual(2_000)
      }
    const { sprayL, sprayM } = plan.totals
    expect(sprayL).toBeCloseTo((sprayM * settings.widthM * settings.doseLHa) / 10_000, 3)
  })
})

describe('a plan over a plain field', () => {
  test('runs along the longer side, or along the requested edge', () => {
    expect(planned(testingSettings()).bearingDeg).toBeCloseTo(90, 3)
    expect(planned(testingSettings({ alignEdgeIndex: 1 })).bearingDeg).toBeCloseTo(0, 3)
  })

  test('begins downwind and works against the wind', () => {
    const first = (windFromDeg: number) =>
      planned(testingSettings({ windFromDeg, drones: testingDrones(1) })).shares[0]!.sorties[0]!
        .strips[0]!.from[1]
    expect(first(0)).toBeLessThan(first(180))
  })

  test('starts with lines that a person drew', () => {
    const plan = planned(testingSettings({ cuts: [5, 30] }))
    expect(plan.cuts).toEqual([5, 30])
    const lines = plan.shares.map(({ sorties }) =>
      sorties.flatMap(({ strips }) => strips.map(({ line }) => line)),
    )
    expect(Math.max(...lines[0]!)).toBe(4)
    expect(Math.min(...lines[1]!)).toBe(5)
    expect(Math.max(...lines[1]!)).toBe(29)
  })

  test('continues where the tank was empty', () => {
    const plan = planned(testingSettings({ drones: testingDrones(1, { tankL: 10 }) }))
    const { sorties } = plan.shares[0]!
    expect(sorties.length).toBeGreaterThan(10)
    for (const [i, { strips, end }] of sorties.entries()) {
      const next = sorties[i + 1]?.strips[0]
      if (!next || end !== 'tank') continue
      const [lng, lat] = strips.at(-1)!.to
      const isSame =
        Math.hypot((next.from[0] - lng) * 96_000, (next.from[1] - lat) * 111_000) < 0.01
      // otherwise a whole strip was left for the next flight
      expect(isSame || next.line !== strips.at(-1)!.line).toBe(true)
    }
  })

  test('plans two plots, each drone from the nearer place', () => {
    const second = ringOf([
      [400, 0],
      [600, 0],
      [600, 200],
      [400, 200],
    ])
    const plan = planned(
      testingSettings({
        plots: [...testingSettings().plots, [[second]]],
        refillPlaces: [at(620, 100)],
        drones: testingDrones(2),
      }),
    )
    expect(plan.shares[0]!.place[0]).toBeLessThan(at(100, 0)[0])
    expect(plan.shares[1]!.place[0]).toBeGreaterThan(at(500, 0)[0])
  })

  test('applies the dose of each zone, and none where none is wanted', () => {
    const half = ringOf([
      [0, 0],
      [150, 0],
      [150, 200],
      [0, 200],
    ])
    const strip = ringOf([
      [150, 0],
      [180, 0],
      [180, 200],
      [150, 200],
    ])
    const settings = testingSettings({
      doseZones: [
        { parts: [[half]], doseLHa: 30 },
        { parts: [[strip]], doseLHa: 0 },
      ],
    })
    const plan = planned(settings)
    const strips = plan.shares.flatMap(({ sorties }) => sorties.flatMap((one) => one.strips))
    expect(new Set(strips.map(({ doseLHa }) => doseLHa))).toEqual(new Set([18, 30]))
    const west = strips.filter(({ doseLHa }) => doseLHa === 30)
    expect(Math.max(...west.flatMap(({ from, to }) => [from[0], to[0]]))).toBeLessThan(
      at(150.1, 0)[0],
    )
    const east = strips.filter(({ doseLHa }) => doseLHa === 18)
    expect(Math.min(...east.flatMap(({ from, to }) => [from[0], to[0]]))).toBeGreaterThan(
      at(179.9, 0)[0],
    )
  })

  test.each([null, 0])('a wedge that holds one strip in its middle is planned, edge %s', (edge) => {
    const wedge = ringOf([
      [121.9, 3.2],
      [-121.6, 7.6],
      [-121.9, -3.5],
      [121.6, -7.6],
    ])
    const plan = planned(
      testingSettings({ plots: [[[wedge]]], home: at(121.9, 3.2), alignEdgeIndex: edge }),
    )
    expect(plan.shares.reduce((sum, { sprayM }) => sum + sprayM, 0)).toBeGreaterThan(150)
  })

  test('reports what cannot be planned', () => {
    const tiny = ringOf([
      [0, 0],
      [4, 0],
      [4, 4],
    ])
    expect(planGroup(testingSettings({ plots: [[[tiny]]] }))).toEqual({
      ok: false,
      problem: 'too_small',
    })
    // no area at all, so no height for rows
    for (const corners of [
      [
        [0, 0],
        [100, 0],
        [200, 0],
      ],
      [
        [0, 0],
        [100, 50],
        [200, 100],
      ],
    ] as const)
      expect(planGroup(testingSettings({ plots: [[[ringOf([...corners])]]] }))).toEqual({
        ok: false,
        problem: 'too_small',
      })
    expect(planGroup(testingSettings({ home: at(-9_000, 0) }))).toEqual({
      ok: false,
      problem: 'too_far',
    })
  })
})
