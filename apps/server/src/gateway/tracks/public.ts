// Public interface of stored tracks for other parts of the server.
export {
  bootsIn,
  DamagedTrack,
  pack,
  packPoints,
  packChecked,
  packTrack,
  pickPoints,
  readsPackedTracks,
  sha256,
  unpackPoints,
} from './chunk.ts'
export { computeAnomalyId, computeSortieId, computeSuspicionId } from './sortie-id.ts'
export { readKeptFlights, unpackFlights, type KeptFlight } from './kept-flights.ts'
export {
  listUnwritten,
  markTrackless,
  readStrips,
  writeStrips,
  type UnwrittenFlight,
} from './kept-strips.queries.ts'
export { awaitNewPoints, takeAwaited } from './awaited-points.queries.ts'
export {
  archivePlace,
  attachArchives,
  chunkColumns,
  withArchived,
  type StorePlace,
} from './archived-points.ts'
export {
  archiveMonth,
  deleteMonth,
  readsArchives,
  removeUnusedArchives,
  restoreMonth,
  type Archived,
} from './archive-months.ts'
export {
  dayOf,
  listArchivedMonths,
  monthOf,
  readTrackRetention,
  setTrackRetention,
  type Month,
  type TrackRetention,
} from './archives.queries.ts'
export { parquetName } from './archive-file.ts'
export { aloneInMonth } from './alone.queries.ts'
export { archiveDueMonths, mayArchive, monthsBefore } from './due-months.ts'
export { createMonths } from './months.queries.ts'
export { pointsIn, type StoredPoints } from './stored-points.ts'
export {
  fromAtOfFlights,
  longestChunkMs,
  readStoredPoints,
  storedBetween,
} from './stored-points.queries.ts'
