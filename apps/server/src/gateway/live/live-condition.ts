// The condition of a drone (offline, ground, flying, spraying), and its current problems.
import type { DroneCondition } from '@swath/contract/codes'
import { countedPhase, type FlightPhase } from '../../platform/events/flight-phase.ts'
import type { LiveDroneState } from './live-drone.ts'

/** Drones report their position each second; a reconnection takes some seconds. */
const silentAfterMs = 10_000
/** No flight lasts that long: after this time the drone counts as landed and offline. */
const silentAtMostMs = 2 * 3_600_000
const lowBatteryPercent = 20

const isSilentSince = (
  { simulated, phase, lastMessageMs }: LiveDroneState,
  wanted: 'spraying' | 'flying',
  nowMs: number,
): boolean => {
  const silentMs = nowMs - lastMessageMs
  return !simulated && phase === wanted && silentMs >= silentAfterMs && silentMs <= silentAtMostMs
}

export const isOfCondition = (
  drone: LiveDroneState,
  condition: DroneCondition,
  flight: FlightPhase,
  nowMs: number,
): boolean => {
  const state = countedPhase(flight, drone.simulated)
  switch (condition) {
    case 'silent-spraying':
      return isSilentSince(drone, 'spraying', nowMs)
    case 'silent-flying':
      return isSilentSince(drone, 'flying', nowMs)
    case 'low-battery':
      return (
        (state === 'flying' || state === 'spraying') &&
        drone.batteryPercent !== null &&
        drone.batteryPercent < lowBatteryPercent
      )
    case 'locked':
      return drone.locked && flight !== 'offline'
    default:
      return state === condition
  }
}
