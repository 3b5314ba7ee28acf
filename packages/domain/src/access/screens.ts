// The screens (specification, section 2) and the account types that have each of them, before user
// type, sub-platform and host narrow it (policy.ts). For access see docs/decisions on access.

export const accountTypes = [
  'platform',
  'government',
  'manufacturer',
  'operator',
  'farmer',
] as const
export type AccountType = (typeof accountTypes)[number]

/** Conditions of the account and the host; policy.ts defines them. */
export type ScreenCondition =
  | 'always'
  | 'hasStaff'
  | 'createsSubAccounts'
  | 'viewsSystemLog'
  | 'runsService'
  | 'sendsBulletins'
  | 'isVip'
  | 'isLessor'
  | 'isLessorOrTenant'
  | 'themeHasWorkbench'
  | 'themeHasStatScreen'
type Holders = Readonly<Partial<Record<AccountType, ScreenCondition>>>

const held = (condition: ScreenCondition, ...types: readonly AccountType[]): Holders =>
  Object.fromEntries(types.map((type) => [type, condition]))
const four = ['platform', 'government', 'manufacturer', 'operator'] as const
const supervisors = ['platform', 'government', 'manufacturer'] as const
const trade = ['platform', 'manufacturer', 'operator'] as const

const everyone = held('always', ...four)
const everyoneAndFarmer = held('always', ...four, 'farmer')
const lets: Holders = { ...held('isLessor', 'manufacturer', 'operator'), platform: 'always' }
const letsOrRents: Holders = { ...lets, operator: 'isLessorOrTenant' }

const table = {
  'monitor': everyoneAndFarmer,
  'workbench': held('themeHasWorkbench', ...four),
  'stat-screen': held('themeHasStatScreen', ...supervisors),
  'stat-overview': held('always', ...supervisors),
  'unified-task-list': held('always', 'platform', 'government', 'operator'),
  'unified-task-drone-list': held('always', 'platform', 'government', 'operator'),
  'unified-task-chart': held('always', 'platform', 'government', 'operator'),
  'subsidy-list': held('always', 'platform', 'government', 'operator'),
  'rtk-list': held('always', 'platform', 'manufacturer'),
  'block-list': everyoneAndFarmer,
  'group-control': held('always', ...trade),
  'flight-control': held('createsSubAccounts', ...trade),
  'drone-list': everyone,
  'drone-model-list': held('always', 'platform', 'manufacturer'),
  'tools': held('always', 'platform', 'manufacturer'),
  'app-log': held('always', 'platform', 'manufacturer'),
  'firmware-list': held('always', 'platform', 'manufacturer'),
  'ground-station-config': held('always', ...trade),
  'accessory-white-list': { platform: 'always', manufacturer: 'isVip' },
  'no-fly-zone-list': held('always', 'platform', 'government'),
  'account-list': held('always', 'platform', 'government'),
  'account-apply-list': held('always', 'platform', 'government'),
  'user-apply-list': everyone,
  'sub-company-list': held('createsSubAccounts', ...trade),
  'account-detail': everyoneAndFarmer,
  'system-log-list': held('viewsSystemLog', ...four),
  'job-list': held('runsService', 'platform'),
  'member-list': { ...everyone, operator: 'hasStaff' },
  'order-list': held('always', ...trade),
  'invoice-list': held('always', ...trade),
  'team-list': { ...held('always', 'platform', 'manufacturer'), operator: 'hasStaff' },
  'bulletin-list': everyone,
  'bulletin-create': held('sendsBulletins', ...supervisors),
  'data-stat-list': everyone,
  'drone-statistics': everyone,
  'lease-data-stat': lets,
  'client-list': lets,
  'client-chart': lets,
  'lease-list': lets,
  'bill-list': letsOrRents,
  'work-record': letsOrRents,
  'operator-data-stat': letsOrRents,
  'basic-price-list': lets,
} satisfies Readonly<Record<string, Holders>>

export type Screen = keyof typeof table
export const screenHolders: Readonly<Record<Screen, Holders>> = table
export const screens = Object.keys(table) as readonly Screen[]
