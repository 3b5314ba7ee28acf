// What other features use of subsidies.
export { proposeByRecords } from './propose.ts'
export { countSubsidiesAtHand } from './subsidies-at-hand.queries.ts'
