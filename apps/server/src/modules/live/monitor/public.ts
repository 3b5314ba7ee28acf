// What the workbench and the walls show of the fleet.
export { countLiveDrones, type LiveCounts } from './live-counts.ts'
export { countDrones } from './monitor.queries.ts'
