import type { AccountFields, AccountRow } from '@swath/contract/accounts'

// Texts for the codes of the wire.

export const accountTypes = [1, 2, 3, 4, 5] as const satisfies readonly AccountRow['accountType'][]
const typeWords: Readonly<Record<AccountRow['accountType'], string>> = {
  1: 'terms:platformOperator',
  2: 'terms:government',
  3: 'terms:manufacturer',
  4: 'terms:operator',
  5: 'terms:farmer',
}
export const typeWord = (type: AccountRow['accountType'], tag: string | null = null): string =>
  type === 1 && tag !== null ? 'terms:subPlatform' : typeWords[type]

export const operatorTypeWords: Readonly<Record<'1' | '2', string>> = {
  1: 'terms:team',
  2: 'accounts:personal',
}

export const statuses = [1, 2, 3] as const satisfies readonly AccountRow['checkStatus'][]

export const applyTypeWords: Readonly<Record<1 | 2, string>> = {
  1: 'terms:registration',
  2: 'accounts:applyModification',
}

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
