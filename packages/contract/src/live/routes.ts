import { commandRoutes } from './commands.ts'
import { flightControlRoutes } from './flight-control.ts'
import { monitorRoutes } from './monitor.ts'

export const liveRoutes = { ...monitorRoutes, ...commandRoutes, ...flightControlRoutes }
