// Every call of the server, by the name that both sides use.
import type { Route } from './kit.ts'
import { accessoryRoutes } from './accessories.ts'
import { accountRoutes } from './accounts.ts'
import { alarmDeskRoutes } from './alarm-desk.ts'
import { alarmSettingRoutes } from './alarm-settings.ts'
import { anomalyRoutes } from './anomalies.ts'
import { appLogRoutes } from './app-logs.ts'
import { appVersionRoutes } from './app-versions.ts'
import { authRoutes } from './auth.ts'
import { bulletinRoutes } from './bulletins.ts'
import { chemicals } from './chemicals.ts'
import { crops } from './crops.ts'
import { claimRoutes } from './claims.ts'
import { dashboardOverviewRoutes } from './dashboard-overview.ts'
import { dashboardRoutes } from './dashboard.ts'
import { dataStatRoutes } from './data-stats.ts'
import { demonstrationRoutes } from './demonstration.ts'
import { commandRoutes } from './commands.ts'
import { droneModelRoutes } from './drone-models.ts'
import { droneStatisticRoutes } from './drone-statistics.ts'
import { droneRoutes } from './drones.ts'
import { fileRoutes } from './files.ts'
import { firmwareRoutes } from './firmware.ts'
import { flightExportRoutes } from './flight-exports.ts'
import { flightControlRoutes } from './flight-control.ts'
import { flightLogRoutes } from './flight-logs.ts'
import { flightRoutes } from './flights.ts'
import { leaseBillingRoutes } from './lease-billing.ts'
import { leasingRoutes } from './leasing.ts'
import { groundStationRoutes } from './ground-station-config.ts'
import { groupControlRoutes } from './group-control.ts'
import { memberRoutes } from './members.ts'
import { monitorRoutes } from './monitor.ts'
import { geometryImportRoutes } from './geometry-imports.ts'
import { noFlyZoneRoutes } from './no-fly-zones.ts'
import { invoiceRoutes } from './invoices.ts'
import { jobRoutes } from './jobs.ts'
import { listViewRoutes } from './list-views.ts'
import { orderRoutes } from './orders.ts'
import { paymentRoutes } from './payments.ts'
import { plotRoutes } from './plots.ts'
import { plotWorkRoutes } from './plot-work.ts'
import { profileRoutes } from './profile.ts'
import { rtkRoutes } from './rtk.ts'
import { regionRoutes } from './regions.ts'
import { registrationRoutes } from './registration.ts'
import { sessionRoutes } from './sessions.ts'
import { systemLogRoutes } from './system-logs.ts'
import { subsidyRoutes } from './subsidies.ts'
import { subsidyRuleRoutes } from './subsidy-rules.ts'
import { unifiedTaskRoutes } from './unified-tasks.ts'
import { unifiedTaskStatRoutes } from './unified-task-stats.ts'
import { teamRoutes } from './teams.ts'
import { workTypes } from './work-types.ts'
import { workbenchRoutes } from './workbench.ts'

export const api = {
  ...authRoutes,
  ...registrationRoutes,
  ...demonstrationRoutes,
  ...accountRoutes,
  ...fileRoutes,
  ...profileRoutes,
  ...listViewRoutes,
  ...sessionRoutes,
  ...regionRoutes,
  ...monitorRoutes,
  ...workbenchRoutes,
  ...anomalyRoutes,
  ...alarmDeskRoutes,
  ...bulletinRoutes,
  ...claimRoutes,
  ...alarmSettingRoutes,
  ...droneRoutes,
  ...droneModelRoutes,
  ...appLogRoutes,
  ...firmwareRoutes,
  ...appVersionRoutes,
  ...rtkRoutes,
  ...groundStationRoutes,
  ...accessoryRoutes,
  ...commandRoutes,
  ...flightControlRoutes,
  ...groupControlRoutes,
  ...flightRoutes,
  ...flightLogRoutes,
  ...flightExportRoutes,
  ...noFlyZoneRoutes,
  ...plotRoutes,
  ...plotWorkRoutes,
  ...chemicals.routes,
  ...crops.routes,
  ...workTypes.routes,
  ...unifiedTaskRoutes,
  ...unifiedTaskStatRoutes,
  ...subsidyRuleRoutes,
  ...subsidyRoutes,
  ...geometryImportRoutes,
  ...dataStatRoutes,
  ...droneStatisticRoutes,
  ...memberRoutes,
  ...teamRoutes,
  ...leasingRoutes,
  ...orderRoutes,
  ...paymentRoutes,
  ...invoiceRoutes,
  ...leaseBillingRoutes,
  ...systemLogRoutes,
  ...jobRoutes,
  ...dashboardRoutes,
  ...dashboardOverviewRoutes,
} as const satisfies Record<string, Route>

export type Api = typeof api
export type Operation = keyof Api
