// What other features show of suspected false claims.
export { suspicionRows, suspicionsAmong, suspicionsOf, undecidedAmong } from './claims.queries.ts'
export { presentFlightSuspicion } from './present-suspicion.ts'
