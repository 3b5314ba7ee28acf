// Abilities of a caller that do not depend on a row. Rows carry their own abilities.
import type { Caller } from './caller.ts'
import { canManageEquipment } from './drone-abilities.ts'

export type CallerAbilities = {
  /** Registers drones, and uploads their flights. */
  manageEquipment: boolean
  /** Adds models: makers and the platforms. */
  manageModels: boolean
  /** Merges manufacturers: only members of platform accounts, for manufacturers below theirs. */
  mergeManufacturers: boolean
  manageAccounts: boolean
  /** Sets the prices of services, and sees the payments of all accounts. */
  setPrices: boolean
  manageNoFlyZones: boolean
  /** May manage the account's own crops, chemicals and kinds of work. */
  manageTerms: boolean
  /** Bulletins may be sent to the account, and this person may read them. */
  receiveBulletins: boolean
}

export const callerAbilities = (caller: Pick<Caller, 'rights' | 'scope'>): CallerAbilities => {
  const { rights, scope } = caller
  const isPlatform =
    scope.kind === 'all' || (scope.kind === 'accounts' && scope.as === 'sub-platform')
  const isMaker = scope.kind === 'accounts' && scope.as === 'manufacturer'
  return {
    manageEquipment: canManageEquipment(caller),
    manageModels: canManageEquipment(caller) && (isPlatform || isMaker),
    mergeManufacturers: canManageEquipment(caller) && isPlatform,
    manageAccounts: rights.includes('account.manage'),
    setPrices: scope.kind === 'all' && rights.includes('account.manage'),
    manageNoFlyZones: rights.includes('noFlyZone.manage'),
    manageTerms: rights.includes('task.manage'),
    receiveBulletins:
      rights.includes('bulletin.receive') &&
      scope.kind === 'accounts' &&
      (scope.as === 'manufacturer' || scope.as === 'operator'),
  }
}
