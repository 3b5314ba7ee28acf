// What other features use of flights.
export { shownPoints, thinned, toTrack } from './tracks.ts'
export { eachFlight, measureExtent, type FlightRecord } from './flights.queries.ts'
export { describeFlight } from './describe-flight.ts'
