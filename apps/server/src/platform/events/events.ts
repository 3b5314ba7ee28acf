// Events between the parts of one process. They are only hints: a process that missed one finds the
// same in the database.
import { EventEmitter } from 'node:events'
import type { TelemetryPoint } from '@swath/domain/telemetry-point'
import type { FlightPhase } from './flight-phase.ts'

export type Events = {
  /** A valid point just arrived live (not a replay). */
  livePoint: { droneId: string; point: TelemetryPoint; flight: FlightPhase }
  droneOffline: { droneId: string }
  /** A row of `anomaly` was written. */
  anomaly: { droneId: string; anomalyId: string; live: boolean }
  /** An alarm was changed; `assigneeId` is its new assignee. */
  /** `byUserId`: null for an automatic change. */
  alarmChanged: {
    droneId: string
    anomalyId: string
    byUserId: string | null
    assigneeId: string | null
  }
  /** No-fly zones were added, changed or removed. */
  zonesChanged: object
  /** A bulletin was sent or recalled. */
  bulletinSent: { bulletinId: string }
  /** Drones, their owners or their locks changed. */
  dronesChanged: { droneIds: readonly string[] }
  /** Sessions of a user or an account ended, or rights changed: open sockets must check again. */
  accessChanged: { userIds: readonly string[] }
  credentialsChanged: { droneId: string }
  /** A command for the drone is waiting. */
  commandWaiting: { droneId: string }
  /** A command was sent, answered, abandoned or cancelled. */
  commandChanged: { droneId: string; commandId: string }
  /**
   * The key of a vendor number changed: factory credentials derived from the older one are invalid.
   */
  secretKeyChanged: { vid: number }
  /** A mount point of the caster was changed, got new passwords or was removed. */
  mountsChanged: { mountId: string }
  /** An account with its own host was created, changed, approved, enabled, disabled or removed. */
  hostsChanged: object
}

export type EventBus = {
  emit: <K extends keyof Events>(name: K, event: Events[K]) => void
  on: <K extends keyof Events>(name: K, listener: (event: Events[K]) => void) => () => void
}

export const createEventBus = (): EventBus => {
  const emitter = new EventEmitter().setMaxListeners(0)
  return {
    emit: (name, event) => {
      emitter.emit(name, event)
    },
    on: (name, listener) => {
      emitter.on(name, listener)
      return () => emitter.off(name, listener)
    },
  }
}
