// What is made of a flight's points for people to see: of few at once, of many in a thread. How many
// they are, the device decided.
import { encodeTrack } from '@swath/domain/track-columns'
import type { Track } from '@swath/contract/flights'
import { pointsIn, unpackTrack, type StoredPoints } from '../../gateway/tracks/public.ts'
import { asideJob, TooCostly } from '../../platform/aside/aside.ts'
import { listBatteryUses, type BatteryUse } from './battery.ts'
import { playedColumns } from './playback.ts'
import { coveredRings, thinned, toTrack } from './tracks.ts'

export type FlightView =
  | { kind: 'track'; sortieId: string; droneId: string; pointsAtMost: number }
  | { kind: 'covered'; swathWidthM: number }
  | { kind: 'battery' }
  | { kind: 'played' }
type ViewResult = {
  track: Track
  covered: [number, number][][][]
  battery: BatteryUse[]
  played: Uint8Array
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
      return playedColumns(
        stored.within ? encodeTrack(pointsIn(stored)) : unpackTrack(stored.chunks[0]!),
      )
    case 'track':
      return toTrack(thinned(pointsIn(stored), view.pointsAtMost), view.sortieId, view.droneId)
    case 'covered':
      return coveredRings(pointsIn(stored), view.swathWidthM)
    case 'battery':
      return listBatteryUses(pointsIn(stored))
  }
}

const viewAside = asideJob<typeof computeView>({
  name: 'flight-view',
  module: new URL('./flight-view.job.ts', import.meta.url),
  deadlineMs: 60_000,
})

/** So many take some 20 ms at most (measured); outlines of what they covered are the dearest. */
const pointsAtOnce: Record<FlightView['kind'], number> = {
  track: 10_000,
  covered: 2_000,
  battery: 10_000,
  played: 20_000,
}

type Asking = { owner: string; signal?: AbortSignal }

export const viewFlight = async <K extends FlightView['kind']>(
  stored: StoredPoints,
  view: Extract<FlightView, { kind: K }>,
  asking: Asking,
): Promise<ViewResult[K]> =>
  (stored.pointCount > pointsAtOnce[view.kind]
    ? await viewAside({ stored, view }, asking)
    : computeView({ stored, view })) as ViewResult[K]

/** Nothing is drawn where it would cost too much: the figures stand beside it. */
export const viewCovered = (
  stored: StoredPoints,
  swathWidthM: number,
  asking: Asking,
): Promise<ViewResult['covered']> =>
  viewFlight(stored, { kind: 'covered', swathWidthM }, asking).catch((error: unknown) => {
    if (error instanceof TooCostly) return []
    throw error
  })
