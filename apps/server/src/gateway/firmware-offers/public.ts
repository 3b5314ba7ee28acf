// Public interface of firmware offers for other parts of the server.
export { startOfferDispatcher, type OfferDispatcher } from './offer-dispatcher.ts'
export { lockRollout, tallyRollout, type RolloutRow } from './offers.queries.ts'
export { continueRollouts, noteWord, steerRollout } from './rollout-progress.ts'
