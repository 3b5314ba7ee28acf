// What other modules use of this one.
export { commandHandlers } from './commands/commands.routes.ts'
export { checkRoute } from './commands/route-check.ts'
export { type LiveCounts, countLiveDrones } from './monitor/live-counts.ts'
export { countDrones } from './monitor/monitor.queries.ts'
