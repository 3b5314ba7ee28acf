// Tracks of many flights in one response: the stored columns, without those that playback does not
// show.
import type { ColumnName } from '@swath/domain/telemetry-point'
import {
  awaitNewPoints,
  readStoredPoints,
  type StoredPoints,
} from '../../../gateway/tracks/public.ts'
import type { Db } from '../../../platform/database/database.ts'
import { storedTracks, type PlayedRecord } from './playback.queries.ts'

/** Columns that are sent; the device's boots and counters are internal. */
export const playedColumns: ReadonlySet<ColumnName> = new Set([
  'tMs',
  'lng',
  'lat',
  'heightM',
  'speedMs',
  'headingDeg',
  'flowLMin',
  'pumpOn',
  'swathWidthM',
  'batteryPercent',
] as const)

const encodeHead = (sortieId: string, length: number): Buffer => {
  const head = Buffer.alloc(20)
  head.write(sortieId.replaceAll('-', ''), 'hex')
  head.writeUInt32LE(length, 16)
  return head
}

/** Flights without points are left out. */
export const playbackTracks = async (
  db: Db,
  flights: readonly PlayedRecord[],
  view: (stored: StoredPoints) => Promise<Uint8Array>,
): Promise<Buffer> => {
  const stored = await storedTracks(db, flights)
  await awaitNewPoints(
    db,
    flights
      .filter(({ id, state }) => state === 'open' && !stored.has(id))
      .map((one) => one.drone_id),
  )
  const parts: Uint8Array[] = []
  for (const flight of flights) {
    const columns = await view(
      stored.get(flight.id) ?? (await readStoredPoints(db, flight.drone_id, flight)),
    )
    parts.push(encodeHead(flight.id, columns.length), columns)
  }
  return Buffer.concat(parts)
}
