// The pipeline's state of a drone between two messages. All of it can be lost: data that is not
// checkpointed is read again from the ingest log, and the rest is recomputed from the stored
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
  /** Absent: not reported. */
  parts?: readonly DronePart[]
  /** Null: the drone offers none; absent: not reported. */
  video?: string | null
}

export type PipelineDroneState = {
  readonly droneId: string
  readonly shard: number
  /** Valid points that wait for a checkpoint, in order of arrival. */
  readonly points: PointColumns
  events: DeviceEvent[]
  reports: StateReport[]
  /**
   * Time ranges of the waiting points and events, device clock: those from during the flight, and
   * those sent afterwards.
   */
  live: TimeRange
  late: TimeRange
  /** Time range of stored points of the flight for which no mark was written yet. */
  unmarked: TimeRange
  /** When the mark that was written last is due, server clock; 0 if it may be gone. */
  markDueMs: number
  /** Time of the newest stored point; NaN before the first. */
  lastStoredMs: number
  /** Time of the newest point checked against the zones. */
  watchedMs: number
  /** Detector state after the points received in order. */
  flight: FlightState
  /** Whether it took off since the last checkpoint. */
  tookOff: boolean
  /** Whether `flight` is known to match the open flights in the database. */
  synced: boolean
  /** Statistics of the open flight from its stored points; null until computed. */
  soFar: FlightSoFar | null
  /** Server clock: from then on `soFar` is recomputed from the stored points. */
  rebuildAtMs: number
  /** Shift of a clock set to another time zone, found in this run of the device's program. */
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
  unmarked: emptyTimeRange(),
  markDueMs: 0,
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

/** Clears the waiting data: it is written, or belongs to another worker. */
export const clearWaiting = (drone: PipelineDroneState): void => {
  drone.points.length = 0
  drone.points.boots.length = 0
  drone.events = []
  drone.reports = []
  drone.live = emptyTimeRange()
  drone.late = emptyTimeRange()
  drone.tookOff = false
}
