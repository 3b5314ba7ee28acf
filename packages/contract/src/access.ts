// The policy's facts, as the console gets them from the wire. No schema is needed for it, and none
// is imported.
import type { CallerFacts } from '@swath/domain/access/policy'
import { fromAccountTypeCode } from './account-type-codes.ts'
import type { UserInfo } from './auth.ts'

const operatorTypes = { 1: 'team', 2: 'personal' } as const

export const policyFactsOfUserInfo = (info: UserInfo): CallerFacts => ({
  accountType: fromAccountTypeCode(info.accountType)!, // every code of the schema has its word
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
