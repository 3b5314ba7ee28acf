import type { Caller } from './caller.ts'
import type { Screen } from './screens.ts'

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
