// The host's theme and the signed-in person, for tests and for the gallery of components.
import { toAccountType } from '@swath/contract/people/account-type-codes'
import type { Theme, UserInfo } from '@swath/contract/people/auth'
import { callerAbilities } from '@swath/domain/access/caller-abilities'
import { rightsByUserType, type UserType } from '@swath/domain/access/rights'

export const theme: Theme = {
  name: 'test',
  productName: 'Swath',
  logo: null,
  favicon: null,
  slides: [],
  loginLayout: 'china',
  languages: ['en', 'th'],
  defaultCountryCode: '+86',
  countryCodes: ['+86', '+66'],
  map: { center: [104, 35], zoom: 3.5, crs: 'wgs84', boundaries: 'china' },
  hasWorkbench: true,
  hasStatScreen: true,
  screensRemoved: [],
  brand: {},
  mapStyleUrl: null,
  mapRasterUrl: null,
  mapRasterCredits: null,
  mapWeatherUrl: null,
  mapWeatherCredits: null,
  mapArchives: [],
  demonstration: null,
}

/** Abilities as returned by the server for a person with all rights within their own account. */
const toAbilities = ({ accountType = 1, userType = 1, rights }: Partial<UserInfo>) => {
  const type = toAccountType(accountType)
  return callerAbilities({
    rights: rights ?? rightsByUserType[userType],
    scope:
      type === 'platform'
        ? { kind: 'all' }
        : type === 'government'
          ? { kind: 'region', prefix: '156' }
          : { kind: 'accounts', accountIds: [], as: type },
  })
}

export const person = (values: Partial<UserInfo> = {}): UserInfo => ({
  userId: '0190a000-0000-7000-8000-000000000001',
  phoneNum: '138*****001',
  userName: 'Wang',
  userHeadUrl: null,
  userType: 1,
  dataScope: 1,
  accountType: 1,
  operatorType: null,
  teamType: null,
  accountCatalogLevel: 1,
  accountId: '0190a000-0000-7000-8000-0000000000aa',
  accountName: 'Platform',
  accountLogo: null,
  checkStatus: 2,
  tag: null,
  accountScreens: null,
  vipLevel: 0,
  canCreateSub: false,
  leaseAccount: false,
  tenant: false,
  ruleProvince: null,
  ruleCity: null,
  ruleCounty: null,
  adCode: '156000000',
  timeZone: 'Asia/Shanghai',
  rights: [...rightsByUserType[(values.userType ?? 1) as UserType]],
  settings: { language: null, areaUnit: null, newsSeen: null },
  can: toAbilities(values),
  ...values,
})
