// Parts of this module that the program starts.
import type { ModuleParts } from '../module-parts.ts'
import { monitorHandlers } from './monitor/monitor.routes.ts'
import { commandHandlers } from './commands/commands.routes.ts'
import { flightControlHandlers } from './flight-control/flight-control.routes.ts'

export const createHandlers = ({ live, services }: ModuleParts) => ({
  ...monitorHandlers(services, live),
  ...commandHandlers(services),
  ...flightControlHandlers(services, live),
})
