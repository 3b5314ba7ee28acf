// What other features use of flights.
export { trackOf } from './tracks.ts'
export { eachFlight, extentOf, type FlightRecord } from './flights.queries.ts'
export { shownRows } from './tracks.ts'
