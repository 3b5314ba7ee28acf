// What other modules use of this one.
export { keepParties, writeDrone } from './drones/drone-changes.queries.ts'
export { droneSums } from './drones/drone-list.queries.ts'
