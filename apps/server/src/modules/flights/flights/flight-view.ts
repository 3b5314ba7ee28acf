// Prepares a flight's points for display. Few points are processed in place, many in a thread,
// because the device decides how many there are.
import type { DeviceEvent } from '@swath/domain/device-event'
import { PointColumns } from '@swath/domain/telemetry-point'
import { encodeTrack } from '@swath/domain/track-columns'
import type { Track } from '@swath/contract/flights/flights'
import {
  DamagedTrack,
  pickPoints,
  pointsIn,
  type StoredPoints,
} from '../../../gateway/tracks/public.ts'
import { workerJob, TooCostly } from '../../../platform/workers/workers.ts'
import { listBatteryUses, type BatteryUse } from './battery.ts'
import { pickMessages, type MessagePage, type MessagePart } from './message-page.ts'
import { playedColumns } from './playback.ts'
import { coveredRings, thinned, toTrack } from './tracks.ts'

export type FlightView =
  | { kind: 'track'; sortieId: string; droneId: string; pointsAtMost: number }
  | { kind: 'covered'; swathWidthM: number }
  | { kind: 'battery' }
  | { kind: 'played'; readsPacked: boolean }
  | { kind: 'messages'; events: readonly DeviceEvent[]; part: MessagePart }
type ViewResult = {
  track: Track
  covered: [number, number][][][]
  battery: BatteryUse[]
  played: Uint8Array
  messages: MessagePage
}

export const computeView = ({
  stored,
  view,
}: {
  stored: StoredPoints
  view: FlightView
}): ViewResult[FlightView['kind']] => {
  switch (view.kind) {
    case 'played':
      return (
        unlessDamaged(() =>
          pickPoints(
            stored.within ? encodeTrack(pointsIn(stored)) : stored.chunks[0]!,
            playedColumns,
            view,
          ),
        ) ?? encodeTrack(noPoints)
      )
    case 'track':
      return toTrack(thinned(readable(stored), view.pointsAtMost), view.sortieId, view.droneId)
    case 'covered':
      return coveredRings(readable(stored), view.swathWidthM)
    case 'battery':
      return listBatteryUses(readable(stored))
    case 'messages': {
      const points = unlessDamaged(() => pointsIn(stored))
      return {
        ...pickMessages(points ?? noPoints, view.events, view.part),
        isReadable: points !== null,
      }
    }
  }
}

const noPoints = new PointColumns(1)

const unlessDamaged = <T>(read: () => T): T | null => {
  try {
    return read()
  } catch (error) {
    if (error instanceof DamagedTrack) return null
    throw error
  }
}

/** A damaged track is not drawn; its proof shows the reason (`checkRecord`). */
const readable = (stored: StoredPoints): PointColumns =>
  unlessDamaged(() => pointsIn(stored)) ?? noPoints

const viewInWorker = workerJob<typeof computeView>({
  name: 'flight-view',
  module: new URL('./flight-view.job.ts', import.meta.url),
  deadlineMs: 60_000,
})

/** Up to this many take some 20 ms (measured); outlines of covered areas are the most expensive. */
const pointsAtOnce: Record<FlightView['kind'], number> = {
  track: 10_000,
  covered: 2_000,
  battery: 10_000,
  played: 20_000,
  messages: 10_000,
}

type Asking = { owner: string; signal?: AbortSignal }

export const viewFlight = async <K extends FlightView['kind']>(
  stored: StoredPoints,
  view: Extract<FlightView, { kind: K }>,
  asking: Asking,
): Promise<ViewResult[K]> =>
  (stored.pointCount > pointsAtOnce[view.kind]
    ? await viewInWorker({ stored, view }, asking)
    : computeView({ stored, view })) as ViewResult[K]

/** The outline is omitted if it would be too expensive; the figures are still shown. */
export const viewCovered = (
  stored: StoredPoints,
  swathWidthM: number,
  asking: Asking,
): Promise<ViewResult['covered']> =>
  viewFlight(stored, { kind: 'covered', swathWidthM }, asking).catch((error: unknown) => {
    if (error instanceof TooCostly) return []
    throw error
  })
