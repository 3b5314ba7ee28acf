// Points as stored in track_chunk.columns: the domain's column bytes, compressed.
import { createHash, hash as hashOnce } from 'node:crypto'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { PointColumns } from '@swath/domain/telemetry-point'
import { bootsOfTrack, decodeTrack, encodeTrack } from '@swath/domain/track-columns'

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

/** The stored bytes are not a track: the database is damaged. */
export class DamagedTrack extends Error {}

/** A chunk's column bytes. @throws DamagedTrack */
export const unpackTrack = (columns: Uint8Array): Uint8Array => {
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
  const boots = bootsOfTrack(unpackTrack(columns))
  if (!boots) throw new DamagedTrack('A track chunk cannot be read')
  return boots
}

/** @throws DamagedTrack */
export const unpackPoints = (columns: Uint8Array): PointColumns => {
  const decoding = decodeTrack(unpackTrack(columns))
  if (!decoding.ok) throw new DamagedTrack(`A track chunk cannot be read: ${decoding.reason}`)
  return decoding.points
}

export const sha256 = (...parts: readonly (string | Uint8Array)[]): Buffer => {
  // Half the time of an object for a short input
  if (parts.length === 1) return hashOnce('sha256', parts[0]!, 'buffer')
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
