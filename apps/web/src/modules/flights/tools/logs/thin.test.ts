import { PointColumns } from '@swath/domain/telemetry-point'
import { describe, expect, test } from 'vitest'
import { thinTrack } from './log-session.ts'
import { thin } from './thin.ts'

const series = (tMs: number[], values: number[]) => ({
  name: 'A.b',
  unit: null,
  absolute: true,
  tMs: Float64Array.from(tMs),
  values: Float64Array.from(values),
})

describe('reducing the samples of a curve', () => {
  test('few samples are kept, in order of time, without non-finite values', () => {
    expect(thin(series([3, 1, 2, 4], [30, 10, NaN, 40]), 100)).toMatchObject({
      tMs: [1, 3, 4],
      values: [10, 30, 40],
      minimum: 10,
      maximum: 40,
    })
    expect(thin(series([1, 2], [NaN, NaN]), 100)).toBeNull()
  })
  test('peaks of a hundred thousand samples are preserved', () => {
    const count = 100_000
    const values = Array.from({ length: count }, (_, i) => Math.sin(i / 500))
    values[77_777] = 50
    values[12_345] = -50
    const got = thin(
      series(
        values.map((_, i) => i * 10),
        values,
      ),
      2_000,
    )!
    expect(got.values.length).toBeLessThanOrEqual(2_010)
    expect(Math.max(...got.values.filter((value) => value !== null))).toBe(50)
    expect(Math.min(...got.values.filter((value) => value !== null))).toBe(-50)
    expect(got.tMs.every((time, i) => i === 0 || time >= got.tMs[i - 1]!)).toBe(true)
  })
  test('a silence is a gap, a low sample rate is not', () => {
    expect(thin(series([0, 100, 200, 60_000, 60_100], [1, 1, 1, 2, 2]), 100)!.values).toEqual([
      1,
      1,
      1,
      null,
      2,
      2,
    ])
    expect(thin(series([0, 10_000, 20_000, 30_000], [1, 1, 1, 2]), 100)!.values).toEqual([
      1, 1, 1, 2,
    ])
  })
})

test('a long track keeps its ends, its corners and the points where the pump is switched', () => {
  const points = PointColumns.of(
    Array.from({ length: 30_000 }, (_, i) => ({
      tMs: i * 100,
      lng: 120 + Math.floor(i / 1000) * 1e-5 + (i % 1000) * 1e-6,
      lat: 30,
      heightM: null,
      speedMs: null,
      headingDeg: null,
      flowLMin: null,
      pumpOn: i > 14_999,
      swathWidthM: null,
      tankL: null,
      batteryPercent: null,
      linkPercent: null,
      fix: null,
      satellites: null,
      mode: null,
      boot: null,
      seq: null,
    })),
  )
  const track = thinTrack(points, 2_000)!
  expect(track.tMs.length).toBeLessThanOrEqual(2_000)
  expect([track.tMs[0], track.tMs.at(-1)]).toEqual([0, 2_999_900])
  expect(track.tMs[track.pumpOn.indexOf(true)]).toBe(1_500_000)
  expect(thinTrack(new PointColumns(), 10)).toBeNull()
})
