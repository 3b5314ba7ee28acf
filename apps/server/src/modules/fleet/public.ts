// The entry point of this module for other modules.
export { keepParties, writeDrone } from './drones/drone-changes.queries.ts'
export { droneSums } from './drones/drone-list.queries.ts'
