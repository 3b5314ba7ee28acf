import { dashboardRoutes } from './dashboard.ts'
import { dashboardOverviewRoutes } from './dashboard-overview.ts'
import { dataStatRoutes } from './data-stats.ts'
import { droneStatisticRoutes } from './drone-statistics.ts'

export const figuresRoutes = {
  ...dataStatRoutes,
  ...droneStatisticRoutes,
  ...dashboardRoutes,
  ...dashboardOverviewRoutes,
}
