import { toAccountType, toAccountTypeCode } from '@swath/contract/people/account-type-codes'
import { accountApplicationList } from '@swath/contract/people/account-applications'
import { accountList, type AccountRow } from '@swath/contract/people/accounts'
import { type AccountFields } from '@swath/contract/people/account-fields'
import type { AccountType } from '@swath/domain/access/screens'

// Labels for the API's codes.

const typeLabels = accountList.columns.accountType.labels
export const typeWord = (code: AccountRow['accountType'], tag: string | null = null): string =>
  toAccountType(code) === 'platform' && tag !== null ? 'terms:subPlatform' : typeLabels[code]
export const typeText = (type: AccountType, tag: string | null = null): string =>
  typeWord(toAccountTypeCode(type) as AccountRow['accountType'], tag)

export const operatorTypeLabels = accountList.columns.operatorType.labels
export const applyTypeLabels = accountApplicationList.columns.applyType.labels

/** An account's own fields, in display order. */
export const ownFieldLabels: Readonly<Record<keyof AccountFields, string>> = {
  accountName: 'accounts:accountName',
  regionCode: 'accounts:region',
  contactName: 'accounts:contactName',
  contactPhone: 'accounts:contactPhone',
  contactAddress: 'accounts:contactAddress',
  email: 'accounts:email',
  legal: 'accounts:legal',
  creditCode: 'accounts:creditCode',
  busiLicense: 'accounts:busiLicense',
  companyLogo: 'accounts:companyLogo',
}
