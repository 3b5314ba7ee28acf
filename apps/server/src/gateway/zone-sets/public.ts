// Public interface of the zone sets for other parts of the server.
export { boundsOfCell, cellAt, writeSetName } from './surroundings.ts'
export { startZoneDistributor, type ZoneDistributor } from './zone-distributor.ts'
export { type Format } from './zone-set.ts'
