// Separate from the schemas, so that the console's first page does not have to load them.
import type { AccountType } from '@swath/domain/access/screens'

const accountTypeCodes = {
  platform: 1,
  government: 2,
  manufacturer: 3,
  operator: 4,
  farmer: 5,
} as const satisfies Record<AccountType, number>
export const toAccountTypeCode = (type: AccountType): number => accountTypeCodes[type]
export const fromAccountTypeCode = (code: number): AccountType | undefined =>
  (Object.keys(accountTypeCodes) as AccountType[]).find((type) => accountTypeCodes[type] === code)
/** For codes that a schema has validated: each has a name. */
export const toAccountType = (code: 1 | 2 | 3 | 4 | 5): AccountType => fromAccountTypeCode(code)!
