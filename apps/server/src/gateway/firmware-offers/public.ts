// What other parts of the server use of firmware on its way to drones.
export { startOfferDispatcher, type OfferDispatcher } from './offer-dispatcher.ts'
export { lockRollout, tallyRollout, type RolloutRow } from './offers.queries.ts'
export { continueRollouts, noteWord, steerRollout } from './rollout-progress.ts'
