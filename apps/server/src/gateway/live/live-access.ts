// Which drones of the live state a caller may see.
import type { DroneCondition } from '@swath/contract/codes'
import type { Scope } from '@swath/domain/access/caller'
import { regionPrefix } from '@swath/domain/region-code'
import type { LiveDroneState } from './live-drone.ts'

export type LiveFilters = {
  region?: string | undefined
  zzAccountId?: string | undefined
  yyAccountId?: string | undefined
  deviceType?: 'sprayer' | 'spreader' | 'mapper' | undefined
  flyModelId?: string | undefined
  /** What they do or suffer just now: the live state judges it. */
  condition?: DroneCondition | undefined
}

/** Within the scope, those that the filters leave, whatever their condition. */
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

/** As the scope of a query on drones says it (platform/access). */
const inScope = (scope: Scope): ((drone: LiveDroneState) => boolean) => {
  if (!scope.own) return ofTenant(scope)
  const [own, tenants] = [new Set(scope.own.droneIds), ofTenant(scope)]
  return (drone) => own.has(drone.droneId) && tenants(drone)
}

const ofTenant = (scope: Scope): ((drone: LiveDroneState) => boolean) => {
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
