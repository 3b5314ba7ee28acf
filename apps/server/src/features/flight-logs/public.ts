// What other features use of flight logs.
export { insertLog, insertLogSortie, newestTrack } from './flight-logs.queries.ts'
export { pieceKey } from './log-pieces.ts'
export { previewColumns } from './log-reader.ts'
export { runTask } from './log-tasks.ts'
