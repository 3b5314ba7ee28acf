import { accountRoutes } from './accounts.ts'
import { authRoutes } from './auth.ts'
import { listViewRoutes } from './list-views.ts'
import { memberRoutes } from './members.ts'
import { profileRoutes } from './profile.ts'
import { regionRoutes } from './regions.ts'
import { registrationRoutes } from './registration.ts'
import { sessionRoutes } from './sessions.ts'
import { systemLogRoutes } from './system-logs.ts'
import { teamRoutes } from './teams.ts'

export const peopleRoutes = {
  ...authRoutes,
  ...registrationRoutes,
  ...accountRoutes,
  ...profileRoutes,
  ...listViewRoutes,
  ...sessionRoutes,
  ...regionRoutes,
  ...memberRoutes,
  ...teamRoutes,
  ...systemLogRoutes,
}
