import { accessoryRoutes } from './accessories.ts'
import { appLogRoutes } from './app-logs.ts'
import { appVersionRoutes } from './app-versions.ts'
import { firmwareRoutes } from './firmware.ts'
import { groundStationRoutes } from './ground-station-config.ts'
import { rtkRoutes } from './rtk.ts'

export const gearRoutes = {
  ...appLogRoutes,
  ...firmwareRoutes,
  ...appVersionRoutes,
  ...rtkRoutes,
  ...groundStationRoutes,
  ...accessoryRoutes,
}
