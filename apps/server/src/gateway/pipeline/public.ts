// What other parts of the server use of the pipeline: what happens to a message after the
// endpoint.
export { createAlarms } from './alarms.ts'
export { type PipelineDroneState, type StateReport } from './pipeline-drone-state.ts'
export { createPipeline, type Pipeline } from './pipeline.ts'
