// The pipeline's state of a drone between two messages. All of it can be lost: data that is not
// checkpointed is read again from the ingest log, and the rest is recomputed from the stored
// points.
import type { DeviceEvent } from '@swath/domain/device-event'
import type { DronePart } from '@swath/domain/drone-parts'
import type { FlightSoFar } from '@swath/domain/flight-so-far'
import { initialFlightState, type FlightState } from '@swath/domain/flight-state'
import { PointColumns } from '@swath/domain/telemetry-point'
import type { TimeRange } from '@swath/domain/time-range'
import { hashDroneId, pickShard } from '../ingest-log/public.ts'

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
  /** Spreads the drones over the checkpoints that write their points. */
  readonly turn: number
  /** Valid points that wait to be written as a chunk, in order of arrival. */
  readonly points: PointColumns
  /** How many of them, from the first on, are part of `soFar`. */
  countedPoints: number
  /** The first of them is in this segment of those that were taken, counted from 1. */
  waitingSince: number
  /** Whether the running checkpoint writes them. */
  isChunkDue: boolean
  events: DeviceEvent[]
  reports: StateReport[]
  /**
   * Time ranges of the points and events since the last checkpoint, device clock: those from during
   * the flight, and those sent afterwards.
   */
  live: TimeRange
  late: TimeRange
  /** Time range of points of the flight for which no mark was written yet. */
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

export const createDroneState = (droneId: string): PipelineDroneState => ({
  droneId,
  shard: pickShard(droneId),
  turn: hashDroneId(droneId),
  points: new PointColumns(8),
  countedPoints: 0,
  waitingSince: 0,
  isChunkDue: false,
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

/** Clears the points: they are written, or belong to another worker. */
export const clearPoints = (drone: PipelineDroneState): void => {
  drone.points.length = 0
  drone.points.boots.length = 0
  drone.countedPoints = 0
  drone.isChunkDue = false
}

/** Clears everything else that waits: it is written, or belongs to another worker. */
export const clearNews = (drone: PipelineDroneState): void => {
  drone.events = []
  drone.reports = []
  drone.live = emptyTimeRange()
  drone.late = emptyTimeRange()
  drone.tookOff = false
}
