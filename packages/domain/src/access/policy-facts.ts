import type { Caller } from './caller.ts'
import type { Screen } from './screens.ts'

/**
 * Facts about a caller that the policy needs. Both the server's caller and the console's user info
 * provide them.
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

/** Facts about the host's theme that the policy needs. */
export type ThemeFacts = {
  hasWorkbench: boolean
  hasStatScreen: boolean
  screensRemoved: readonly Screen[]
}
