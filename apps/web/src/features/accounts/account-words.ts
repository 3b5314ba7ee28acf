import type { AccountFields, AccountRow } from '@swath/contract/accounts'

// Texts for the codes of the wire.

export const accountTypes = [1, 2, 3, 4, 5] as const satisfies readonly AccountRow['accountType'][]
const typeWords: Readonly<Record<AccountRow['accountType'], string>> = {
  1: 'accounts:typePlatform',
  2: 'accounts:typeGovernment',
  3: 'accounts:typeManufacturer',
  4: 'accounts:typeOperator',
  5: 'accounts:typeFarmer',
}
export const typeWord = (type: AccountRow['accountType'], tag: string | null = null): string =>
  type === 1 && tag !== null ? 'accounts:typeSubPlatform' : typeWords[type]

export const operatorTypeWords: Readonly<Record<'1' | '2', string>> = {
  1: 'accounts:team',
  2: 'accounts:personal',
}

export const statuses = [1, 2, 3] as const satisfies readonly AccountRow['checkStatus'][]

export const applyTypeWords: Readonly<Record<1 | 2, string>> = {
  1: 'accounts:applyRegistration',
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
