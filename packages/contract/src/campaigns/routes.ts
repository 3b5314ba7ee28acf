import { groupControlRoutes } from './group-control.ts'
import { subsidyRoutes } from './subsidies.ts'
import { subsidyRuleRoutes } from './subsidy-rules.ts'
import { unifiedTaskStatRoutes } from './unified-task-stats.ts'
import { unifiedTaskRoutes } from './unified-tasks.ts'

export const campaignsRoutes = {
  ...groupControlRoutes,
  ...unifiedTaskRoutes,
  ...unifiedTaskStatRoutes,
  ...subsidyRuleRoutes,
  ...subsidyRoutes,
}
