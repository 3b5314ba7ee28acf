// Public interface of the pipeline, which processes messages after the endpoint.
export { createAlarms } from './alarms.ts'
export {
  emptyTimeRange,
  widen,
  type PipelineDroneState,
  type StateReport,
} from './pipeline-drone-state.ts'
export { createPipeline, type Pipeline } from './pipeline.ts'
