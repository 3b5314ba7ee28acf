import type { SignedInUser } from '@swath/contract/people/access'
import type { UserType } from '@swath/domain/access/rights'

/** Names of the user types, as keys of app.json. */
export const roleTitles: Readonly<Record<UserType, string>> = {
  1: 'terms:superAdministrator',
  2: 'terms:pilot',
  3: 'terms:staff',
  4: 'terms:enterpriseAdministrator',
  5: 'terms:businessAdministrator',
  6: 'terms:leaseManager',
}

/** Label of a person's role: a farmer and a single operator administer no one. */
export const roleTitle = ({
  userType,
  accountType,
  operatorType,
}: Pick<SignedInUser, 'userType' | 'accountType' | 'operatorType'>): string =>
  accountType === 'farmer'
    ? 'terms:farmer'
    : // works alone
      operatorType === '2'
      ? 'app:personalOperator'
      : roleTitles[userType]
