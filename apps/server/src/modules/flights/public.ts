// The entry point of this module for other modules.
export { suspicionRows, undecidedAmong } from './claims/claims.queries.ts'
export { insertLog, insertLogSortie, logRows } from './flight-logs/flight-logs.queries.ts'
export { previewColumns } from './flight-logs/log-reader.ts'
export { runTask } from './flight-logs/log-tasks.ts'
export { newestTrack } from './flight-logs/stored-flights.queries.ts'
export { describeFlight } from './flights/describe-flight.ts'
export { shownPoints, thinned } from './flights/tracks.ts'
export { groundOfFlights } from './plot-work/plot-ground.ts'
