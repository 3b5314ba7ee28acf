// Decides which drones of the live state a caller may see.
import type { DroneCondition } from '@swath/contract/codes'
import type { Scope } from '@swath/domain/access/caller'
import { dronesOfScope } from '@swath/domain/access/drones-of-scope'
import { regionPrefix } from '@swath/domain/region-code'
import type { LiveDroneState } from './live-drone.ts'

export type LiveFilters = {
  region?: string | undefined
  zzAccountId?: string | undefined
  yyAccountId?: string | undefined
  deviceType?: 'sprayer' | 'spreader' | 'mapper' | undefined
  flyModelId?: string | undefined
  /** Current state of the drone, as the live state computes it. */
  condition?: DroneCondition | undefined
}

/** Drones in the scope that match the filters, in any condition. */
export const createMatcher = (
  scope: Scope,
  { region, zzAccountId, yyAccountId, deviceType, flyModelId }: LiveFilters,
): ((drone: LiveDroneState) => boolean) => {
  const mine = inScope(scope)
  const prefix = region === undefined ? null : regionPrefix(region)
  return (drone) =>
    mine(drone) &&
    (prefix === null || drone.regionCode.startsWith(prefix)) &&
    (zzAccountId === undefined || drone.manufacturerId === zzAccountId) &&
    (yyAccountId === undefined || drone.operatorId === yyAccountId) &&
    (deviceType === undefined || drone.deviceType === deviceType) &&
    (flyModelId === undefined || drone.modelId === flyModelId)
}

/** Corresponds to the scope of a query on drones (platform/access). */
const inScope = (scope: Scope): ((drone: LiveDroneState) => boolean) => {
  const tenants = dronesOfScope(scope)
  const limits = [scope.own?.droneIds, scope.drones].flatMap((ids) => (ids ? [new Set(ids)] : []))
  return (drone) => limits.every((ids) => ids.has(drone.droneId)) && tenants(drone)
}
