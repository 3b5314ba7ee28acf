// What other features use of no-fly zones.
export { enabledZonesWithin } from './no-fly-zones.queries.ts'
export { toShape } from './zone-answers.ts'
