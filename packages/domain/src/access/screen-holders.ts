// Account types that have a screen, before user type, sub-platform and host narrow it.
import type { CallerFacts, ThemeFacts } from './policy-facts.ts'
import type { Right } from './rights.ts'
import type { AccountType, Screen } from './screens.ts'

type Has = boolean | ((facts: CallerFacts, theme: ThemeFacts) => boolean)
type Row = Readonly<Partial<Record<AccountType, Has>>>

const staffed: Has = (facts) => facts.operatorType !== 'personal'
const bySubRight: Has = (facts) => facts.canCreateSub
const byRight =
  (right: Right): Has =>
  (facts) =>
    facts.rights.includes(right)
/** Screens that run the service as a whole are not available to sub-platforms. */
const runsTheService: Has = (facts) => facts.tag === null && facts.rights.includes('systemLog.view')
const byWorkbench: Has = (_facts, theme) => theme.hasWorkbench
const byStatScreen: Has = (_facts, theme) => theme.hasStatScreen
const lessor: Has = (facts) => facts.leaseAccount
const lessorOrTenant: Has = (facts) => facts.leaseAccount || facts.tenant

const row = (has: Has, ...types: readonly AccountType[]): Row =>
  Object.fromEntries(types.map((type) => [type, has]))
const four = ['platform', 'government', 'manufacturer', 'operator'] as const
const supervisors = ['platform', 'government', 'manufacturer'] as const
const trade = ['platform', 'manufacturer', 'operator'] as const

const everyone = row(true, ...four)
const everyoneAndFarmer = row(true, ...four, 'farmer')
const lets: Row = { platform: true, manufacturer: lessor, operator: lessor }
const letsOrRents: Row = { platform: true, manufacturer: lessor, operator: lessorOrTenant }

export const screenHolders: Readonly<Record<Screen, Row>> = {
  'monitor': everyoneAndFarmer,
  'workbench': row(byWorkbench, ...four),
  'stat-screen': row(byStatScreen, ...supervisors),
  'stat-overview': row(true, ...supervisors),
  'unified-task-list': row(true, 'platform', 'government', 'operator'),
  'unified-task-drone-list': row(true, 'platform', 'government', 'operator'),
  'unified-task-chart': row(true, 'platform', 'government', 'operator'),
  'subsidy-list': row(true, 'platform', 'government', 'operator'),
  'rtk-list': row(true, 'platform', 'manufacturer'),
  'block-list': everyoneAndFarmer,
  'group-control': row(true, ...trade),
  'flight-control': row(bySubRight, ...trade),
  'drone-list': everyone,
  'drone-model-list': row(true, 'platform', 'manufacturer'),
  'tools': row(true, 'platform', 'manufacturer'),
  'app-log': row(true, 'platform', 'manufacturer'),
  'firmware-list': row(true, 'platform', 'manufacturer'),
  'ground-station-config': row(true, ...trade),
  'accessory-white-list': { platform: true, manufacturer: (facts) => facts.vipLevel >= 1 },
  'no-fly-zone-list': row(true, 'platform', 'government'),
  'account-list': row(true, 'platform', 'government'),
  'account-apply-list': row(true, 'platform', 'government'),
  'user-apply-list': everyone,
  'sub-company-list': row(bySubRight, ...trade),
  'account-detail': everyoneAndFarmer,
  'system-log-list': row(byRight('systemLog.view'), ...four),
  'job-list': { platform: runsTheService },
  'member-list': { ...everyone, operator: staffed },
  'order-list': row(true, ...trade),
  'invoice-list': row(true, ...trade),
  'team-list': { ...row(true, 'platform', 'manufacturer'), operator: staffed },
  'bulletin-list': everyone,
  'bulletin-create': row(byRight('bulletin.send'), ...supervisors),
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
}
