import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPlausible, readPoint, showMeasurements } from './point-fields.ts'
import { checkPoint } from './point-validation.ts'
import {
  FIELD_ROWS,
  LIVE_ROWS,
  NO_LIVE_MEASUREMENTS,
  STORED_ROWS,
  writeMeasurements,
  type FieldRow,
} from './telemetry-fields.ts'
import { PointColumns, type TelemetryPoint } from './telemetry-point.ts'
import { anyPoint, samplePoint } from './track-samples.ts'

const checked = (point: TelemetryPoint): TelemetryPoint => {
  const result = checkPoint(point, { receivedAtMs: point.tMs })
  if (!result.ok) throw new Error(result.reason)
  return result.point
}

test('every field of the table is read as it was written', () => {
  fc.assert(
    fc.property(anyPoint(), (point) => {
      const read = readPoint(point, writeMeasurements(point))
      for (const { name } of FIELD_ROWS) expect(read[name] ?? null).toEqual(point[name] ?? null)
    }),
  )
})

test('every stored field of the table comes back from a row', () => {
  fc.assert(
    fc.property(anyPoint(), (point) => {
      const back = PointColumns.of([point]).at(0)
      for (const { name, stored } of STORED_ROWS) {
        const [reported, kept] = [point[name] ?? null, back[name] ?? null]
        if (typeof reported === 'number')
          expect(kept).toBeCloseTo(reported, Math.log10(stored.scale) - 1)
        else expect(kept).toBe(reported)
      }
    }),
  )
})

const wrong = ({ kind, range, most }: FieldRow): unknown[] => {
  if (kind === 'flag') return [1, 'on']
  if (kind === 'list') return [[], ['4'], Array.from({ length: most + 1 }, () => 4)]
  return typeof range === 'string' ? ['90', NaN] : [range![0] - 1, range![1] + 1, NaN, '1']
}

test.each(FIELD_ROWS)('$name outside its range counts as not reported', (row) => {
  for (const value of wrong(row)) {
    const point = { ...samplePoint(), [row.name]: value }
    expect(isPlausible(point)).toBe(false)
    expect(checked(point)[row.name]).toBeNull()
  }
})

test('an angle is taken modulo a full turn', () => {
  expect(checked(samplePoint({ headingDeg: -90 })).headingDeg).toBe(270)
  expect(checked(samplePoint({ headingDeg: 360 })).headingDeg).toBe(0)
})

test('a valid point is returned as it is, without a copy', () => {
  const point = samplePoint({ clockShiftMs: null })
  expect(checked(point)).toBe(point)
})

test('every live field of the table is shown as defined', () => {
  fc.assert(
    fc.property(anyPoint(), anyPoint(), (before, newest) => {
      const shown = { ...NO_LIVE_MEASUREMENTS }
      for (const point of [before, newest]) showMeasurements(shown, point)
      for (const { name, live } of LIVE_ROWS) {
        const earlier = live === 'last reported' ? (before[name] ?? null) : null
        expect(shown[name]).toEqual(newest[name] ?? earlier)
      }
    }),
  )
})
