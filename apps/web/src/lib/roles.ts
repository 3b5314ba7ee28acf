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
