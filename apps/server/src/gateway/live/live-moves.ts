// Updates to a drone's live state, from the pipeline and from other processes.
import type { TelemetryPoint } from '@swath/domain/telemetry-point'
import type { Clock } from '../../platform/clock/clock.ts'
import type { EventBus } from '../../platform/events/events.ts'
import { phaseAt, type FlightPhase } from '../../platform/events/flight-phase.ts'
import type { ChangedDrones } from './changed-drones.ts'
import {
  applyPoint,
  applyReplicated,
  type LiveDroneState,
  type ReplicatedDrone,
} from './live-drone.ts'
import type { LiveTable } from './live-table.ts'

export type LiveMoves = {
  /** Any message shows that the drone is online. */
  hear(droneId: string, receivedAtMs: number): void
  /** Applies a point newer than the one shown. */
  move(
    droneId: string,
    point: TelemetryPoint,
    phase: Exclude<FlightPhase, 'offline'>,
    receivedAtMs: number,
  ): void
  takeOff(droneId: string, simulated: boolean): void
  /** The current flight is simulated. */
  markSimulated(droneId: string): void
  /** The drone is on the ground, although no point has shown that yet. */
  land(droneId: string): void
  leave(droneId: string): void
  /** Drones heard by other processes; older data than the known one changes nothing. */
  apply(drones: readonly ReplicatedDrone[]): void
}

const simulate = (drone: LiveDroneState, simulated: boolean, changed: ChangedDrones): void => {
  if (drone.simulated === simulated) return
  drone.simulated = simulated
  changed.markHeard(drone)
}

export const createLiveMoves = ({
  drones,
  changed,
  clock,
  events,
  unknown,
}: {
  drones: LiveTable
  changed: ChangedDrones
  clock: Clock
  events: EventBus
  /** Collects the ids of drones that are not in the table. */
  unknown: Set<string>
}): LiveMoves => ({
  hear: (droneId, receivedAtMs) => {
    const drone = drones.get(droneId)
    if (!drone) return void unknown.add(droneId)
    drone.lastMessageMs = Math.max(
      receivedAtMs,
      Number.isNaN(drone.lastMessageMs) ? 0 : drone.lastMessageMs,
    )
    drone.gone = false
    changed.markHeard(drone)
  },
  move: (droneId, point, phase, receivedAtMs) => {
    const drone = drones.get(droneId)
    if (!drone) return
    applyPoint(drone, point, phase)
    drones.place(drone)
    changed.markHeard(drone)
    events.emit('livePoint', { droneId, point, flight: phaseAt(phase, receivedAtMs, clock.now()) })
  },
  takeOff: (droneId, simulated) => {
    const drone = drones.get(droneId)
    if (!drone) return
    drone.sprayedM2 = 0
    simulate(drone, simulated, changed)
  },
  markSimulated: (droneId) => {
    const drone = drones.get(droneId)
    if (drone) simulate(drone, true, changed)
  },
  land: (droneId) => {
    const drone = drones.get(droneId)
    if (!drone) return
    simulate(drone, false, changed)
    if (drone.phase === 'ground') return
    drone.phase = 'ground'
    drone.pumpOn = false
    changed.markHeard(drone)
  },
  leave: (droneId) => {
    const drone = drones.get(droneId)
    if (!drone || drone.gone) return
    drone.gone = true
    changed.markHeard(drone)
  },
  apply: (shared) => {
    for (const known of shared) {
      const drone = drones.get(known.droneId)
      if (!drone) unknown.add(known.droneId)
      else if (applyReplicated(drone, known)) drones.place(drone)
    }
  },
})
