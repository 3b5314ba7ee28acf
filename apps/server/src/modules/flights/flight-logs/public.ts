// What other features use of flight logs.
export { insertLog, insertLogSortie, logRows } from './flight-logs.queries.ts'
export { newestTrack } from './stored-flights.queries.ts'
export { previewColumns } from './log-reader.ts'
export { runTask } from './log-tasks.ts'
