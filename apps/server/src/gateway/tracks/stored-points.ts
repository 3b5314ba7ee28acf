import { canonicalPoints } from '@swath/domain/canonical-points'
import { PointColumns } from '@swath/domain/telemetry-point'
import type { TimeRange } from '@swath/domain/time-range'
import { unpackPoints } from './chunk.ts'

/** Packed as in the database; the number of points is known without unpacking. */
export type StoredPoints = {
  chunks: readonly Uint8Array[]
  pointCount: number
  /** Null: the single chunk is the result, in order and without repeats. */
  within: TimeRange | null
}

/** In order and without repeats. @throws if a chunk is damaged */
export const pointsIn = ({ chunks, within }: StoredPoints): PointColumns => {
  if (within === null) return unpackPoints(chunks[0]!)
  const all = new PointColumns(1024)
  for (const chunk of chunks) all.appendAll(unpackPoints(chunk))
  const sorted = canonicalPoints(all)
  const times = sorted.tMs.subarray(0, sorted.length)
  const first = times.findIndex((tMs) => tMs >= within.fromMs)
  const after = times.findIndex((tMs) => tMs > within.untilMs)
  return first < 0 ? new PointColumns(1) : sorted.slice(first, after < 0 ? sorted.length : after)
}
