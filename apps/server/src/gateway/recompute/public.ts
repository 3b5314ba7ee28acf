// Public interface of recomputation, which derives records and anomalies from stored data.
export { chosenSettings, claimThresholdsOn, settingsOn } from './alarm-settings.queries.ts'
export { workOutAgain } from './again.queries.ts'
export { assignTasks, assignTasksAgain } from './assign-tasks.ts'
export { raiseAnomaly } from './anomalies.queries.ts'
export { plotsBelow } from './flying-drone.queries.ts'
export type { Derivation } from './derivation.ts'
export { createRecomputer, type Recomputer } from './recomputer.ts'
export { coverEvents, type FlightEvents } from './flight-events.ts'
export { readFlightEvents } from './flight-events.queries.ts'
export { noteMade } from './record-made.queries.ts'
export { hashOfRow, recordHash, writeRecords } from './record-chain.queries.ts'
export {
  checkRecord,
  checkRecordChain,
  recordIntact,
  type RecordProof,
} from './record-check.queries.ts'
export { readTrackHash } from './track-hash.ts'
export { followZones } from './zones-in-force.ts'
export { judgeWeather } from './judge-weather.ts'
export { triesAtMost, weatherColumns } from './weather.queries.ts'
export { replaceSharedSuspicions, type SuspicionRow } from './claims.queries.ts'
