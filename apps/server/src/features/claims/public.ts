// What other features show of suspected false claims.
export { suspicionsAmong, suspicionsOf, undecidedAmong } from './claims.queries.ts'
export { presentFlightSuspicion } from './present-suspicion.ts'
