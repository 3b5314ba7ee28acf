import type { AccountFacts, AccountFields } from '@swath/contract/people/account-fields'

/**
 * The form values of an account's own fields. Values that an older account lacks are empty, and
 * required by the form.
 */
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
