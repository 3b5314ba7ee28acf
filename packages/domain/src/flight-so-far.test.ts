import { describe, expect, test } from 'vitest'
import { FlightSoFar } from './flight-so-far.ts'
import { LocalPlane } from './lng-lat.ts'
import { detectSorties } from './sortie-detector.ts'
import { PointColumns } from './telemetry-point.ts'
import { samplePoint, seeded, T0 } from './track-samples.ts'
import { computeWorkRecord } from './work-record.ts'

const plane = new LocalPlane(116.39, 39.9)

/** Back and forth over 150 m, 5 m apart at 5.5 m of swath, pump off in the turns, a point a second. */
const field = (headingDeg: number, passes: number, noiseM = 0): PointColumns => {
  const random = seeded(7)
  const [cos, sin] = [
    Math.cos((headingDeg * Math.PI) / 180),
    Math.sin((headingDeg * Math.PI) / 180),
  ]
  const points = new PointColumns()
  for (let line = 0; line < passes; line++) {
    for (let step = 0; step <= 25; step++) {
      const x = (line % 2 ? 25 - step : step) * 6 + (random() - 0.5) * noiseM
      const y = line * 5 + (random() - 0.5) * noiseM
      const [lng, lat] = plane.fromPlane(x * cos - y * sin, x * sin + y * cos)
      const pumpOn = step > 0 && step < 25
      points.append(
        samplePoint({
          tMs: T0 + (line * 26 + step) * 1000,
          lng,
          lat,
          speedMs: 6,
          swathWidthM: 5.5,
          pumpOn,
          flowLMin: pumpOn ? 3 : 0,
          tankL: 40 - line,
        }),
      )
    }
  }
  return points
}

const inParts = (points: PointColumns, size: number): FlightSoFar => {
  const flight = new FlightSoFar(points.tMs[0]!, 5)
  for (let at = 0; at < points.length; at += size)
    expect(flight.add(points.slice(at, at + size))).toBe(true)
  return flight
}

const recordOf = (points: PointColumns) => {
  const { spans, points: kept } = detectSorties(points, [], { asOfMs: T0 + 1e9 })
  return computeWorkRecord({ ...spans[0]!, fromIndex: 0, toIndex: kept.length }, kept, {
    defaultSwathWidthM: 5,
  })
}

describe('a flight so far', () => {
  test.each([
    [0, 0],
    [17, 0],
    [45, 0],
    [30, 1.2],
  ])('heading %d°, noise %d m: the figures of its record, however it came', (heading, noise) => {
    const points = field(heading, 20, noise)
    const record = recordOf(points)
    for (const size of [1, 5, 7, points.length]) {
      const got = inParts(points, size).figures()!
      expect(got).toMatchObject({
        distanceM: record.distanceM,
        spraySeconds: record.spraySeconds,
        sprayL: record.sprayL,
        pointCount: points.length,
      })
      expect(Math.abs(got.coveredM2 / record.coveredM2 - 1)).toBeLessThan(0.01)
      expect(Math.abs(got.sweptM2 / record.sweptM2 - 1)).toBeLessThan(noise ? 0.05 : 0.01)
    }
  })

  test('grows with each part, and ground sprayed again is counted once', () => {
    const points = field(17, 6)
    const flight = new FlightSoFar(T0, 5)
    let before = 0
    for (let at = 0; at < points.length; at += 26) {
      flight.add(points.slice(at, at + 26))
      expect(flight.figures()!.coveredM2).toBeGreaterThan(before + 600)
      before = flight.figures()!.coveredM2
    }
    const again = points.slice(0, points.length)
    for (let i = 0; i < again.length; i++) again.tMs[i]! += 200_000
    flight.add(again)
    expect(flight.figures()!.coveredM2).toBeCloseTo(before, -1)
  })

  test('an unreachable place is not counted; older points are reported as missing', () => {
    const points = field(0, 2)
    const flight = new FlightSoFar(T0, 5)
    flight.add(points.slice(0, 10))
    const wild = points.slice(10, 11)
    wild.lng[0] = 117
    expect(flight.add(wild)).toBe(true)
    expect(flight.figures()!.pointCount).toBe(10)
    flight.add(points.slice(20, 30))
    expect(flight.add(points.slice(12, 14))).toBe(false)
    expect(flight.add(points.slice(29, 30))).toBe(true) // the newest one repeated
    expect(flight.figures()!.pointCount).toBe(20)
  })

  test('points before its start belong to another flight', () => {
    const points = field(0, 2)
    const flight = new FlightSoFar(T0 + 30_000, 5)
    flight.add(points)
    expect(flight.figures()).toMatchObject({ pointCount: 22, endMs: T0 + 51_000 })
  })
})
