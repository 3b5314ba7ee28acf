// What other features use of flights.
export { shownPoints, thinned, trackOf } from './tracks.ts'
export { eachFlight, extentOf, type FlightRecord } from './flights.queries.ts'
