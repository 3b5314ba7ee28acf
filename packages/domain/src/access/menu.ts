// The side menu: four, by account type (specification, section 2). A farmer has the operator's, of
// which three entries are left.
import type { AccountType, Screen } from './screens.ts'

export type MenuGroup = 'business' | 'organisation' | 'announcements' | 'leasing'
export type MenuItem =
  | { kind: 'screen'; screen: Screen }
  | { kind: 'group'; group: MenuGroup; screens: readonly Screen[] }
  | { kind: 'action'; action: 'settings' | 'sign-out' }

const one = (screen: Screen): MenuItem => ({ kind: 'screen', screen })
const group = (name: MenuGroup, ...screens: readonly Screen[]): MenuItem => ({
  kind: 'group',
  group: name,
  screens,
})

// `stat-overview` is the data overview; the full-screen `stat-screen` is opened from the header,
// and the screens of one task, client or statistic from their lists.
const top = [one('workbench'), one('monitor'), one('stat-overview'), one('data-stat-list')]
const announcements = group('announcements', 'bulletin-list', 'bulletin-create')
const leasing = group(
  'leasing',
  'lease-data-stat',
  'client-list',
  'lease-list',
  'bill-list',
  'work-record',
  'operator-data-stat',
  'basic-price-list',
)
const actions: readonly MenuItem[] = [
  { kind: 'action', action: 'settings' },
  { kind: 'action', action: 'sign-out' },
]

const platform: readonly MenuItem[] = [
  ...top,
  group(
    'business',
    'unified-task-list',
    'subsidy-list',
    'drone-list',
    'drone-model-list',
    'block-list',
    'no-fly-zone-list',
    'rtk-list',
    'group-control',
    'flight-control',
    'firmware-list',
    'ground-station-config',
    'accessory-white-list',
    'tools',
    'app-log',
  ),
  group(
    'organisation',
    'account-list',
    'account-apply-list',
    'user-apply-list',
    'sub-company-list',
    'account-detail',
    'member-list',
    'team-list',
    'order-list',
    'invoice-list',
    'system-log-list',
    'job-list',
  ),
  announcements,
  leasing,
  ...actions,
]
const government: readonly MenuItem[] = [
  ...top,
  group(
    'business',
    'unified-task-list',
    'subsidy-list',
    'no-fly-zone-list',
    'drone-list',
    'block-list',
  ),
  group(
    'organisation',
    'account-list',
    'account-apply-list',
    'user-apply-list',
    'account-detail',
    'member-list',
    'system-log-list',
  ),
  announcements,
  ...actions,
]
const manufacturer: readonly MenuItem[] = [
  ...top,
  group(
    'business',
    'drone-list',
    'drone-model-list',
    'firmware-list',
    'accessory-white-list',
    'ground-station-config',
    'rtk-list',
    'block-list',
    'group-control',
    'flight-control',
    'tools',
    'app-log',
  ),
  group(
    'organisation',
    'account-detail',
    'sub-company-list',
    'member-list',
    'user-apply-list',
    'team-list',
    'order-list',
    'invoice-list',
    'system-log-list',
  ),
  announcements,
  leasing,
  ...actions,
]
const operator: readonly MenuItem[] = [
  ...top,
  group(
    'business',
    'drone-list',
    'block-list',
    'unified-task-list',
    'subsidy-list',
    'group-control',
    'flight-control',
    'ground-station-config',
  ),
  group(
    'organisation',
    'account-detail',
    'sub-company-list',
    'member-list',
    'team-list',
    'user-apply-list',
    'order-list',
    'invoice-list',
    'system-log-list',
  ),
  announcements,
  leasing,
  ...actions,
]

const menus: Readonly<Record<AccountType, readonly MenuItem[]>> = {
  platform,
  government,
  manufacturer,
  operator,
  farmer: operator,
}

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
