import type { UserType } from '@swath/domain/access/rights'

/** Names of the user types, as keys of app.json. */
export const roleTitles: Readonly<Record<UserType, string>> = {
  1: 'app:roleSuperAdmin',
  2: 'app:rolePilot',
  3: 'app:roleStaff',
  4: 'app:roleEnterpriseAdmin',
  5: 'app:roleBusinessAdmin',
  6: 'app:roleLeaseManager',
}
