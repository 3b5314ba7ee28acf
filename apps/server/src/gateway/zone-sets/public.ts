// What other rooms use of the zones that drones hold.
export { boundsOfCell, cellAt, writeSetName } from './surroundings.ts'
export { startZoneDistributor, type ZoneDistributor } from './zone-distributor.ts'
export { type Format } from './zone-set.ts'
