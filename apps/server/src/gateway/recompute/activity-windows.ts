// Time ranges of a drone that are recomputed independently, found without reading a point.
import type { TimeRange } from '@swath/domain/time-range'
import { ACTIVITY_GAP_MS } from '@swath/domain/track-conflicts'

/** A stored chunk without its points. */
export type ChunkHeader = TimeRange & {
  sortieId: string | null
  rejected: boolean
  /** True if a recomputation wrote it; false if a checkpoint did and it is unprocessed. */
  derived: boolean
  pointCount: number
}
export type EventHeader = {
  tMs: number
  type: 'takeoff' | 'landing' | 'disarm'
  boot: string
  number: number | null
  derived: boolean
}
export type StoredHeaders = { chunks: readonly ChunkHeader[]; events: readonly EventHeader[] }

/** A take-off and a landing further apart do not belong to one flight. */
export const pairMs = 86_400_000

const touches = (one: TimeRange, other: TimeRange): boolean =>
  one.fromMs <= other.untilMs && one.untilMs >= other.fromMs
/** The key shared by take-off and landing of one flight. */
const flightKey = ({ type, number, boot }: EventHeader): string | null =>
  type === 'disarm' || number === null ? null : `${number} ${boot}`

/**
 * The outermost times of take-offs and landings of the flights of these events. Reads each event
 * once, even if a device sends very many under one number.
 */
const findPartners = (near: readonly EventHeader[], all: readonly EventHeader[]): TimeRange[] => {
  const reaches = new Map<string, TimeRange>()
  for (const event of near) {
    const key = flightKey(event)
    if (key === null) continue
    const reach = reaches.get(key) ?? { fromMs: Infinity, untilMs: -Infinity }
    reach.fromMs = Math.min(reach.fromMs, event.tMs - pairMs)
    reach.untilMs = Math.max(reach.untilMs, event.tMs + pairMs)
    reaches.set(key, reach)
  }
  return all.flatMap((event) => {
    const reach = reaches.get(flightKey(event) ?? '')
    return reach && event.tMs >= reach.fromMs && event.tMs <= reach.untilMs
      ? [{ fromMs: event.tMs, untilMs: event.tMs }]
      : []
  })
}

/**
 * Grows a stretch until nothing stored is within 120 s of it, and no flight has its take-off inside
 * and its landing outside. Null if nothing is stored there. The headers must reach a day and 120 s
 * beyond the result.
 */
export const activityWindowAround = (
  { chunks, events }: StoredHeaders,
  seed: TimeRange,
): TimeRange | null => {
  let { fromMs, untilMs } = seed
  let found = false
  for (;;) {
    const reach = { fromMs: fromMs - ACTIVITY_GAP_MS, untilMs: untilMs + ACTIVITY_GAP_MS }
    const near = events.filter((event) => event.tMs >= reach.fromMs && event.tMs <= reach.untilMs)
    const touched = [
      ...chunks.filter((chunk) => touches(chunk, reach)),
      ...near.map(({ tMs }) => ({ fromMs: tMs, untilMs: tMs })),
      ...findPartners(near, events),
    ]
    if (touched.length === 0) return null
    const grown = touched.reduce(
      (all, one) => ({
        fromMs: Math.min(all.fromMs, one.fromMs),
        untilMs: Math.max(all.untilMs, one.untilMs),
      }),
      { fromMs, untilMs },
    )
    if (found && grown.fromMs === fromMs && grown.untilMs === untilMs) return grown
    found = true
    ;({ fromMs, untilMs } = grown)
  }
}

/** The headers within a time range. */
export const headersWithin = (
  { chunks, events }: StoredHeaders,
  extent: TimeRange,
): StoredHeaders => ({
  chunks: chunks.filter((chunk) => touches(chunk, extent)),
  events: events.filter(({ tMs }) => tMs >= extent.fromMs && tMs <= extent.untilMs),
})
