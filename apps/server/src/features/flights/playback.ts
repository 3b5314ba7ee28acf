// Tracks of many flights in one answer: the stored columns, with what playback does not show left
// out.
import type { ColumnName } from '@swath/domain/telemetry-point'
import { encodeTrack, pickColumns } from '@swath/domain/track-columns'
import { unpackTrack, pointsOf } from '../../gateway/tracks/public.ts'
import type { Db } from '../../platform/database/database.ts'
import { storedTracks, type PlayedRecord } from './playback.queries.ts'

/** Columns that leave the house: what the device calls its runs and counts is nobody's to see. */
const shown: ReadonlySet<ColumnName> = new Set([
  'tMs',
  'lng',
  'lat',
  'heightM',
  'speedMs',
  'headingDeg',
  'flowLMin',
  'pumpOn',
  'widthM',
  'batteryPercent',
] as const)

const headOf = (sortieId: string, length: number): Buffer => {
  const head = Buffer.alloc(20)
  head.write(sortieId.replaceAll('-', ''), 'hex')
  head.writeUInt32LE(length, 16)
  return head
}

/** @throws when a stored track cannot be read: the database is damaged */
const columnsOf = (track: Uint8Array): Uint8Array => {
  const columns = pickColumns(track, shown)
  if (!columns) throw new Error('A track cannot be read')
  return columns
}

/** Flights without points are left out. */
export const playbackTracks = async (db: Db, flights: readonly PlayedRecord[]): Promise<Buffer> => {
  const stored = await storedTracks(
    db,
    flights.map(({ drone_id, id }) => ({ drone_id, id })),
  )
  const parts: Uint8Array[] = []
  for (const flight of flights) {
    const chunk = stored.get(flight.id)
    const track = chunk
      ? unpackTrack(chunk)
      : encodeTrack(await pointsOf(db, flight.drone_id, flight))
    const columns = columnsOf(track)
    parts.push(headOf(flight.id, columns.length), columns)
  }
  return Buffer.concat(parts)
}
