import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSprayed, simplifiedLine, listSprayRuns, sprays } from './spray-path.ts'
import { PointColumns } from './telemetry-point.ts'
import type { TelemetryPoint } from './telemetry-point.ts'
import { samplePoint, T0 } from './track-samples.ts'

/** Two points `seconds` apart, 6 m/s east. */
const pair = (seconds: number, a: Partial<TelemetryPoint> = {}, b: Partial<TelemetryPoint> = a) =>
  PointColumns.of([
    samplePoint({ speedMs: 6, ...a }),
    samplePoint({
      tMs: T0 + seconds * 1000,
      lng: 116.39 + (seconds * 6) / 85_390,
      speedMs: 6,
      ...b,
    }),
  ])

describe('parts that count as sprayed', () => {
  test('the pump at both ends; without a pump signal the flow decides', () => {
    const sprayed = (a: Partial<TelemetryPoint>, b?: Partial<TelemetryPoint>) =>
      isSprayed(pair(1, a, b), 1)
    expect(sprayed({})).toBe(true)
    expect(sprayed({}, { pumpOn: false })).toBe(false)
    expect(sprayed({ pumpOn: null, flowLMin: 2 })).toBe(true)
    expect(sprayed({ pumpOn: null, flowLMin: 0 })).toBe(false)
    expect(sprayed({ pumpOn: null, flowLMin: null })).toBe(false)
    expect(sprays(pair(1, { pumpOn: true, flowLMin: 0 }), 0)).toBe(true)
  })

  test('moving, and no longer apart than what the speed explains', () => {
    expect([1, 3, 5, 10, 15].map((s) => isSprayed(pair(s), 1))).toEqual([
      true,
      true,
      true,
      true,
      true,
    ])
    expect(isSprayed(pair(16), 1)).toBe(false)
    expect(isSprayed(pair(10, { speedMs: 11 }), 1)).toBe(false)
    expect(isSprayed(pair(10, { speedMs: null }), 1)).toBe(true)
    expect(isSprayed(pair(1, { speedMs: 0.3 }), 1)).toBe(false)
    expect(
      isSprayed(PointColumns.of([samplePoint(), samplePoint({ tMs: T0 + 1000, lat: 39.901 })]), 1),
    ).toBe(false)
    expect(isSprayed(pair(0), 1)).toBe(false)
  })

  test('runs end where the pump stops or the width changes', () => {
    const row = (s: number, changes: Partial<TelemetryPoint> = {}) =>
      samplePoint({ tMs: T0 + s * 1000, lng: 116.39 + (s * 6) / 85_390, ...changes })
    const points = PointColumns.of([
      row(0),
      row(1),
      row(2),
      row(3, { pumpOn: false }),
      row(4),
      row(5),
      row(6, { swathWidthM: 4 }),
      row(7, { swathWidthM: 4 }),
    ])
    expect(listSprayRuns(points, 0, 8, 5)).toEqual([
      { from: 0, to: 3, swathWidthM: 5.5 },
      { from: 4, to: 6, swathWidthM: 5.5 },
      { from: 5, to: 8, swathWidthM: 4 },
    ])
  })
})

describe('a line with fewer points', () => {
  test('keeps its ends and stays within the tolerance of every point left out', () => {
    const line = fc.array(
      fc.tuple(
        fc.double({ min: -50, max: 50, noNaN: true }),
        fc.double({ min: -1, max: 1, noNaN: true }),
      ),
      { minLength: 2, maxLength: 60 },
    )
    fc.assert(
      fc.property(line, fc.double({ min: 0.01, max: 5, noNaN: true }), (places, tolerance) => {
        const kept = simplifiedLine(Float64Array.from(places.flat()), tolerance)
        expect([...kept.subarray(0, 2), ...kept.subarray(-2)]).toEqual([
          ...places[0]!,
          ...places.at(-1)!,
        ])
        for (const [x, y] of places) {
          let nearest = Infinity
          for (let i = 0; i + 3 < kept.length; i += 2) {
            const [ax, ay, bx, by] = [kept[i]!, kept[i + 1]!, kept[i + 2]!, kept[i + 3]!]
            const length2 = (bx - ax) ** 2 + (by - ay) ** 2
            const t =
              length2 > 0
                ? Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length2))
                : 0
            nearest = Math.min(nearest, Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)))
          }
          expect(nearest).toBeLessThanOrEqual(tolerance + 1e-9)
        }
      }),
    )
  })
})
