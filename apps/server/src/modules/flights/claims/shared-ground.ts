// Share of a flight's ground that another flight had sprayed before. Few points are computed in
// place, many in a thread.
import { alreadyCoveredShare } from '@swath/domain/covered-area'
import { pointsIn, type StoredPoints } from '../../../gateway/tracks/public.ts'
import { workerJob } from '../../../platform/workers/workers.ts'

type Sprayed = { stored: StoredPoints; swathWidthM: number }

/** Share of the later flight's ground, 0..1. */
export const computeShare = ({ earlier, later }: { earlier: Sprayed; later: Sprayed }): number => {
  const [before, own] = [earlier, later].map(({ stored, swathWidthM }) => {
    const points = pointsIn(stored)
    return { points, from: 0, to: points.length, defaultSwathWidthM: swathWidthM }
  })
  return alreadyCoveredShare([before!], own!)
}

const shareInWorker = workerJob<typeof computeShare>({
  name: 'shared-ground',
  module: new URL('./shared-ground.job.ts', import.meta.url),
  deadlineMs: 60_000,
  isLong: true,
})

/** Points of both flights together; computing takes some 10 ms. */
const pointsAtOnce = 4_000

export const shareOfGround = async (
  pair: { earlier: Sprayed; later: Sprayed },
  signal: AbortSignal,
): Promise<number> =>
  pair.earlier.stored.pointCount + pair.later.stored.pointCount > pointsAtOnce
    ? shareInWorker(pair, { owner: 'claims', signal })
    : computeShare(pair)
