// Writes tiles as one file: PMTiles version 3 (github.com/protomaps/PMTiles, spec/v3).
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { Compression, TileType, zxyToTileId } from 'pmtiles'

export type Tile = {
  readonly z: number
  readonly x: number
  readonly y: number
  readonly data: Uint8Array
}

export type ArchiveAbout = {
  readonly tileType: TileType
  /** West, south, east, north. */
  readonly bounds: readonly [number, number, number, number]
  /** `name`, `attribution`, `vector_layers` and other entries. */
  readonly metadata: Readonly<Record<string, unknown>>
}

/** A directory's line; a leaf directory has the run length 0. */
type Entry = { tileId: number; runLength: number; offset: number; length: number }

const headerBytes = 127
/** Size of a reader's first request: header and root directory must be within it. */
const firstFetchBytes = 16_384
const leafEntries = 2_048

const writeVarint = (into: number[], value: number): void => {
  let rest = value
  while (rest >= 0x80) {
    into.push((rest % 0x80) | 0x80)
    rest = Math.floor(rest / 0x80)
  }
  into.push(rest)
}

const writeDirectory = (entries: readonly Entry[]): Buffer => {
  const bytes: number[] = []
  writeVarint(bytes, entries.length)
  for (const [i, { tileId }] of entries.entries())
    writeVarint(bytes, tileId - (entries[i - 1]?.tileId ?? 0))
  for (const { runLength } of entries) writeVarint(bytes, runLength)
  for (const { length } of entries) writeVarint(bytes, length)
  for (const [i, { offset }] of entries.entries()) {
    const before = entries[i - 1]
    const follows = before !== undefined && offset === before.offset + before.length
    writeVarint(bytes, follows ? 0 : offset + 1)
  }
  return gzipSync(Buffer.from(bytes), { level: 9 })
}

const writeDirectories = (entries: readonly Entry[]): { root: Buffer; leaves: Buffer } => {
  const whole = writeDirectory(entries)
  if (whole.length <= firstFetchBytes - headerBytes) return { root: whole, leaves: Buffer.alloc(0) }
  const pointers: Entry[] = []
  const leaves: Buffer[] = []
  let offset = 0
  for (let from = 0; from < entries.length; from += leafEntries) {
    const leaf = writeDirectory(entries.slice(from, from + leafEntries))
    pointers.push({ tileId: entries[from]!.tileId, runLength: 0, offset, length: leaf.length })
    leaves.push(leaf)
    offset += leaf.length
  }
  return { root: writeDirectory(pointers), leaves: Buffer.concat(leaves) }
}

/** Equal tiles are stored once; adjacent ones with the same content are one line. */
const layTiles = (tiles: readonly Tile[], gzipped: boolean) => {
  const sorted = tiles
    .map((tile) => ({ tileId: zxyToTileId(tile.z, tile.x, tile.y), data: tile.data }))
    .sort((a, b) => a.tileId - b.tileId)
  const known = new Map<string, { offset: number; length: number }>()
  const entries: Entry[] = []
  const contents: Uint8Array[] = []
  let end = 0
  for (const { tileId, data } of sorted) {
    const hash = createHash('sha256').update(data).digest('base64')
    let place = known.get(hash)
    if (!place) {
      const content = gzipped ? gzipSync(data, { level: 9 }) : data
      place = { offset: end, length: content.length }
      known.set(hash, place)
      contents.push(content)
      end += content.length
    }
    const last = entries.at(-1)
    if (last && last.offset === place.offset && tileId === last.tileId + last.runLength)
      last.runLength++
    else entries.push({ tileId, runLength: 1, ...place })
  }
  return { entries, contents }
}

export const writeArchive = (tiles: readonly Tile[], about: ArchiveAbout): Buffer => {
  const gzipped = about.tileType === TileType.Mvt
  const { entries, contents } = layTiles(tiles, gzipped)
  const { root, leaves } = writeDirectories(entries)
  const metadata = gzipSync(JSON.stringify(about.metadata), { level: 9 })
  const data = Buffer.concat(contents)
  const zooms = [...new Set(tiles.map(({ z }) => z))]
  const [west, south, east, north] = about.bounds

  const header = Buffer.alloc(headerBytes)
  header.write('PMTiles', 0, 'latin1')
  header.writeUInt8(3, 7)
  let offset = headerBytes
  const lengths = [root.length, metadata.length, leaves.length, data.length]
  for (const [i, length] of lengths.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + 16 * i)
    header.writeBigUInt64LE(BigInt(length), 16 + 16 * i)
    offset += length
  }
  header.writeBigUInt64LE(BigInt(tiles.length), 72)
  header.writeBigUInt64LE(BigInt(entries.length), 80)
  header.writeBigUInt64LE(BigInt(contents.length), 88)
  header.writeUInt8(1, 96)
  header.writeUInt8(Compression.Gzip, 97)
  header.writeUInt8(gzipped ? Compression.Gzip : Compression.None, 98)
  header.writeUInt8(about.tileType, 99)
  header.writeUInt8(Math.min(...zooms), 100)
  header.writeUInt8(Math.max(...zooms), 101)
  for (const [i, degrees] of [west, south, east, north].entries())
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * i)
  header.writeUInt8(Math.min(...zooms), 118)
  header.writeInt32LE(Math.round(((west + east) / 2) * 1e7), 119)
  header.writeInt32LE(Math.round(((south + north) / 2) * 1e7), 123)
  return Buffer.concat([header, root, metadata, leaves, data])
}
