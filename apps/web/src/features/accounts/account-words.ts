import {
  accountApplicationList,
  accountList,
  type AccountFields,
  type AccountRow,
} from '@swath/contract/accounts'

// Texts for the codes of the wire.

const typeWords = accountList.columns.accountType.words
export const typeWord = (type: AccountRow['accountType'], tag: string | null = null): string =>
  type === 1 && tag !== null ? 'terms:subPlatform' : typeWords[type]

export const operatorTypeWords = accountList.columns.operatorType.words
export const applyTypeWords = accountApplicationList.columns.applyType.words

/** What an account says of itself, in the order in which it is read. */
export const ownFieldWords: Readonly<Record<keyof AccountFields, string>> = {
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
