import type { PointColumns } from '@swath/domain/telemetry-point'
import { splitActivityWindows } from '@swath/domain/track-conflicts'
import { uuidv7 } from '../../platform/database/uuid.ts'
import type { ChunkRow } from './checkpoint.queries.ts'
import { packPoints } from '../tracks/public.ts'

/** A drone's points as stored until their stretch is recomputed: one row per activity window. */
export const toChunkRows = (droneId: string, points: PointColumns, nowMs: number): ChunkRow[] => {
  if (points.length === 0) return []
  const sorted = isInOrder(points) ? points : points.sorted()
  return splitActivityWindows(sorted).map(({ from, to, startMs, endMs }) => ({
    droneId,
    id: uuidv7(nowMs),
    fromMs: startMs,
    untilMs: endMs,
    pointCount: to - from,
    columns: packPoints(from === 0 && to === sorted.length ? sorted : sorted.slice(from, to)),
  }))
}

/** Points are nearly always in order, which avoids sorting a copy. */
const isInOrder = ({ tMs, length }: PointColumns): boolean => {
  for (let i = 1; i < length; i++) if (tMs[i]! < tMs[i - 1]!) return false
  return true
}
