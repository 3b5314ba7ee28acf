// One message on its way through the pipeline. A handler reads it, changes the drone's memory and
// says what must happen; it does no input or output.
import type { DeviceEvent } from '@swath/domain/device-event'
import type { Anomaly, ZoneWatch } from '@swath/domain/anomaly-rules'
import type { TelemetryPoint } from '@swath/domain/telemetry-point'
import type { AirZone, ZoneIndex } from '@swath/domain/zone-index'
import type { DroneMemory } from '../pipeline-drone-state.ts'
import { type RecordKind, type Decoded } from '../../protocols/public.ts'
import type { LiveState } from '../../live/public.ts'

export type Passage = {
  readonly drone: DroneMemory
  readonly kind: RecordKind
  readonly receivedAtMs: number
  readonly bytes: Buffer
  /** Why the door refused it; empty for a message to be read. */
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

export type Surroundings = {
  readonly live: LiveState
  zones: ZoneIndex<AirZone>
  readonly watch: ZoneWatch
  readonly demands: Demands
}

/** What the handlers ask for; the pipeline sees to it after them. */
export type Demands = {
  quarantine(passage: Passage, reason: string, count: number): void
  alarm(drone: DroneMemory, sortieId: string, anomaly: Anomaly): void
  /** A flight has just ended: its record is wanted now. */
  landed(drone: DroneMemory): void
  /** A flight has just begun. */
  tookOff(drone: DroneMemory): void
  /**
   * A flight has turned out to be practice, this one or one before: what was made of it until now
   * is taken back.
   */
  practised(drone: DroneMemory): void
}

export type Handler = (passage: Passage, around: Surroundings) => void

/** Older than this at arrival: sent again or uploaded later, not flown now. */
export const replayMs = 5 * 60_000
