// Converts the signed-in user of the API to the facts that access policies use. Imports no schemas.
import type { CallerFacts } from '@swath/domain/access/policy-facts'
import { toAccountType } from './account-type-codes.ts'
import { toReview } from './review-codes.ts'
import type { UserInfo } from './auth.ts'

/** The signed-in user, with wire codes replaced by the names used in code. */
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
