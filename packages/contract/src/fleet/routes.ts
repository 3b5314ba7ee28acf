import { droneModelRoutes } from './drone-models.ts'
import { droneRoutes } from './drones.ts'

/** The calls of this module. */
export const fleetRoutes = { ...droneRoutes, ...droneModelRoutes }
