// How the points of a stretch are split into chunks.
import type { SortieResult, SortieSpan } from '@swath/domain/sortie-detector'
import { PointColumns } from '@swath/domain/telemetry-point'
import { encodeTrack } from '@swath/domain/track-columns'
import { splitActivityWindows } from '@swath/domain/track-conflicts'
import { uuidFromHash } from '../../platform/database/uuid.ts'
import { sha256 } from '../tracks/public.ts'
import type { NewChunk } from './recompute.queries.ts'

export type Track = {
  chunk: Omit<NewChunk, 'columns'>
  /** A copy, because a day of them takes much memory. */
  copyPoints: () => PointColumns
  hash: Buffer
}
export type Flown = { readonly id: string; readonly span: SortieSpan }

/** Points between the flights are split at full hours. */
const groundMs = 3_600_000

/**
 * Every point once: one chunk for each closed sortie, the rest in separate chunks, with
 * rejected points apart.
 */
export const layOutTracks = (
  droneId: string,
  flights: readonly Flown[],
  { points, rejected }: SortieResult,
): Track[] => {
  const tracks: Track[] = []
  const add = (
    all: PointColumns,
    from: number,
    to: number,
    sortieId: string | null,
    isRejected: boolean,
  ): void => {
    const part = all.slice(from, to)
    if (part.length === 0) return
    const hash = sha256(encodeTrack(part))
    const id = uuidFromHash(sha256(JSON.stringify([droneId, sortieId, isRejected]), hash))
    tracks.push({
      copyPoints: () => all.slice(from, to),
      hash,
      chunk: {
        id,
        sortieId,
        rejected: isRejected,
        fromMs: part.tMs[0]!,
        untilMs: part.tMs[part.length - 1]!,
        pointCount: part.length,
      },
    })
  }
  const addGround = (from: number, to: number): void => {
    for (let start = from; start < to;) {
      const hour = Math.floor(points.tMs[start]! / groundMs)
      let end = start + 1
      while (end < to && Math.floor(points.tMs[end]! / groundMs) === hour) end++
      add(points, start, end, null, false)
      start = end
    }
  }
  let at = 0
  for (const { id, span } of flights) {
    if (span.state === 'open') continue
    addGround(at, span.fromIndex)
    add(points, span.fromIndex, span.toIndex, id, false)
    at = Math.max(at, span.toIndex)
  }
  addGround(at, points.length)
  const apart = PointColumns.of(rejected.map((one) => one.point))
  for (const { from, to } of splitActivityWindows(apart)) add(apart, from, to, null, true)
  return tracks
}
