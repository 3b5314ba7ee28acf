// Points as stored in track_chunk.columns: the domain's column bytes, compressed, until a flight is
// closed; then packed (decision 139). Everything that was ever stored is read.
import { createHash, hash as hashOnce } from 'node:crypto'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { ColumnName, PointColumns } from '@swath/domain/telemetry-point'
import {
  bootsOfTrack,
  decodeTrack,
  encodeTrack,
  pickColumns,
  type TrackDecoding,
} from '@swath/domain/track-columns'
import {
  bootsOfPackedTrack,
  isPacked,
  packTrack as packForGood,
  pickPackedColumns,
  unpackTrack,
} from '@swath/domain/track-packing'

/** Maximum size of an unpacked chunk; longer stretches are split. */
const longestBytes = 512 * 1024 * 1024

/**
 * Shorter tracks are not compressed: setting up a compressor for seconds of flight costs more than
 * the rest of a checkpoint (measured).
 */
const compressedFromBytes = 2_048

export const pack = (track: Uint8Array): Buffer =>
  track.length < compressedFromBytes
    ? Buffer.from(track)
    : zstdCompressSync(track, { params: { [constants.ZSTD_c_compressionLevel]: 3 } })

export const packPoints = (points: PointColumns): Buffer => pack(encodeTrack(points))

/** The number of the migration from which on programs read packed tracks. */
export const readsPackedTracks = 18

/** Half the bytes and twice the time of `packPoints`. */
export const packTrack = (points: PointColumns): Buffer => {
  const packed = packForGood(points)
  return packed === null ? packPoints(points) : Buffer.from(packed.buffer)
}

/** The stored bytes are not a track: the database is damaged. */
export class DamagedTrack extends Error {}

/**
 * Packs a track that is then deleted in its first form, and reads it again.
 * @param hash SHA-256 of the points' column bytes: if what is read has another, the track stays
 * in the first form
 */
export const packChecked = (points: PointColumns, hash: Buffer): Buffer => {
  const packed = packTrack(points)
  const again = unpackTrack(packed)
  return again.ok && sha256(encodeTrack(again.points)).equals(hash) ? packed : packPoints(points)
}

/** The column bytes of a chunk that is not packed. @throws DamagedTrack */
const unzip = (columns: Uint8Array): Uint8Array => {
  // a track starts with these bytes; zstd starts with 28 B5
  const isPlain = columns[0] === 0x53 && columns[1] === 0x54
  if (isPlain) return columns
  try {
    return zstdDecompressSync(columns, { maxOutputLength: longestBytes })
  } catch (cause) {
    throw new DamagedTrack('A track chunk cannot be unpacked', { cause })
  }
}

/** Runs of the device's program with points in a chunk. @throws as `unpackPoints` does */
export const bootsIn = (columns: Uint8Array): readonly string[] => {
  const boots = isPacked(columns) ? bootsOfPackedTrack(columns) : bootsOfTrack(unzip(columns))
  if (!boots) throw new DamagedTrack('A track chunk cannot be read')
  return boots
}

const pointsOf = (decoding: TrackDecoding): PointColumns => {
  if (!decoding.ok) throw new DamagedTrack(`A track chunk cannot be read: ${decoding.reason}`)
  return decoding.points
}

/** @throws DamagedTrack */
export const unpackPoints = (columns: Uint8Array): PointColumns =>
  pointsOf(isPacked(columns) ? unpackTrack(columns) : decodeTrack(unzip(columns)))

/**
 * The wanted columns of a chunk without boots, as column bytes, or packed if the chunk and the
 * reader of them are: then nothing is decoded. @throws DamagedTrack
 */
export const pickPoints = (
  columns: Uint8Array,
  wanted: ReadonlySet<ColumnName>,
  { readsPacked = false } = {},
): Uint8Array => {
  const pickFrom = (): Uint8Array | null => {
    if (!isPacked(columns)) return pickColumns(unzip(columns), wanted)
    return readsPacked
      ? pickPackedColumns(columns, wanted)
      : pickColumns(encodeTrack(pointsOf(unpackTrack(columns, wanted))), wanted)
  }
  const picked = pickFrom()
  if (!picked) throw new DamagedTrack('A track chunk cannot be read')
  return picked
}

export const sha256 = (...parts: readonly (string | Uint8Array)[]): Buffer => {
  // Half the time of an object for a short input
  if (parts.length === 1) return hashOnce('sha256', parts[0]!, 'buffer')
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
