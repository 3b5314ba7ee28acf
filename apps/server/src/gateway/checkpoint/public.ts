// Public interface of the checkpoint, which writes waiting data as rows and finalizes landings.
export { startCheckpointTimer, type CheckpointTimer } from './checkpoint-timer.ts'
export { type ChunkRow } from './checkpoint.queries.ts'
export { flightsInTheAir } from './open-flights.queries.ts'
export { followAwaitedPoints, type AwaitedPoints } from './awaited-points.ts'
export { createCheckpoints } from './checkpoint.ts'
export { toChunkRows } from './chunk-rows.ts'
export { createLandingFinalizer } from './landing-finalizer.ts'
export { storeLog, type LogRejection } from './log-intake.ts'
