// Counts of drones by their current state, and of those with problems: used by every screen that
// counts online drones. The list of drones finds the same ones in the database (`onlineDrones`).
import type { Scope } from '@swath/domain/access/caller'
import { isOfCondition, type LiveFilters, type LiveState } from '../../../gateway/live/public.ts'
import { countedPhase } from '../../../platform/events/flight-phase.ts'

const troubleConditions = [
  ['silentSpraying', 'silent-spraying'],
  ['silentFlying', 'silent-flying'],
  ['lowBattery', 'low-battery'],
  ['locked', 'locked'],
] as const

export const countLiveDrones = (
  live: LiveState,
  scope: Scope,
  filters: LiveFilters,
  nowMs: number,
) => {
  const accepts = live.matcher(scope, filters)
  const phases = { offline: 0, ground: 0, flying: 0, spraying: 0 }
  const troubles = { silentSpraying: 0, silentFlying: 0, lowBattery: 0, locked: 0 }
  for (const drone of live.all()) {
    if (!accepts(drone)) continue
    const flight = live.flight(drone)
    phases[countedPhase(flight, drone.simulated)] += 1
    // Most drones are parked and unlocked, and have no problems.
    if (drone.phase === 'ground' && !drone.locked) continue
    for (const [trouble, condition] of troubleConditions)
      if (isOfCondition(drone, condition, flight, nowMs)) troubles[trouble] += 1
  }
  return {
    onlineDroneCount: phases.ground + phases.flying + phases.spraying,
    flyingDroneCount: phases.flying + phases.spraying,
    sprayingDroneCount: phases.spraying,
    troubles,
  }
}

export type LiveCounts = ReturnType<typeof countLiveDrones>
