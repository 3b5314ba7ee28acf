// The entries of the side menu: four menus, by account type (specification, section 2). A farmer
// has the operator's, with three entries.
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

export const menus: Readonly<Record<AccountType, readonly MenuItem[]>> = {
  platform,
  government,
  manufacturer,
  operator,
  farmer: operator,
}
