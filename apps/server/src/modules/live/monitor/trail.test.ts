import { expect, test } from 'vitest'
import { slowness } from '@swath/domain/testing-slowness'
import { PointColumns } from '@swath/domain/telemetry-point'
import { encodeTrack } from '@swath/domain/track-columns'
import { pack } from '../../../gateway/tracks/public.ts'
import { watchStalls } from '../../../platform/workers/stalls.ts'
import { pointsEast } from '../../flights/flights/testing-rows.queries.ts'
import { readTrail, trailIn } from './trail.ts'

const startMs = Date.parse('2026-06-15T04:00:00Z')

test('a trail of many points is read in a worker, with the same result', async () => {
  const count = 300_000
  const points = PointColumns.of(
    pointsEast(startMs, count, (i) => ({ tMs: startMs + i * 4, mode: 2 })),
  )
  const stored = {
    chunks: [pack(encodeTrack(points))],
    pointCount: count,
    within: { fromMs: startMs + (count - 100) * 4, untilMs: startMs + count * 4 },
  }
  const atOnce = trailIn(stored)
  const stalls = watchStalls()
  const aside = await readTrail(stored, { owner: 'p', signal: new AbortController().signal })
  const { busyMs } = stalls.longest()
  stalls.stop()
  expect(aside).toEqual(atOnce)
  expect(aside.trail.recordTime).toHaveLength(100)
  expect(aside.workMode).toBe(2)
  expect(busyMs).toBeLessThan(100 * slowness())
})
