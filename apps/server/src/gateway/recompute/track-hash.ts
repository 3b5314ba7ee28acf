import { encodeTrack } from '@swath/domain/track-columns'
import { workerJob } from '../../platform/workers/workers.ts'
import { DamagedTrack, sha256, unpackPoints } from '../tracks/public.ts'

/** Hash of a record's track, from the stored points; null if they are damaged. */
export const hashTrack = (packed: Uint8Array): Uint8Array | null => {
  try {
    return sha256(encodeTrack(unpackPoints(packed)))
  } catch (error) {
    if (error instanceof DamagedTrack) return null
    throw error
  }
}

const hashInWorker = workerJob<typeof hashTrack>({
  name: 'track-hash',
  module: new URL('./track-hash.job.ts', import.meta.url),
  deadlineMs: 60_000,
})

/** Longer tracks would block the event loop; their length depends on the device. */
const pointsAtOnce = 10_000

export const readTrackHash = async (
  { columns, point_count: pointCount }: { columns: Uint8Array; point_count: number },
  asking: { owner: string; signal?: AbortSignal },
): Promise<Uint8Array | null> =>
  pointCount > pointsAtOnce ? hashInWorker(columns, asking) : hashTrack(columns)
