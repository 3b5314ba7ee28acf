// The entry point of this module for other modules.
export { commandHandlers } from './commands/commands.routes.ts'
export { checkRoute } from './commands/route-check.ts'
export { type LiveCounts, countLiveDrones } from './monitor/live-counts.ts'
export { countDrones } from './monitor/monitor.queries.ts'
