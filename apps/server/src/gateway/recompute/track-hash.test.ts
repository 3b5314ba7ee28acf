import { expect, test } from 'vitest'
import { PointColumns } from '@swath/domain/telemetry-point'
import { encodeTrack } from '@swath/domain/track-columns'
import { countTurns } from '../../platform/workers/testing-turns.ts'
import { pack } from '../tracks/public.ts'
import { readTrackHash, hashTrack } from './track-hash.ts'

test('the track of a long flight is hashed in a worker, with the same result', async () => {
  const count = 60_000
  const points = PointColumns.of(
    Array.from({ length: count }, (_, i) => ({
      tMs: 1_780_000_000_000 + i * 100,
      lng: 120.15 + (i * 5) / 96_262,
      lat: 30.25,
      heightM: 3,
      speedMs: 5,
      headingDeg: 90,
      flowLMin: 2.4,
      pumpOn: true,
      swathWidthM: 5.5,
      tankL: 10,
      batteryPercent: 80,
      linkPercent: 90,
      fix: 3,
      satellites: 20,
      mode: 3,
      boot: 'k1',
      seq: i,
    })),
  )
  const columns = pack(encodeTrack(points))
  const atOnce = Buffer.from(hashTrack(columns)!)
  const stop = countTurns()
  const inWorker = await readTrackHash({ columns, point_count: count }, { owner: 'D-1' })
  const turns = stop()
  expect(atOnce.equals(inWorker!)).toBe(true)
  expect(turns).toBeGreaterThan(100)
})
