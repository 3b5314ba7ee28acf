import { describe, expect, test } from 'vitest'
import type { DeviceEvent } from './device-event.ts'
import { LocalPlane } from './lng-lat.ts'
import { detectSorties } from './sortie-detector.ts'
import { PointColumns, type TelemetryPoint } from './telemetry-point.ts'
import { samplePoint, seeded, T0 } from './track-samples.ts'
import { computeWorkRecord } from './work-record.ts'

const plane = new LocalPlane(116.39, 39.9)

/** Five passes of 100 m at 5 m/s side by side, a point a second, the clock set back in the third. */
const flight = (backMs: number): TelemetryPoint[] =>
  Array.from({ length: 5 * 21 }, (_, i) => {
    const [pass, along] = [Math.floor(i / 21), i % 21]
    const [lng, lat] = plane.fromPlane((pass % 2 === 0 ? along : 20 - along) * 5, pass * 5)
    return samplePoint({
      tMs: T0 + i * 1000 - (i >= 50 ? backMs : 0),
      lng,
      lat,
      speedMs: 5,
      swathWidthM: 5,
      seq: i + 1,
    })
  })
const event = (type: 'takeoff' | 'landing', tMs: number, seq: number): DeviceEvent => ({
  type,
  tMs,
  boot: 'k3f9',
  seq,
  number: 3,
  claimedAreaM2: null,
  pilotId: null,
  cropId: null,
  chemical: null,
  plotId: null,
})
const buildEvents = (backMs: number) => [
  event('takeoff', T0 - 1000, 0),
  event('landing', T0 + 106_000 - backMs, 200),
]
const solve = (points: Iterable<TelemetryPoint>, backMs: number) => {
  const result = detectSorties(PointColumns.of(points), buildEvents(backMs), { asOfMs: T0 + 1e7 })
  return {
    result,
    records: result.spans.map((span) =>
      computeWorkRecord(span, result.points, { defaultSwathWidthM: 5 }),
    ),
  }
}
const listTimes = ({ points }: { points: PointColumns }) => [
  ...points.tMs.subarray(0, points.length),
]

describe('a clock that is set back in the air', () => {
  const whole = solve(flight(0), 0).records[0]!

  test.each([2, 60, 300])('by %s s: one flight, its whole area, nothing rejected', (seconds) => {
    const { result, records } = solve(flight(seconds * 1000), seconds * 1000)
    expect([records.length, result.rejected.length, result.points.length]).toEqual([1, 0, 105])
    expect(records[0]).toMatchObject({
      coveredM2: whole.coveredM2,
      sprayL: whole.sprayL,
      durationS: whole.durationS,
      endMs: T0 + 106_000 - seconds * 1000,
    })
  })

  test('the result is the same for points that are shuffled, sent twice, or recomputed from storage', () => {
    const random = seeded(7)
    const points = flight(60_000)
    const { result } = solve(points, 60_000)
    const shuffled = [...points, ...points].sort(() => random() - 0.5)
    expect(listTimes(solve(shuffled, 60_000).result)).toEqual(listTimes(result))
    const stored = result.points.slice(0, result.points.length)
    stored.appendAll(PointColumns.of(points.slice(10, 70)))
    const again = detectSorties(stored, buildEvents(60_000), { asOfMs: T0 + 1e7 })
    expect(listTimes(again)).toEqual(listTimes(result))
  })

  test('twice', () => {
    const points = flight(60_000).map((p, i) => (i < 80 ? p : { ...p, tMs: p.tMs - 30_000 }))
    const { result, records } = solve(points, 90_000)
    expect([records.length, result.rejected.length]).toEqual([1, 0])
    expect(records[0]!.coveredM2).toBe(whole.coveredM2)
  })

  test('numbers out of order, or positions far apart, correct nothing', () => {
    const renumbered = flight(0).map((p, i) => ({ ...p, seq: (i * 37) % 105 }))
    expect(listTimes(solve(renumbered, 0).result)).toEqual(listTimes(solve(flight(0), 0).result))
    const elsewhere = flight(60_000).map((p, i) => (i < 50 ? p : { ...p, lat: p.lat + 0.1 }))
    // points far away from the rest are still rejected
    expect(solve(elsewhere, 60_000).result.rejected.length).toBeGreaterThan(0)
  })
})
