// Which drones a scope contains, by their owner and other parties. Mirrors the SQL in
// platform/access.
import type { Scope } from './caller.ts'
import type { DroneParties } from './drone-abilities.ts'

export type ScopedDrone = DroneParties & { readonly regionCode: string }

/** Ignores the restriction to a person's own work. */
export const dronesOfScope = (scope: Scope): ((drone: ScopedDrone) => boolean) => {
  if (scope.kind === 'all') return () => true
  if (scope.kind === 'region') return (drone) => drone.regionCode.startsWith(scope.prefix)
  const ids = new Set(scope.accountIds)
  const has = (id: string | null): boolean => id !== null && ids.has(id)
  switch (scope.as) {
    case 'manufacturer':
      return (drone) => has(drone.manufacturerId)
    case 'operator':
      return (drone) => has(drone.operatorId) || has(drone.tenantId)
    case 'sub-platform':
      return (drone) => has(drone.manufacturerId) || has(drone.operatorId) || has(drone.tenantId)
    case 'farmer':
      return () => false
  }
}
