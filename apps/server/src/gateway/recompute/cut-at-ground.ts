// Finds where an activity window may be cut, so that this morning's flights are not recomputed for
// tonight's: a drone that reports from the ground all day has one activity window a day. The
// stretch from the cut gives the same result as the whole activity window, and the part before it
// does not change. Each condition below names state of the detector, or of the comparison of
// points, that would otherwise cross the cut.
import { isAirborne } from '@swath/domain/anomaly-rules'
import type { DeviceEvent } from '@swath/domain/device-event'
import { type SortieResult } from '@swath/domain/sortie-detector'
import { SILENCE_MS } from '@swath/domain/flight-state'
import type { PointColumns } from '@swath/domain/telemetry-point'
import type { ChunkHeader, StoredHeaders } from './activity-windows.ts'

export type SortieHeader = {
  startMs: number
  endMs: number
  state: 'open' | 'closed'
  boot: string | null
  number: number | null
}

/**
 * A flight continues over a shorter time on the ground, and a late event arrives within less: at
 * least twice MERGE_MS.
 */
const groundMs = 60_000
/**
 * A landing found in the points is decided within this time, also for a drone that does not report
 * its height.
 */
const decidedMs = 30_000

/** Start of the new data: new chunks and events, and flights without an end. */
export const newSince = (
  { chunks, events }: StoredHeaders,
  sorties: readonly SortieHeader[],
): number =>
  Math.min(
    ...chunks.filter((chunk) => !chunk.derived).map((chunk) => chunk.fromMs),
    ...events.filter((event) => !event.derived).map((event) => event.tMs),
    ...sorties.filter((sortie) => sortie.state === 'open').map((sortie) => sortie.startMs),
  )

/**
 * Stretches on the ground at whose start the activity window may be cut, latest first. New points
 * may lead to the acceptance of points rejected anywhere in the activity window, and the reverse:
 * if any were rejected, there is no cut.
 */
export const groundBefore = (
  chunks: readonly ChunkHeader[],
  sorties: readonly SortieHeader[],
  newMs: number,
): ChunkHeader[] => {
  if (chunks.some((chunk) => chunk.rejected)) return []
  return chunks
    .filter(
      ({ sortieId, derived, fromMs }) =>
        sortieId === null &&
        derived &&
        // A landing without a number is reported up to 120 s after the flight: new data belongs to
        // no flight before the cut.
        fromMs + SILENCE_MS < newMs &&
        !sorties.some((sortie) => sortie.startMs < fromMs + groundMs && sortie.endMs >= fromMs),
    )
    .toSorted((a, b) => b.fromMs - a.fromMs)
}

/**
 * Whether the detector is on the ground after the first of these points of a stretch, regardless of
 * earlier points: the point contains its speed (otherwise it would be computed from the previous
 * point), is not airborne, and is not part of a second that is spread over several points; and a
 * landing before it is decided by a point older than the new data.
 */
export const settlesAtOnce = (ground: PointColumns, newMs: number): boolean => {
  const [fromMs, speedMs] = [ground.tMs[0]!, ground.speedMs[0]!]
  if (
    Number.isNaN(speedMs) ||
    isAirborne(ground.heightM[0]!, speedMs) ||
    !Number.isNaN(ground.spreadMs[0]!)
  )
    return false
  for (let i = 1; i < ground.length; i++)
    if (ground.tMs[i]! - fromMs >= decidedMs) return ground.tMs[i]! < newMs
  return false
}

/**
 * Boots (runs of the device's program) in these points that must not occur before the cut, because
 * two that overlap are two devices. All but the one that was running at the cut: it began earlier,
 * and in the full activity window too the others follow it.
 */
export const bootsOnlyHere = (points: PointColumns, newMs: number): Set<string> => {
  const boots = new Set<string>()
  let running: string | null = null
  for (let i = 0; i < points.length; i++) {
    const boot = points.bootAt(i)
    if (boot === null) continue
    if (boots.size === 0 && points.tMs[i]! < newMs) running = boot
    boots.add(boot)
  }
  if (running !== null) boots.delete(running)
  return boots
}

/**
 * Whether the result from the cut on is valid alone: it has no rejected points, and no new event
 * reports the landing of the previous flight (earlier reports are in that flight's record).
 */
export const standsAlone = (
  { spans, rejected }: SortieResult,
  events: readonly DeviceEvent[],
  before: SortieHeader | undefined,
  newMs: number,
): boolean => {
  if (rejected.length > 0) return false
  if (!before || before.number === null) return true
  const firstMs = spans[0]?.startMs ?? Infinity
  return !events.some(
    ({ type, tMs, number, boot }) =>
      type === 'landing' &&
      tMs >= newMs &&
      tMs <= firstMs &&
      number === before.number &&
      boot === before.boot,
  )
}
