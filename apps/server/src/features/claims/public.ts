// What other features show of suspected false claims.
export { suspicionsOf } from './claims.queries.ts'
export { presentSuspicion } from './present-suspicion.ts'
