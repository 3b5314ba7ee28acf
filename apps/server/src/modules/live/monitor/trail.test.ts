import { expect, test } from 'vitest'
import { PointColumns } from '@swath/domain/telemetry-point'
import { encodeTrack } from '@swath/domain/track-columns'
import { pack } from '../../../gateway/tracks/public.ts'
import { countTurns } from '../../../platform/workers/testing-turns.ts'
import { pointsEast } from '../../flights/flights/testing-rows.queries.ts'
import { readTrail, trailIn } from './trail.ts'

const startMs = Date.parse('2026-06-15T04:00:00Z')

test('a trail of many points is read in a worker, with the same result', async () => {
  const count = 60_000
  const points = PointColumns.of(
    pointsEast(startMs, count, (i) => ({ tMs: startMs + i * 4, mode: 2 })),
  )
  const stored = {
    chunks: [pack(encodeTrack(points))],
    pointCount: count,
    within: { fromMs: startMs + (count - 100) * 4, untilMs: startMs + count * 4 },
  }
  const atOnce = trailIn(stored)
  const stop = countTurns()
  const inWorker = await readTrail(stored, { owner: 'p', signal: new AbortController().signal })
  const turns = stop()
  expect(inWorker).toEqual(atOnce)
  expect(inWorker.trail.recordTime).toHaveLength(100)
  expect(inWorker.workMode).toBe(2)
  expect(turns).toBeGreaterThan(100)
})
