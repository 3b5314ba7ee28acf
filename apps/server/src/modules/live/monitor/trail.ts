// The last minutes of a flight, for the map.
import type { MonitorDroneDetail } from '@swath/contract/live/monitor'
import { sprays } from '@swath/domain/spray-path'
import type { PointColumns } from '@swath/domain/telemetry-point'
import type { WorkMode } from '@swath/domain/figures'
import { pointsIn, type StoredPoints } from '../../../gateway/tracks/public.ts'
import { workerJob } from '../../../platform/workers/workers.ts'

const workModes = [1, 2, 3, 4, 5] as const satisfies readonly WorkMode[]

const newestMode = (points: PointColumns): WorkMode | null => {
  for (let row = points.length - 1; row >= 0; row--) {
    const reported = workModes.find((mode) => mode === points.mode[row])
    if (reported !== undefined) return reported
  }
  return null
}

type Trail = {
  trail: MonitorDroneDetail['trail']
  /** From the newest point that has a work mode. */
  workMode: WorkMode | null
}

export const noTrail: Trail = {
  trail: { recordTime: [], lng: [], lat: [], spraying: [] },
  workMode: null,
}

export const trailIn = (stored: StoredPoints): Trail => {
  const points = pointsIn(stored)
  const rows = [...Array(points.length).keys()]
  return {
    trail: {
      recordTime: rows.map((row) => points.tMs[row]!),
      lng: rows.map((row) => points.lng[row]!),
      lat: rows.map((row) => points.lat[row]!),
      spraying: rows.map((row) => sprays(points, row)),
    },
    workMode: newestMode(points),
  }
}

const trailInWorker = workerJob<typeof trailIn>({
  name: 'monitor-trail',
  module: new URL('./trail.job.ts', import.meta.url),
  deadlineMs: 30_000,
})

/**
 * More points may block the event loop for too long. Chunks are unpacked completely, even if little
 * of them is in the trail.
 */
const pointsAtOnce = 10_000

export const readTrail = async (
  stored: StoredPoints,
  asking: { owner: string; signal: AbortSignal },
): Promise<Trail> =>
  stored.pointCount > pointsAtOnce ? trailInWorker(stored, asking) : trailIn(stored)
