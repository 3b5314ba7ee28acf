// What other features use of no-fly zones.
export { enabledZonesWithin } from './no-fly-zones.queries.ts'
export { presentGround, toAirZone } from './zone-answers.ts'
export { recordImportedZone, takeBackZones } from './zone-import.ts'
export { findHolding } from './zone-holders.queries.ts'
