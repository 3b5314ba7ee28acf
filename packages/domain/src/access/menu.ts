// The side menu of a person.
import { menus, type MenuGroup, type MenuItem } from './menu-entries.ts'
import type { AccountType, Screen } from './screens.ts'

export type MenuFacts = {
  accountType: AccountType
  leaseAccount: boolean
  /** Those of the person. */
  screens: readonly Screen[]
  /** Those that this version has, so that nothing is linked that is not there. */
  existing: ReadonlySet<Screen>
  language: string
  /**
   * Whether the account's list of manufacturers, part of the initial data, holds any: a tenant
   * without has nothing lent to it.
   */
  hasManufacturers: boolean
}

/** The entries of a person, in order. A group without a screen left is not shown. */
export const buildMenu = ({
  accountType,
  leaseAccount,
  screens,
  existing,
  language,
  hasManufacturers,
}: MenuFacts): MenuItem[] => {
  const shown = (screen: Screen): boolean =>
    screens.includes(screen) &&
    existing.has(screen) &&
    // To the platform's own people the data overview is shown in Thai alone (specification, section
    // 2).
    (screen !== 'stat-overview' || accountType !== 'platform' || language === 'th')
  // The lessor's menu needs a lease account, the tenant's a list of manufacturers (specification,
  // section 6).
  const isHidden = (name: MenuGroup): boolean =>
    name === 'leasing' && accountType !== 'platform' && !leaseAccount && !hasManufacturers
  return menus[accountType].flatMap((item): MenuItem[] => {
    if (item.kind === 'action') return [item]
    if (item.kind === 'screen') return shown(item.screen) ? [item] : []
    const left = isHidden(item.group) ? [] : item.screens.filter(shown)
    return left.length > 0 ? [{ ...item, screens: left }] : []
  })
}
