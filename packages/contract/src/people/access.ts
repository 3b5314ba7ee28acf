// The policy's facts, as the console gets them from the wire. No schema is needed for it, and none
// is imported.
import type { CallerFacts } from '@swath/domain/access/policy-facts'
import { toAccountType } from './account-type-codes.ts'
import { toReview } from './review-codes.ts'
import type { UserInfo } from './auth.ts'

/** The signed-in user, with codes translated into the names that the code uses. */
export type SignedInUser = Omit<UserInfo, 'accountType' | 'checkStatus'> &
  Pick<CallerFacts, 'accountType' | 'checkStatus'>
export const userOfWire = (info: UserInfo): SignedInUser => ({
  ...info,
  accountType: toAccountType(info.accountType),
  checkStatus: toReview(info.checkStatus),
})

const operatorTypes = { 1: 'team', 2: 'personal' } as const

export const toPolicyFacts = (info: SignedInUser): CallerFacts => ({
  accountType: info.accountType,
  operatorType: info.operatorType === null ? null : operatorTypes[info.operatorType],
  userType: info.userType,
  checkStatus: info.checkStatus,
  tag: info.tag,
  accountScreens: info.accountScreens,
  vipLevel: info.vipLevel,
  canCreateSub: info.canCreateSub,
  leaseAccount: info.leaseAccount,
  tenant: info.tenant,
  rights: info.rights,
})
