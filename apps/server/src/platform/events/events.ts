// Events between the parts of one process. Only hints: a process that missed an event finds the
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
  /** An alarm was changed; `assigneeId`: its new handler. */
  alarmChanged: { droneId: string; anomalyId: string; byUserId: string; assigneeId: string | null }
  /** No-fly zones were added, changed or removed. */
  zonesChanged: object
  /** A bulletin went out or was recalled. */
  bulletinSent: { bulletinId: string }
  /** Drones, their owners or their locks changed. */
  dronesChanged: { droneIds: readonly string[] }
  /** A user's or an account's sessions ended, rights changed: open sockets must look again. */
  accessChanged: { userIds: readonly string[] }
  credentialsChanged: { droneId: string }
  /** A drone has a command to hear. */
  commandWaiting: { droneId: string }
  /** A command was sent, answered, abandoned or cancelled. */
  commandChanged: { droneId: string; commandId: string }
  /**
   * The key of a vendor number is another: factory credentials that followed from the older one are
   * void.
   */
  secretKeyChanged: { vid: number }
  /** A mount point of the caster was changed, got new secrets or was removed. */
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
