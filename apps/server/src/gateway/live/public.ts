// Public interface of the live map: the state of every drone, and the socket that shows it.
export {
  keptColumnNames,
  keptNames,
  pickKept,
  type KeptMeasurements,
} from './drone-state-columns.ts'
export { type LiveFilters } from './live-access.ts'
export { isOfCondition } from './live-condition.ts'
export { type LiveDroneState } from './live-drone.ts'
export { replicateOverNats } from './live-replication.nats.ts'
export { replicateByPolling } from './live-replication.poll.ts'
export { attachLiveSocket } from './live-socket.ts'
export { createLiveState, type LiveState } from './live-state.ts'
