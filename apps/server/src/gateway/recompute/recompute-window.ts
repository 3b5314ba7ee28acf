// The time range to recompute for new data: the activity windows that it touches, from the last
// stretch on the ground before it.
import type { DeviceEvent } from '@swath/domain/device-event'
import { detectSorties, type SortieResult } from '@swath/domain/sortie-detector'
import { PointColumns } from '@swath/domain/telemetry-point'
import { ACTIVITY_GAP_MS } from '@swath/domain/track-conflicts'
import type { Tx } from '../../platform/database/database.ts'
import { bootsIn, unpackPoints } from '../tracks/public.ts'
import {
  bootsOnlyHere,
  groundBefore,
  newSince,
  settlesAtOnce,
  standsAlone,
} from './cut-at-ground.ts'
import {
  headersWithin,
  activityWindowAround,
  pairMs,
  type StoredHeaders,
} from './activity-windows.ts'
import type { TimeRange } from '@swath/domain/time-range'
import {
  chunksIn,
  eventsIn,
  headersIn,
  sortiesIn,
  type KnownSortie,
  type StoredChunk,
} from './stored-window.queries.ts'

/** A time range, the data stored of it, and the flights computed from that. */
export type RecomputeWindow = {
  extent: TimeRange
  chunks: readonly StoredChunk[]
  events: readonly DeviceEvent[]
  known: readonly KnownSortie[]
  result: SortieResult
}

/** Reads one drone's stored data by time range. */
export type StoredReader = {
  headers(within: TimeRange): Promise<StoredHeaders>
  chunks(within: TimeRange): Promise<readonly StoredChunk[]>
  events(within: TimeRange): Promise<readonly DeviceEvent[]>
  /** Flights as last computed, or as seen to begin; earliest first. */
  sorties(within: TimeRange): Promise<readonly KnownSortie[]>
}

export const readStored = (tx: Tx, droneId: string): StoredReader => ({
  headers: (within) => headersIn(tx, droneId, within),
  chunks: (within) => chunksIn(tx, droneId, within),
  events: (within) => eventsIn(tx, droneId, within),
  sorties: (within) => sortiesIn(tx, droneId, within),
})

/** The stretch has more stored points than may be read. */
export class LongStretch extends Error {}

/** Limit of points and events recomputed at once. */
type Allowance = { nowMs: number; pointsAtMost: number }

/** Undefined if nothing is stored there. @throws LongStretch */
export const recomputeWindowAround = async (
  stored: StoredReader,
  seed: TimeRange,
  allowance: Allowance,
): Promise<RecomputeWindow | undefined> => {
  const activity = await findActivityWindow(stored, seed)
  if (!activity) return undefined
  const sorties = await stored.sorties(activity.extent)
  return (
    (await windowFromGround(stored, activity, sorties, seed, allowance)) ??
    (await read(stored, activity, activity.extent, sorties, allowance))
  )
}

type ActivityWindow = { extent: TimeRange; headers: StoredHeaders }

const beyondMs = pairMs + ACTIVITY_GAP_MS

const findActivityWindow = async (
  stored: StoredReader,
  seed: TimeRange,
): Promise<ActivityWindow | undefined> => {
  let window = { fromMs: seed.fromMs - beyondMs, untilMs: seed.untilMs + beyondMs }
  for (;;) {
    const headers = await stored.headers(window)
    const extent = activityWindowAround(headers, seed)
    if (!extent) return undefined
    if (extent.fromMs - beyondMs >= window.fromMs && extent.untilMs + beyondMs <= window.untilMs)
      return { extent, headers: headersWithin(headers, extent) }
    window = {
      fromMs: Math.min(window.fromMs, extent.fromMs - 2 * beyondMs),
      untilMs: Math.max(window.untilMs, extent.untilMs + 2 * beyondMs),
    }
  }
}

const read = async (
  stored: StoredReader,
  activity: ActivityWindow,
  extent: TimeRange,
  known: readonly KnownSortie[],
  { nowMs, pointsAtMost }: Allowance,
): Promise<RecomputeWindow> => {
  const within = headersWithin(activity.headers, extent)
  const stands = within.chunks.reduce((sum, chunk) => sum + chunk.pointCount, within.events.length)
  if (stands > pointsAtMost) throw new LongStretch()
  const [chunks, events] = [await stored.chunks(extent), await stored.events(extent)]
  const points = new PointColumns(1024)
  for (const chunk of chunks) points.appendAll(unpackPoints(chunk.columns))
  return { extent, chunks, events, known, result: detectSorties(points, events, { asOfMs: nowMs }) }
}

/** Undefined if the whole activity window must be recomputed. */
const windowFromGround = async (
  stored: StoredReader,
  activity: ActivityWindow,
  sorties: readonly KnownSortie[],
  seed: TimeRange,
  allowance: Allowance,
): Promise<RecomputeWindow | undefined> => {
  const { extent, headers } = activity
  // A flight that is only queued for recomputation has no new data.
  const newMs = Math.min(newSince(headers, sorties), seed.fromMs)
  for (const { fromMs } of groundBefore(headers.chunks, sorties, newMs)) {
    if (fromMs === extent.fromMs) return undefined // the cut is at the start: nothing is saved
    const [ground] = await stored.chunks({ fromMs, untilMs: fromMs })
    if (!ground || !settlesAtOnce(unpackPoints(ground.columns), newMs)) continue
    const stretch = await read(
      stored,
      activity,
      { fromMs, untilMs: extent.untilMs },
      sorties.filter((sortie) => sortie.startMs >= fromMs),
      allowance,
    )
    if (
      !standsAlone(
        stretch.result,
        stretch.events,
        sorties.findLast((sortie) => sortie.startMs < fromMs),
        newMs,
      )
    )
      return undefined
    const boots = bootsOnlyHere(stretch.result.points, newMs)
    if (boots.size === 0) return stretch
    const before = await stored.chunks({ fromMs: extent.fromMs, untilMs: fromMs - 1 })
    return before.some((chunk) => bootsIn(chunk.columns).some((boot) => boots.has(boot)))
      ? undefined
      : stretch
  }
  return undefined
}
