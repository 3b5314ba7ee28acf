import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkPoint } from './point-validation.ts'
import type { TelemetryPoint } from './telemetry-point.ts'
import { samplePoint, T0 } from './track-samples.ts'

const check = (
  changes: Partial<TelemetryPoint>,
  context: Parameters<typeof checkPoint>[1] = { receivedAtMs: T0 },
) => {
  const result = checkPoint(samplePoint(changes), context)
  return result.ok ? 'ok' : result.reason
}
const MINUTE = 60_000

describe('point validation', () => {
  test('each reason', () => {
    expect(check({})).toBe('ok')
    expect(check({ lng: 116, lat: 39 })).toBe('ok')
    expect(check({ lng: NaN })).toBe('not_a_number')
    expect(check({ tMs: Infinity })).toBe('not_a_number')
    expect(check({ lng: 200, lat: 95 })).toBe('out_of_range')
    expect(check({ lng: 300 })).toBe('out_of_range')
    expect(check({ lng: 39.9, lat: 116.39 })).toBe('swapped_coordinates')
    expect(check({ lng: 0, lat: 0 })).toBe('null_island')
    expect(check({ lng: 0, lat: 51.5 })).toBe('ok')
    expect(check({ tMs: 1000 })).toBe('clock_unset')
    expect(check({ tMs: T0 - 401 * 86_400_000 })).toBe('too_old')
    expect(check({ tMs: T0 - 399 * 86_400_000 })).toBe('ok')
    expect(check({ tMs: T0 + 20 * 3_600_000 })).toBe('clock_future')
  })

  test('coordinates that are in the working area only if swapped are swapped', () => {
    const homeBounds = { minLng: 76, minLat: 20, maxLng: 80, maxLat: 24 }
    expect(check({ lng: 22, lat: 78 }, { receivedAtMs: T0, homeBounds })).toBe(
      'swapped_coordinates',
    )
    expect(check({ lng: 100, lat: 13 }, { receivedAtMs: T0, homeBounds })).toBe('ok')
  })

  test('over 100 m/s from the last good point is impossible; after two minutes any distance is accepted', () => {
    const last = { tMs: T0, lng: 116.39, lat: 39.9 }
    expect(check({ tMs: T0 + 1000, lat: 39.901 }, { receivedAtMs: T0, last })).toBe(
      'impossible_jump',
    )
    expect(check({ tMs: T0 + 2000, lat: 39.901 }, { receivedAtMs: T0, last })).toBe('ok')
    expect(check({ tMs: T0 - 1000, lat: 39.901 }, { receivedAtMs: T0, last })).toBe(
      'impossible_jump',
    )
    expect(check({ tMs: T0 + 121_000, lat: 41 }, { receivedAtMs: T0, last })).toBe('ok')
  })

  test('a clock in another zone is corrected by exactly its shift', () => {
    for (const hours of [1, 3.5, 5.5, 5.75, 8, 14]) {
      const shiftMs = hours * 60 * MINUTE
      for (const offMs of [-3 * MINUTE, 0, 3 * MINUTE]) {
        const result = checkPoint(samplePoint({ tMs: T0 + shiftMs + offMs }), { receivedAtMs: T0 })
        expect(result).toMatchObject({
          ok: true,
          point: { tMs: T0 + offMs, clockShiftMs: shiftMs },
        })
      }
    }
    expect(check({ tMs: T0 + 4 * MINUTE })).toBe('ok')
    expect(check({ tMs: T0 + 6 * MINUTE })).toBe('clock_future')
    expect(check({ tMs: T0 + 57 * 15 * MINUTE })).toBe('clock_future')
  })

  test('a clock that is minutes ahead is wrong, not in a zone of a quarter of an hour', () => {
    for (const minutes of [7, 8, 9, 15, 22, 30, 45, 56, 64, 75])
      expect(check({ tMs: T0 + minutes * MINUTE }), `${minutes} min`).toBe('clock_future')
  })

  test('a known shift is kept for data that is sent again later', () => {
    const tMs = T0 + 8 * 3_600_000
    const again = checkPoint(samplePoint({ tMs }), {
      receivedAtMs: T0 + 3_600_000,
      clockShiftMs: 8 * 3_600_000,
    })
    expect(again).toMatchObject({ ok: true, point: { tMs: T0, clockShiftMs: 8 * 3_600_000 } })
  })

  test('a measurement out of its range counts as not reported, the position is kept', () => {
    const result = checkPoint(
      samplePoint({ batteryPercent: 640, heightM: 1e300, headingDeg: -90, mode: 9 }),
      { receivedAtMs: T0 },
    )
    expect(result).toMatchObject({
      ok: true,
      point: { batteryPercent: null, heightM: null, headingDeg: 270, mode: null, lng: 116.39 },
    })
  })

  test('no input makes it throw, and accepted points are valid', () => {
    const anything = fc.record(
      Object.fromEntries(
        [...Object.keys(samplePoint()), 'commandedFlowLMin'].map((key) => [
          key,
          fc.oneof(fc.anything(), fc.double()),
        ]),
      ),
    )
    fc.assert(
      fc.property(anything, fc.double(), (point, receivedAtMs) => {
        const result = checkPoint(point as unknown as TelemetryPoint, { receivedAtMs })
        if (!result.ok) return
        expect(Math.abs(result.point.lng)).toBeLessThanOrEqual(180)
        expect(Math.abs(result.point.lat)).toBeLessThanOrEqual(90)
        expect(Number.isSafeInteger(result.point.tMs)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})
