// Parts of this module that the program starts.
import type { ModuleParts } from '../module-parts.ts'
import { droneHandlers } from './drones/drones.routes.ts'
import { droneModelHandlers } from './drone-models/drone-models.routes.ts'

export const createHandlers = ({ mqttPort, services }: ModuleParts) => ({
  ...droneHandlers(services, { port: mqttPort }),
  ...droneModelHandlers(services),
})
