// One message on its way through the pipeline. A handler reads it, updates the drone's state and
// requests effects; it does no input or output.
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
  /** Why the endpoint refused it; empty for an accepted message. */
  readonly refusal: string
  /** False for positions that are only shown on the map. */
  readonly stored: boolean
  readonly decoded: Decoded
  /** Points that `validate` accepted, in the order of the message. */
  points: readonly TelemetryPoint[]
  /** The message's flight event, with its clock corrected. */
  event: DeviceEvent | null
  /** Reason → number of points, or 1 for a whole message. */
  rejected: Map<string, number> | null
}

export type PipelineContext = {
  readonly live: LiveState
  zones: ZonesInForce
  readonly watch: ZoneWatch
  readonly effects: PipelineEffects
}

/** Effects that handlers request; the pipeline carries them out afterwards. */
export type PipelineEffects = {
  quarantine(message: PipelineMessage, reason: string, count: number): void
  alarm(drone: PipelineDroneState, sortieId: string, anomaly: Anomaly): void
  /** A flight has just ended: its record is needed now. */
  landed(drone: PipelineDroneState): void
  /**
   * A flight changed after the fact: its end arrived late, it continues, or its take-off was
   * reported late. Its results are needed now, but this is not a landing.
   */
  changedFlight(drone: PipelineDroneState): void
  /** A flight has just begun. */
  tookOff(drone: PipelineDroneState): void
  /** This flight or an earlier one turned out to be simulated: its results so far are withdrawn. */
  simulated(drone: PipelineDroneState): void
}

export type Handler = (message: PipelineMessage, context: PipelineContext) => void

/** A point older than this on arrival was resent or uploaded later, not flown now. */
export const replayMs = 5 * 60_000
