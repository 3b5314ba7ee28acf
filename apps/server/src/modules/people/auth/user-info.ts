import { dataScopeCodes } from '@swath/contract/people/data-scope-codes'
import { reviewCodes } from '@swath/contract/people/review-codes'
import { toAccountTypeCode } from '@swath/contract/people/account-type-codes'
import type { SignedIn, UserInfo } from '@swath/contract/people/auth'
import type { Caller } from '@swath/domain/access/caller'
import { callerAbilities } from '@swath/domain/access/caller-abilities'
import { regionAt } from '@swath/domain/region-code'
import { catalogLevelOf } from '../../../platform/access/catalog-level.ts'
import type { Person } from '../../../platform/auth/people.queries.ts'
import { parseSettings } from '../../../platform/auth/person-settings.ts'
import type { SignedInTokens } from '../../../platform/auth/session-tokens.ts'

/**
 * First and last three digits of a phone number with stars between; for an e-mail address the first
 * letter and the domain.
 */
export const masked = ({ phone, email }: Pick<Person, 'phone' | 'email'>): string => {
  if (phone === null) return (email ?? '').replace(/^(.).*@/, '$1***@')
  const number = phone.slice(phone.indexOf('-') + 1)
  return (
    number.slice(0, 3) +
    '*'.repeat(Math.max(3, number.length - 6)) +
    number.slice(Math.max(3, number.length - 3))
  )
}

/** The region codes of a government: province, city and county, down to the level of its region. */
const toRuleCodes = ({
  accountType,
  regionCode,
}: Person): Pick<UserInfo, 'ruleProvince' | 'ruleCity' | 'ruleCounty'> => {
  const at = (level: 'province' | 'city' | 'county'): string | null =>
    accountType === 'government' ? regionAt(regionCode, level) : null
  return { ruleProvince: at('province'), ruleCity: at('city'), ruleCounty: at('county') }
}

const operatorCode = ({ operatorType }: Caller): UserInfo['operatorType'] =>
  operatorType && ({ team: '1', personal: '2' } as const)[operatorType]

export const toUserInfo = (person: Person, caller: Caller): UserInfo => ({
  userId: caller.userId,
  phoneNum: masked(person),
  userName: caller.userName,
  userHeadUrl: person.headUrl,
  userType: caller.userType,
  dataScope: dataScopeCodes[caller.personal ? 'personal' : 'enterprise'],
  accountType: toAccountTypeCode(caller.accountType) as UserInfo['accountType'],
  operatorType: operatorCode(caller),
  teamType: operatorCode(caller),
  accountCatalogLevel: catalogLevelOf(person.path),
  accountId: caller.accountId,
  accountName: caller.accountName,
  accountLogo: person.logoUrl,
  checkStatus: reviewCodes[caller.checkStatus],
  tag: caller.tag,
  accountScreens: caller.accountScreens && [...caller.accountScreens],
  vipLevel: caller.vipLevel,
  canCreateSub: caller.canCreateSub,
  leaseAccount: caller.leaseAccount,
  tenant: caller.tenant,
  ...toRuleCodes(person),
  adCode: caller.regionCode,
  timeZone: caller.timeZone,
  rights: [...caller.rights],
  can: callerAbilities(caller),
  settings: parseSettings(person),
})

export const signedIn = ({
  tokens,
  person,
  caller,
}: {
  tokens: SignedInTokens
  person: Person
  caller: Caller
}): SignedIn => ({ ...tokens, userInfo: toUserInfo(person, caller) })
