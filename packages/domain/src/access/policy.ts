// The one policy of who has which screen, may make which call and sees whose rows (docs/decisions
// on access). The server's guard, the side menu and the route guard all ask here; the golden test
// pins every combination.
import { userTypeCodes } from './rights.ts'
import type { Caller, Scope } from './caller.ts'
import type { Right } from './rights.ts'
import type { AccountType, Screen } from './screens.ts'
import { screens as allScreens } from './screens.ts'

/**
 * What the policy needs to know of a caller; both the server's caller and the console's user info
 * give it.
 */
export type CallerFacts = Pick<
  Caller,
  | 'accountType'
  | 'operatorType'
  | 'userType'
  | 'checkStatus'
  | 'tag'
  | 'accountScreens'
  | 'vipLevel'
  | 'canCreateSub'
  | 'leaseAccount'
  | 'tenant'
  | 'rights'
>

/** What the policy needs to know of the host's theme. */
export type ThemeFacts = {
  hasWorkbench: boolean
  hasStatScreen: boolean
  screensRemoved: readonly Screen[]
}

type Has = boolean | ((facts: CallerFacts, theme: ThemeFacts) => boolean)
type Row = Readonly<Partial<Record<AccountType, Has>>>

const staffed: Has = (facts) => facts.operatorType !== 'personal'
const bySubRight: Has = (facts) => facts.canCreateSub
const byRight =
  (right: Right): Has =>
  (facts) =>
    facts.rights.includes(right)
/** What the program does for everyone is nothing of a sub-platform's. */
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

/** Who has a screen, before user type, sub-platform and host narrow it. */
const table: Readonly<Record<Screen, Row>> = {
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

const staffScreens: ReadonlySet<Screen> = new Set([
  'monitor',
  'workbench',
  'data-stat-list',
  'drone-statistics',
  'stat-screen',
  'stat-overview',
  'firmware-list',
])
export const leasingScreens: readonly Screen[] = [
  'lease-data-stat',
  'client-list',
  'client-chart',
  'lease-list',
  'bill-list',
  'work-record',
  'operator-data-stat',
  'basic-price-list',
]

const keptByUserType = (screen: Screen, facts: CallerFacts): boolean => {
  switch (facts.userType) {
    case 2:
      return false
    case 3:
      return staffScreens.has(screen)
    case 6:
      return leasingScreens.includes(screen)
    default:
      return true
  }
}

/**
 * A sub-platform is a platform account with a tag; without a list of its own it is not narrowed.
 */
const keptBySubPlatform = (screen: Screen, facts: CallerFacts): boolean =>
  facts.accountType !== 'platform' ||
  facts.tag === null ||
  facts.accountScreens === null ||
  facts.accountScreens.includes(screen)

/** The screens that a caller has on a host, in the order of `screens`. */
export const listScreens = (facts: CallerFacts, theme: ThemeFacts): Screen[] => {
  // Until its account is passed, a person can only complete it, whatever else narrows; pilots have
  // no console at all.
  if (facts.checkStatus !== 'passed')
    return facts.userType === userTypeCodes.pilot ? [] : ['account-detail']
  return allScreens.filter((screen) => {
    const has = table[screen][facts.accountType] ?? false
    return (
      (has === true || (has !== false && has(facts, theme))) &&
      keptByUserType(screen, facts) &&
      keptBySubPlatform(screen, facts) &&
      !theme.screensRemoved.includes(screen)
    )
  })
}

/** The policy of a call, as the contract writes it. */
export type CallPolicy =
  | 'public'
  | { readonly screens?: readonly Screen[]; readonly right?: Right; readonly unchecked?: boolean }

/**
 * `unchecked`: the account has not been passed, and the call is not one of those that go without.
 */
export const mayCall = (
  policy: CallPolicy,
  caller: Pick<CallerFacts, 'checkStatus' | 'rights'>,
  screens: readonly Screen[],
): 'yes' | 'forbidden' | 'unchecked' => {
  if (policy === 'public') return 'yes'
  if (caller.checkStatus !== 'passed' && !policy.unchecked) return 'unchecked'
  if (policy.screens && !policy.screens.some((screen) => screens.includes(screen)))
    return 'forbidden'
  if (policy.right && !caller.rights.includes(policy.right)) return 'forbidden'
  return 'yes'
}

export type AccountFacts = {
  accountType: AccountType
  /** No account stands above it: of the platform's, the one that runs the service. */
  root: boolean
  tag: string | null
  /** What the codes of its region and of all within begin with: 3, 5, 7 or 9 digits. */
  regionPrefix: string
  /** Its own id and its descendants'. */
  accountIds: readonly string[]
}

/**
 * Whose rows exist. A sub-platform and a company below the platform see their own branch of the
 * tree.
 */
export const deriveScope = ({
  accountType,
  root,
  tag,
  regionPrefix,
  accountIds,
}: AccountFacts): Scope => {
  if (accountType === 'government') return { kind: 'region', prefix: regionPrefix }
  if (accountType !== 'platform') return { kind: 'accounts', accountIds, as: accountType }
  return root && tag === null
    ? { kind: 'all' }
    : { kind: 'accounts', accountIds, as: 'sub-platform' }
}
