// What a caller to whom a drone exists may do with it. Governments watch, and do nothing.
import type { Caller } from './caller.ts'

/** Governments watch; they register and equip nothing. */
export const canManageEquipment = ({ rights, scope }: Pick<Caller, 'rights' | 'scope'>): boolean =>
  rights.includes('equipment.manage') && scope.kind !== 'region'

export type DroneParties = {
  manufacturerId: string
  operatorId: string | null
  tenantId: string | null
}

export type DroneAbilities = {
  /**
   * Its maker, its owner and the platform hold its credentials; whoever rents it flies it with
   * those.
   */
  issueCredential: boolean
  /**
   * Whoever flies it now: the tenant while it is leased, else the owner, else the maker; and the
   * platform.
   */
  command: boolean
  /** Owner and maker may keep it on the ground, the tenant may not take that back. */
  lock: boolean
  /** Its entry in the register and who owns it: owner, maker and the platform. */
  update: boolean
  /** What only its maker knows of it, and the platform. */
  editAsManufacturer: boolean
}

export const droneAbilities = (
  { rights, scope }: Pick<Caller, 'rights' | 'scope'>,
  { manufacturerId, operatorId, tenantId }: DroneParties,
): DroneAbilities => {
  const isOurs = (...ids: (string | null)[]): boolean =>
    rights.includes('equipment.manage') &&
    (scope.kind === 'all' ||
      (scope.kind === 'accounts' && ids.some((id) => id !== null && scope.accountIds.includes(id))))
  const holds = isOurs(manufacturerId, operatorId)
  return {
    issueCredential: holds,
    command: isOurs(tenantId ?? operatorId ?? manufacturerId),
    lock: holds,
    update: holds,
    editAsManufacturer: isOurs(manufacturerId),
  }
}
