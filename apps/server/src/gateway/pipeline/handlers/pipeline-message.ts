// One message on its way through the pipeline. A handler reads it, changes the drone's memory and
// says what must happen; it does no input or output.
import type { DeviceEvent } from '@swath/domain/device-event'
import type { Anomaly, ZoneWatch } from '@swath/domain/anomaly-rules'
import type { TelemetryPoint } from '@swath/domain/telemetry-point'
import type { ZonesInForce } from '@swath/domain/zones-in-force'
import type { PipelineDroneState } from '../pipeline-drone-state.ts'
import { type RecordKind, type Decoded } from '../../protocols/public.ts'
import type { LiveState } from '../../live/public.ts'

export type PipelineMessage = {
  readonly drone: PipelineDroneState
  readonly kind: RecordKind
  readonly receivedAtMs: number
  readonly bytes: Buffer
  /** Why the endpoint refused it; empty for a message to be read. */
  readonly refusal: string
  /** False for positions that are only shown. */
  readonly stored: boolean
  readonly decoded: Decoded
  /** What `validate` lets through, in the order of the message. */
  points: readonly TelemetryPoint[]
  /** What the message tells of a flight, with its clock put right. */
  event: DeviceEvent | null
  /** Reason → how many points, or 1 for a whole message. */
  rejected: Map<string, number> | null
}

export type PipelineContext = {
  readonly live: LiveState
  zones: ZonesInForce
  readonly watch: ZoneWatch
  readonly effects: PipelineEffects
}

/** What the handlers ask for; the pipeline sees to it after them. */
export type PipelineEffects = {
  quarantine(message: PipelineMessage, reason: string, count: number): void
  alarm(drone: PipelineDroneState, sortieId: string, anomaly: Anomaly): void
  /** A flight has just ended: its record is wanted now. */
  landed(drone: PipelineDroneState): void
  /**
   * A flight is not what it was taken for: its end came long after it, it goes on, or its take-off
   * was told late. What follows is wanted now; nothing lands.
   */
  changedFlight(drone: PipelineDroneState): void
  /** A flight has just begun. */
  tookOff(drone: PipelineDroneState): void
  /**
   * A flight has turned out to be practice, this one or one before: what was made of it until now
   * is taken back.
   */
  simulated(drone: PipelineDroneState): void
}

export type Handler = (message: PipelineMessage, context: PipelineContext) => void

/** Older than this at arrival: sent again or uploaded later, not flown now. */
export const replayMs = 5 * 60_000
