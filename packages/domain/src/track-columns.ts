import { ByteReader, ByteWriter } from './byte-stream.ts'
import { COLUMNS, PointColumns, type Column, type ColumnName } from './telemetry-point.ts'

/**
 * A track as bytes, before compression. All numbers are LEB128 varints unless said.
 *
 * 'S' 'T' version(1 byte) | count | boots: count, then each length and UTF-8 | column count |
 * columns
 * column = id(1 byte) presence(1 byte: 0 all, 1 none, 2 bitmap) [bitmap: one bit a row, lowest
 * first]
 * order(1 byte: 1 delta, 2 delta of delta) then each present value's zigzag difference of that
 * order
 *
 * A column is in steps of its scale. The order that takes fewer bytes is chosen per
 * column. Columns that are missing throughout are left out, so that a new column changes no track
 * without it; a reader refuses a column that it does not know.
 */
export const TRACK_VERSION = 1

const COLUMN_OF_ID = new Map(COLUMNS.map((column) => [column.id, column]))

export function encodeTrack(points: PointColumns): Uint8Array {
  const out = new ByteWriter(64 + points.length * 24)
  out.byte(0x53)
  out.byte(0x54)
  out.byte(TRACK_VERSION)
  out.varint(points.length)
  out.varint(points.boots.length)
  for (const boot of points.boots) {
    const text = new TextEncoder().encode(boot)
    out.varint(text.length)
    out.bytes(text)
  }
  const present = COLUMNS.filter(({ name }) => hasValue(points[name], points.length))
  out.varint(present.length)
  const steps = new Float64Array(points.length)
  for (const column of present) writeColumn(out, column, points[column.name], points.length, steps)
  return out.taken()
}

function hasValue(column: Float64Array, length: number): boolean {
  for (let i = 0; i < length; i++) if (!Number.isNaN(column[i]!)) return true
  return false
}

function writeColumn(
  out: ByteWriter,
  { id, scale }: Column,
  column: Float64Array,
  length: number,
  steps: Float64Array,
): void {
  let count = 0
  for (let i = 0; i < length; i++) {
    const value = column[i]!
    if (!Number.isNaN(value)) steps[count++] = Math.round(value * scale)
  }
  out.byte(id)
  out.byte(count === length ? 0 : 2)
  if (count < length) {
    for (let i = 0; i < length; i += 8) {
      let bits = 0
      for (let j = 0; j < 8 && i + j < length; j++)
        if (!Number.isNaN(column[i + j]!)) bits |= 1 << j
      out.byte(bits)
    }
  }
  const order = measureSize(steps, count, 2) < measureSize(steps, count, 1) ? 2 : 1
  out.byte(order)
  let last = 0
  let lastDelta = 0
  for (let i = 0; i < count; i++) {
    const delta = steps[i]! - last
    out.zigzag(order === 2 ? delta - lastDelta : delta)
    last = steps[i]!
    lastDelta = i === 0 ? 0 : delta
  }
}

/**
 * Bytes that a column takes, plus the number of non-zero differences, which compression cannot
 * remove.
 */
function measureSize(steps: Float64Array, count: number, order: 1 | 2): number {
  let size = 0
  let last = 0
  let lastDelta = 0
  for (let i = 0; i < count; i++) {
    const delta = steps[i]! - last
    const difference = order === 2 ? delta - lastDelta : delta
    const magnitude = Math.abs(difference)
    size += magnitude < 64 ? 1 : magnitude < 8192 ? 2 : magnitude < 1_048_576 ? 3 : 5
    if (difference !== 0) size += 1 + Math.log2(magnitude) / 8
    last = steps[i]!
    lastDelta = i === 0 ? 0 : delta
  }
  return size
}

export type TrackDecoding =
  | { readonly ok: true; readonly points: PointColumns }
  | {
      readonly ok: false
      readonly reason: 'not_a_track' | 'unknown_version' | 'cut_short' | 'damaged'
    }

/**
 * The boots whose points a track contains, read from its beginning alone; null if it is not a
 * track.
 */
export function bootsOfTrack(bytes: Uint8Array): readonly string[] | null {
  if (bytes.length < 3 || bytes[0] !== 0x53 || bytes[1] !== 0x54 || bytes[2] !== TRACK_VERSION)
    return null
  const input = new ByteReader(bytes, 3)
  const length = input.varint()
  const bootCount = input.varint()
  if (bootCount > length) return null
  const boots: string[] = []
  for (let i = 0; i < bootCount && !input.cutShort; i++)
    boots.push(new TextDecoder().decode(input.bytes(input.varint())))
  return input.cutShort ? null : boots
}

