import { accountRoutes } from './accounts.ts'
import { apiKeyRoutes } from './api-keys.ts'
import { authRoutes } from './auth.ts'
import { listViewRoutes } from './list-views.ts'
import { memberFactorRoutes } from './member-factors.ts'
import { memberRoutes } from './members.ts'
import { organisationSignInRoutes } from './organisation-sign-in.ts'
import { profileRoutes } from './profile.ts'
import { regionRoutes } from './regions.ts'
import { registrationRoutes } from './registration.ts'
import { secondFactorRoutes } from './second-factor.ts'
import { sessionRoutes } from './sessions.ts'
import { systemLogRoutes } from './system-logs.ts'
import { teamRoutes } from './teams.ts'

export const peopleRoutes = {
  ...authRoutes,
  ...registrationRoutes,
  ...accountRoutes,
  ...profileRoutes,
  ...listViewRoutes,
  ...secondFactorRoutes,
  ...organisationSignInRoutes,
  ...sessionRoutes,
  ...apiKeyRoutes,
  ...regionRoutes,
  ...memberRoutes,
  ...memberFactorRoutes,
  ...teamRoutes,
  ...systemLogRoutes,
}
