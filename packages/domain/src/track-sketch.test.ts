import { expect, test } from 'vitest'
import { PointColumns } from './telemetry-point.ts'
import { seeded, sprayingTrack, T0 } from './track-samples.ts'
import { commonShare, sketchTrack } from './track-sketch.ts'

const flown = (seed: number, startMs = T0) => sprayingTrack({ minutes: 8, hz: 1, seed, startMs })
const sketch = (points: ReturnType<typeof flown>): number[] => {
  const columns = PointColumns.of(points)
  return sketchTrack(columns, 0, columns.length)
}

test('a copy is known set to another time, under another drone, thinned, cut and shuffled', () => {
  const own = sketch(flown(1))
  const copy = flown(1, T0 + 3 * 86_400_000).map((point) => ({ ...point, boot: 'other' }))
  const random = seeded(7)
  expect(commonShare(own, sketch(copy))).toBe(1)
  expect(commonShare(own, sketch(copy.toSorted(() => random() - 0.5)))).toBe(1)
  expect(commonShare(own, sketch(copy.slice(0, 420)))).toBeGreaterThan(0.6)
  expect(commonShare(own, sketch(copy.filter((_point, i) => i % 8 > 0)))).toBeGreaterThan(0.6)
})

test('two flights of one route by RTK are two tracks', () => {
  expect(commonShare(sketch(flown(1)), sketch(flown(2)))).toBe(0)
})

test('a track of few positions, or of a drone that does not move, has no sketch', () => {
  expect(sketch(flown(1).slice(0, 30))).toEqual([])
  expect(sketch(flown(1).map((point) => ({ ...point, lng: 116.39, lat: 39.9 })))).toEqual([])
  expect(commonShare([], [])).toBe(0)
})
