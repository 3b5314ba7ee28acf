// The side menu of a person.
import { menus, type MenuItem } from './menu-entries.ts'
import { userTypeCodes, type UserType } from './rights.ts'
import type { AccountType, Screen } from './screens.ts'

export type MenuFacts = {
  accountType: AccountType
  leaseAccount: boolean
  /** Drones are lent to the account. */
  tenant: boolean
  userType: UserType
  /** The person's screens. */
  screens: readonly Screen[]
  /** The screens of this version, so that the menu links to nothing that does not exist. */
  existing: ReadonlySet<Screen>
  language: string
  /**
   * Whether the account's list of manufacturers, part of the initial data, is not empty: without
   * any, nothing is lent to a tenant.
   */
  hasManufacturers: boolean
}

/** The entries of a person, in order. A group without a screen left is not shown. */
export const buildMenu = ({
  accountType,
  leaseAccount,
  tenant,
  userType,
  screens,
  existing,
  language,
  hasManufacturers,
}: MenuFacts): MenuItem[] => {
  const shown = (screen: Screen): boolean =>
    screens.includes(screen) &&
    existing.has(screen) &&
    // Members of platform accounts see the data overview only in Thai (specification, section 2).
    (screen !== 'stat-overview' || accountType !== 'platform' || language === 'th')
  // The lessor's menu needs a lease account, the tenant's a list of manufacturers (specification,
  // sections 1 and 6). The platform's lease managers have no other entry.
  const hasLeasing =
    leaseAccount ||
    (tenant && hasManufacturers) ||
    (accountType === 'platform' && userType === userTypeCodes.leaseManager)
  return menus[accountType].flatMap((item): MenuItem[] => {
    if (item.kind === 'action') return [item]
    if (item.kind === 'screen') return shown(item.screen) ? [item] : []
    const left = item.group === 'leasing' && !hasLeasing ? [] : item.screens.filter(shown)
    return left.length > 0 ? [{ ...item, screens: left }] : []
  })
}
