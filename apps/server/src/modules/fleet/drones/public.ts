// What other features may use of the drones.
export { droneSums } from './drone-list.queries.ts'
export { keepParties, writeDrone } from './drone-changes.queries.ts'
