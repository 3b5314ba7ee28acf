// What the pipeline keeps of a drone between two of its messages. All of it can be lost: what is
// not checkpointed comes again from the ingest log, and the rest is worked out anew from the stored
// points.
import type { DeviceEvent } from '@swath/domain/device-event'
import type { DronePart } from '@swath/domain/drone-parts'
import type { FlightSoFar } from '@swath/domain/flight-so-far'
import { initialFlightState, type FlightState } from '@swath/domain/flight-state'
import { PointColumns } from '@swath/domain/telemetry-point'
import type { TimeRange } from '@swath/domain/time-range'

export type StateReport = {
  atMs: number
  online: boolean
  boot: string
  firmware: string | null
  /** Absent: it did not say. */
  parts?: readonly DronePart[]
  /** Null: it offers none; absent: it did not say. */
  video?: string | null
}

export type PipelineDroneState = {
  readonly droneId: string
  readonly shard: number
  /** Good points that wait for a checkpoint, in the order in which they came. */
  readonly points: PointColumns
  events: DeviceEvent[]
  reports: StateReport[]
  /**
   * Stretches that the waiting points and events touch, device clock: as it was being flown, and
   * after the fact.
   */
  live: TimeRange
  late: TimeRange
  /** The newest point ever stored of it, NaN before the first. */
  lastStoredMs: number
  /** The newest point that was looked at for zones. */
  watchedMs: number
  /** Where the detector stands in what came in order. */
  flight: FlightState
  /** It began to fly since the last checkpoint. */
  tookOff: boolean
  /** Whether `flight` is known to agree with the open flights of the database. */
  synced: boolean
  /** Figures of the open flight from its stored points; null until they are built. */
  soFar: FlightSoFar | null
  /** Our clock: from then on `soFar` is built anew from what is stored. */
  rebuildAtMs: number
  /** The shift of a clock in another zone, found in this run of the device's program. */
  clock: { boot: string; shiftMs: number } | null
  boot: string | null
}

export const emptyTimeRange = (): TimeRange => ({ fromMs: Infinity, untilMs: -Infinity })

export const widen = (range: TimeRange, timeMs: number): void => {
  if (timeMs < range.fromMs) range.fromMs = timeMs
  if (timeMs > range.untilMs) range.untilMs = timeMs
}

export const createDroneState = (droneId: string, shard: number): PipelineDroneState => ({
  droneId,
  shard,
  points: new PointColumns(8),
  events: [],
  reports: [],
  live: emptyTimeRange(),
  late: emptyTimeRange(),
  lastStoredMs: NaN,
  watchedMs: -Infinity,
  flight: initialFlightState,
  tookOff: false,
  synced: false,
  soFar: null,
  rebuildAtMs: 0,
  clock: null,
  boot: null,
})

/** Forgets what waited: it is written, or another worker's now. */
export const clearWaiting = (drone: PipelineDroneState): void => {
  drone.points.length = 0
  drone.points.boots.length = 0
  drone.events = []
  drone.reports = []
  drone.live = emptyTimeRange()
  drone.late = emptyTimeRange()
  drone.tookOff = false
}
