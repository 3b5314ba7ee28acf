import type { SignedInUser } from '@swath/contract/people/access'
import type { UserType } from '@swath/domain/access/rights'

/** Names of the user types, as keys of texts. */
export const roleTitles: Readonly<Record<UserType, string>> = {
  1: 'terms:superAdministrator',
  2: 'terms:pilot',
  3: 'terms:staff',
  4: 'terms:enterpriseAdministrator',
  5: 'terms:businessAdministrator',
  6: 'terms:leaseManager',
}

/**
 * The name of a person's role: farmers and single operators administer no one, so they get other
 * names.
 */
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
