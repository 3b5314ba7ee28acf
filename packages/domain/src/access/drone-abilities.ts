// What a caller may do with a drone they can see. Governments have read-only access.
import type { Caller } from './caller.ts'

/** Governments only read: they neither register nor equip drones. */
export const canManageEquipment = ({ rights, scope }: Pick<Caller, 'rights' | 'scope'>): boolean =>
  rights.includes('equipment.manage') && scope.kind !== 'region'

export type DroneParties = {
  manufacturerId: string
  operatorId: string | null
  tenantId: string | null
}

export type DroneAbilities = {
  /**
   * The drone's manufacturer, its owner and the platform hold its credentials. A tenant flies the
   * drone with those.
   */
  issueCredential: boolean
  /**
   * The current operator of the drone: the tenant while it is leased, else the owner, else the
   * manufacturer. Also the platform.
   */
  command: boolean
  /** Owner and manufacturer may lock it on the ground; the tenant cannot unlock it. */
  lock: boolean
  /** Its entry in the register and who owns it: owner, maker and the platform. */
  update: boolean
  /** Fields that only the manufacturer and the platform may edit. */
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
