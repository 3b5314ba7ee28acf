import { dashboardRoutes } from './dashboard.ts'
import { dashboardOverviewRoutes } from './dashboard-overview.ts'
import { dataStatRoutes } from './data-stats.ts'
import { droneStatisticRoutes } from './drone-statistics.ts'

/** The calls of this module. */
export const figuresRoutes = {
  ...dataStatRoutes,
  ...droneStatisticRoutes,
  ...dashboardRoutes,
  ...dashboardOverviewRoutes,
}
