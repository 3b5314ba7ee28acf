import { droneModelRoutes } from './drone-models.ts'
import { droneRoutes } from './drones.ts'

export const fleetRoutes = { ...droneRoutes, ...droneModelRoutes }
