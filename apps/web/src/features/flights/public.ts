// What other features use of past flights.
export { anomalyWords, modeWords } from './flight-words.ts'
export { HistoryMap, boundsOfTracks } from './history-map.tsx'
export { useFreeMap } from './use-free-map.ts'