/**
 * The same track with only the wanted columns, copied as encoded: nothing is decoded, so that
 * sending a whole day costs little more than reading it. Boots are left out. Null if the track is
 * incomplete or invalid.
 */
export function pickColumns(bytes: Uint8Array, wanted: ReadonlySet<ColumnName>): Uint8Array | null {
  if (bytes.length < 3 || bytes[0] !== 0x53 || bytes[1] !== 0x54 || bytes[2] !== TRACK_VERSION)
    return null
  const input = new ByteReader(bytes, 3)
  const length = input.varint()
  const bootCount = input.varint()
  if (bootCount > length) return null
  for (let i = 0; i < bootCount && !input.cutShort; i++) input.bytes(input.varint())
  const columnCount = input.varint()
  const kept: Uint8Array[] = []
  for (let i = 0; i < columnCount && !input.cutShort; i++) {
    const from = input.at
    const column = COLUMN_OF_ID.get(input.byte())
    if (column === undefined) return null
    let values = length
    if (input.byte() === 2) values = bitsIn(input.bytes(Math.ceil(length / 8)))
    input.byte()
    input.skipVarints(values)
    if (wanted.has(column.name)) kept.push(bytes.subarray(from, input.at))
  }
  if (input.cutShort) return null
  const out = new ByteWriter(16 + kept.reduce((sum, part) => sum + part.length, 0))
  out.byte(0x53)
  out.byte(0x54)
  out.byte(TRACK_VERSION)
  out.varint(length)
  out.varint(0)
  out.varint(kept.length)
  for (const part of kept) out.bytes(part)
  return out.taken()
}

function bitsIn(bitmap: Uint8Array): number {
  let count = 0
  for (let bits of bitmap) for (; bits !== 0; bits &= bits - 1) count++
  return count
}

/** The maximum number of rows that a reader allocates: a day at 100 Hz. */
export const MAX_ROWS = 8_640_000

export function decodeTrack(bytes: Uint8Array): TrackDecoding {
  if (bytes.length < 3 || bytes[0] !== 0x53 || bytes[1] !== 0x54)
    return { ok: false, reason: 'not_a_track' }
  if (bytes[2] !== TRACK_VERSION) return { ok: false, reason: 'unknown_version' }
  const input = new ByteReader(bytes, 3)
  const length = input.varint()
  const bootCount = input.varint()
  // Every row has a time of at least one byte, so a damaged length allocates nothing.
  if (length > MAX_ROWS || length > bytes.length || bootCount > length)
    return { ok: false, reason: input.cutShort ? 'cut_short' : 'damaged' }
  const points = new PointColumns(Math.max(1, length))
  for (let i = 0; i < bootCount; i++)
    points.boots.push(new TextDecoder().decode(input.bytes(input.varint())))
  points.length = length
  const missing = new Set<ColumnName>(COLUMNS.map(({ name }) => name))
  const columnCount = input.varint()
  for (let i = 0; i < columnCount && !input.cutShort; i++) {
    const column = COLUMN_OF_ID.get(input.byte())
    if (column === undefined) return { ok: false, reason: input.cutShort ? 'cut_short' : 'damaged' }
    missing.delete(column.name)
    readColumn(input, points[column.name], length, column.scale)
  }
  for (const name of missing) points[name].fill(NaN)
  return input.cutShort ? { ok: false, reason: 'cut_short' } : { ok: true, points }
}

function readColumn(input: ByteReader, column: Float64Array, length: number, scale: number): void {
  const bitmap = input.byte() === 2 ? input.bytes(Math.ceil(length / 8)) : null
  const order = input.byte()
  let last = 0
  let lastDelta = 0
  let first = true
  for (let i = 0; i < length; i++) {
    if (bitmap !== null && (bitmap[i >> 3]! & (1 << (i & 7))) === 0) {
      column[i] = NaN
      continue
    }
    const delta = input.zigzag() + (order === 2 ? lastDelta : 0)
    last += delta
    lastDelta = first ? 0 : delta
    first = false
    column[i] = last / scale
  }
}
