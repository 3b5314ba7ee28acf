// The only policy of screens, permitted calls and visible rows (docs/decisions on access). The
// server's guard, the side menu and the route guard all use it; the golden test pins every
// combination.
import type { CallerFacts, ThemeFacts } from './policy-facts.ts'
import { userTypeCodes } from './rights.ts'
import type { Scope } from './caller.ts'
import type { Right } from './rights.ts'
import {
  screenHolders,
  screens as allScreens,
  type AccountType,
  type Screen,
  type ScreenCondition,
} from './screens.ts'

const conditions: Readonly<
  Record<ScreenCondition, (facts: CallerFacts, theme: ThemeFacts) => boolean>
> = {
  always: () => true,
  hasStaff: (facts) => facts.operatorType !== 'personal',
  createsSubAccounts: (facts) => facts.canCreateSub,
  viewsSystemLog: (facts) => facts.rights.includes('systemLog.view'),
  // Screens that run the service as a whole are not available to sub-platforms.
  runsService: (facts) => facts.tag === null && facts.rights.includes('systemLog.view'),
  sendsBulletins: (facts) => facts.rights.includes('bulletin.send'),
  isVip: (facts) => facts.vipLevel >= 1,
  isLessor: (facts) => facts.leaseAccount,
  isLessorOrTenant: (facts) => facts.leaseAccount || facts.tenant,
  themeHasWorkbench: (_facts, theme) => theme.hasWorkbench,
  themeHasStatScreen: (_facts, theme) => theme.hasStatScreen,
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

/** A sub-platform is a platform account with a tag; without its own list it is not narrowed. */
const keptBySubPlatform = (screen: Screen, facts: CallerFacts): boolean =>
  facts.accountType !== 'platform' ||
  facts.tag === null ||
  facts.accountScreens === null ||
  facts.accountScreens.includes(screen)

/** The screens that a caller has on a host, in the order of `screens`. */
export const listScreens = (facts: CallerFacts, theme: ThemeFacts): Screen[] => {
  // Until the account is approved, its members can only complete its details, regardless of other
  // limits. Pilots have no console at all.
  if (facts.checkStatus !== 'passed')
    return facts.userType === userTypeCodes.pilot ? [] : ['account-detail']
  return allScreens.filter((screen) => {
    const condition = screenHolders[screen][facts.accountType]
    return (
      condition !== undefined &&
      conditions[condition](facts, theme) &&
      keptByUserType(screen, facts) &&
      keptBySubPlatform(screen, facts) &&
      !theme.screensRemoved.includes(screen)
    )
  })
}

/** The policy of a call, as declared in the contract. */
export type CallPolicy =
  | 'public'
  | { readonly screens?: readonly Screen[]; readonly right?: Right; readonly unchecked?: boolean }

/** `unchecked`: the account is not approved, and the call requires that it is. */
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
  /** The account has no parent. Among platform accounts, this is the one that runs the service. */
  root: boolean
  tag: string | null
  /** Common prefix of the codes of its region and all regions within: 3, 5, 7 or 9 digits. */
  regionPrefix: string
  /** Its own id and its descendants'. */
  accountIds: readonly string[]
}

/**
 * The scope of an account. A sub-platform and a company below the platform see their own branch of
 * the account tree.
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
