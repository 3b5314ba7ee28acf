// What the workbench shows of the fleet.
export { countLiveDrones, type LiveCounts } from './live-counts.ts'
export { countDrones } from './monitor.queries.ts'
