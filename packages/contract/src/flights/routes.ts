import { claimRoutes } from './claims.ts'
import { flightExportRoutes } from './flight-exports.ts'
import { flightLogRoutes } from './flight-logs.ts'
import { flightRoutes } from './flights.ts'
import { plotWorkRoutes } from './plot-work.ts'

export const flightsRoutes = {
  ...claimRoutes,
  ...flightRoutes,
  ...flightLogRoutes,
  ...flightExportRoutes,
  ...plotWorkRoutes,
}
