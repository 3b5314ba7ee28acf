import type { AccountFacts, AccountFields } from '@swath/contract/people/account-fields'

/** An account's own fields, for a form; fields missing in an older one are required there. */
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
