// What other features use of past flights.
export { modeLabels } from './flight.labels.ts'
export { HistoryMap, boundsOfTracks } from './history/history-map.tsx'
export { TrackLayer } from './track/track-layer.ts'
export { weatherLines } from './weather-lines.ts'
