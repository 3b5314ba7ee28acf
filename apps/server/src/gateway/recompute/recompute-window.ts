// What must be worked out again for what has come: the islands it touches, from the last stretch on
// the ground before it.
import type { DeviceEvent } from '@swath/domain/device-event'
import { sortiesOf, type SortieResult } from '@swath/domain/sortie-detector'
import { PointColumns } from '@swath/domain/telemetry-point'
import { ISLAND_GAP_MS } from '@swath/domain/track-conflicts'
import type { Tx } from '../../platform/database/database.ts'
import { bootsIn, unpackPoints } from '../tracks/public.ts'
import {
  bootsOnlyHere,
  groundBefore,
  newSince,
  settlesAtOnce,
  standsAlone,
} from './cut-at-ground.ts'
import { framesWithin, islandAround, pairMs, type Extent, type Frames } from './activity-windows.ts'
import {
  chunksIn,
  eventsIn,
  framesIn,
  sortiesIn,
  type KnownSortie,
  type StoredChunk,
} from './recompute.queries.ts'

/** A stretch, what is stored of it, and the flights that follow from that. */
export type Stretch = {
  extent: Extent
  chunks: readonly StoredChunk[]
  events: readonly DeviceEvent[]
  known: readonly KnownSortie[]
  result: SortieResult
}

/** What of one drone is stored, to be read by stretch. */
export type StoredOf = {
  frames(within: Extent): Promise<Frames>
  chunks(within: Extent): Promise<readonly StoredChunk[]>
  events(within: Extent): Promise<readonly DeviceEvent[]>
  /** Flights as they were last worked out, or seen to begin; the first first. */
  sorties(within: Extent): Promise<readonly KnownSortie[]>
}

export const storedOf = (tx: Tx, droneId: string): StoredOf => ({
  frames: (within) => framesIn(tx, droneId, within),
  chunks: (within) => chunksIn(tx, droneId, within),
  events: (within) => eventsIn(tx, droneId, within),
  sorties: (within) => sortiesIn(tx, droneId, within),
})

/** Undefined: nothing is stored there. */
export const stretchAround = async (
  stored: StoredOf,
  seed: Extent,
  nowMs: number,
): Promise<Stretch | undefined> => {
  const island = await islandOf(stored, seed)
  if (!island) return undefined
  const sorties = await stored.sorties(island.extent)
  return (
    (await stretchFromGround(stored, island, sorties, nowMs)) ??
    (await read(stored, island.extent, sorties, nowMs))
  )
}

type Island = { extent: Extent; frames: Frames }

const beyondMs = pairMs + ISLAND_GAP_MS

const islandOf = async (stored: StoredOf, seed: Extent): Promise<Island | undefined> => {
  let window = { fromMs: seed.fromMs - beyondMs, untilMs: seed.untilMs + beyondMs }
  for (;;) {
    const frames = await stored.frames(window)
    const extent = islandAround(frames, seed)
    if (!extent) return undefined
    if (extent.fromMs - beyondMs >= window.fromMs && extent.untilMs + beyondMs <= window.untilMs)
      return { extent, frames: framesWithin(frames, extent) }
    window = {
      fromMs: Math.min(window.fromMs, extent.fromMs - 2 * beyondMs),
      untilMs: Math.max(window.untilMs, extent.untilMs + 2 * beyondMs),
    }
  }
}

const read = async (
  stored: StoredOf,
  extent: Extent,
  known: readonly KnownSortie[],
  nowMs: number,
): Promise<Stretch> => {
  const [chunks, events] = [await stored.chunks(extent), await stored.events(extent)]
  const points = new PointColumns(1024)
  for (const chunk of chunks) points.appendAll(unpackPoints(chunk.columns))
  return { extent, chunks, events, known, result: sortiesOf(points, events, { asOfMs: nowMs }) }
}

/** Undefined: the island is to be worked out as a whole. */
const stretchFromGround = async (
  stored: StoredOf,
  { extent, frames }: Island,
  sorties: readonly KnownSortie[],
  nowMs: number,
): Promise<Stretch | undefined> => {
  const newMs = newSince(frames, sorties)
  for (const { fromMs } of groundBefore(frames.chunks, sorties, newMs)) {
    if (fromMs === extent.fromMs) return undefined // it is the whole
    const [ground] = await stored.chunks({ fromMs, untilMs: fromMs })
    if (!ground || !settlesAtOnce(unpackPoints(ground.columns), newMs)) continue
    const stretch = await read(
      stored,
      { fromMs, untilMs: extent.untilMs },
      sorties.filter((sortie) => sortie.startMs >= fromMs),
      nowMs,
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
