import { commandRoutes } from './commands.ts'
import { flightControlRoutes } from './flight-control.ts'
import { monitorRoutes } from './monitor.ts'

/** The calls of this module. */
export const liveRoutes = { ...monitorRoutes, ...commandRoutes, ...flightControlRoutes }
