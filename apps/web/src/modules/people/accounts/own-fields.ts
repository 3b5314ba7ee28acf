import type { AccountFacts, AccountFields } from '@swath/contract/account-fields'

/** What an account says of itself, for a form; what an older one lacks is asked for there. */
export const toOwnFields = (account: AccountFacts): AccountFields => ({
  accountName: account.accountName,
  regionCode: account.regionCode,
  contactName: account.contactName ?? '',
  contactPhone: account.contactPhone,
  contactAddress: account.contactAddress,
  email: account.email,
  legal: account.legal,
  creditCode: account.creditCode,
  busiLicense: account.busiLicense,
  companyLogo: account.companyLogo,
})
