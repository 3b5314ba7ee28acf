// A track as stored for good: a third of the bytes of track-columns.ts, which it gives back exactly.
//
// 'S' 'T' version(1 byte) | check(4 bytes, lowest first): FNV-1a of all that follows
// | count | boots: count, then each length and UTF-8 | column count | columns
// column = id * 16 + prediction * 2 + (1 if values are missing) | first value, zigzag
//   and unless all values are the first one and none is missing: length | body
// body = [divisor] [period, of a clock] | range coded: [for each row whether it has a value]
//   | the errors of the prediction (track-prediction.ts) of each value but the first
//
// All numbers are LEB128 varints unless said. Values are in steps of the column's scale. Predicted
// are their differences from the first one, divided by their greatest common divisor, if they have
// one. Columns come after those that drive them; ones without a value are left out. Each column is
// coded separately, so that single ones can be read and copied.
import { ByteReader, ByteWriter } from './byte-stream.ts'
import { gatherColumn, packColumn, unpackColumn, type PackedColumn } from './packed-column.ts'
import { COLUMNS, PointColumns, type ColumnName } from './telemetry-point.ts'
import { MAX_ROWS, type TrackDecoding } from './track-columns.ts'
import { CONSTANT, DRIVEN, driversOf, Scratch, type Steps } from './track-prediction.ts'

export const PACKED_VERSION = 2
const HEAD_BYTES = 7

const COLUMN_OF_ID = new Map(COLUMNS.map((column) => [column.id, column]))
const STORED_ORDER = [
  ...COLUMNS.filter(({ name }) => driversOf(name).length === 0),
  ...COLUMNS.filter(({ name }) => driversOf(name).length > 0),
]

const stepScratch = new Scratch()

export const isPacked = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x53 && bytes[1] === 0x54 && bytes[2] === PACKED_VERSION

/** Null if a value is beyond 2^48 steps, as none is that `PointColumns.append` took. */
export const packTrack = (points: PointColumns): Uint8Array | null => {
  const { length, boots } = points
  const known = new Map<ColumnName, Steps>()
  const steps = stepScratch.take(length * STORED_ORDER.length)
  const gathered = []
  for (const column of STORED_ORDER) {
    const from = length * gathered.length
    const one = gatherColumn(column, points, steps.subarray(from, from + length))
    if (one === 'too large') return null
    if (one === null) continue
    gathered.push(one)
    known.set(column.name, one.rows)
  }
  return write({ length, boots, columns: gathered.map((one) => packColumn(one, known)) })
}

type StoredTrack = {
  readonly length: number
  readonly boots: readonly string[]
  readonly columns: readonly PackedColumn[]
}

const hasBody = (kind: number, isMissing: boolean): boolean => kind !== CONSTANT || isMissing

const write = ({ length, boots, columns }: StoredTrack): Uint8Array => {
  const out = new ByteWriter(256 + columns.reduce((sum, { body }) => sum + body.length, 0))
  for (const byte of [0x53, 0x54, PACKED_VERSION, 0, 0, 0, 0]) out.byte(byte)
  out.varint(length)
  out.varint(boots.length)
  for (const boot of boots) {
    const text = new TextEncoder().encode(boot)
    out.varint(text.length)
    out.bytes(text)
  }
  out.varint(columns.length)
  for (const { column, kind, isMissing, first, body } of columns) {
    out.varint(column.id * 16 + kind * 2 + (isMissing ? 1 : 0))
    out.zigzag(first)
    if (!hasBody(kind, isMissing)) continue
    out.varint(body.length)
    out.bytes(body)
  }
  const bytes = out.taken()
  new DataView(bytes.buffer).setUint32(3, checkOf(bytes), true)
  return bytes
}

const checkOf = (bytes: Uint8Array): number => {
  let check = 0x811c9dc5
  for (let i = HEAD_BYTES; i < bytes.length; i++) check = Math.imul(check ^ bytes[i]!, 0x01000193)
  return check >>> 0
}

/** Finds the columns without decoding them. */
const read = (
  bytes: Uint8Array,
): (StoredTrack & { readonly ok: true }) | (TrackDecoding & { ok: false }) => {
  if (bytes.length < 3 || bytes[0] !== 0x53 || bytes[1] !== 0x54)
    return { ok: false, reason: 'not_a_track' }
  if (bytes[2] !== PACKED_VERSION) return { ok: false, reason: 'unknown_version' }
  if (bytes.length < HEAD_BYTES) return { ok: false, reason: 'cut_short' }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(3, true) !== checkOf(bytes)) return { ok: false, reason: 'damaged' }
  const input = new ByteReader(bytes, HEAD_BYTES)
  const length = input.varint()
  const bootCount = input.varint()
  if (length > MAX_ROWS || bootCount > length) return { ok: false, reason: 'damaged' }
  const boots: string[] = []
  for (let i = 0; i < bootCount && !input.cutShort; i++)
    boots.push(new TextDecoder().decode(input.bytes(input.varint())))
  const columns: PackedColumn[] = []
  const count = input.varint()
  for (let i = 0; i < count && !input.cutShort; i++) {
    const mark = input.varint()
    const column = COLUMN_OF_ID.get(Math.floor(mark / 16))
    const kind = (mark >> 1) & 7
    if (column === undefined || kind > DRIVEN) return { ok: false, reason: 'damaged' }
    const isMissing = mark % 2 === 1
    const first = input.zigzag()
    const body = input.bytes(hasBody(kind, isMissing) ? input.varint() : 0)
    columns.push({ column, kind, isMissing, first, body })
  }
  return input.cutShort ? { ok: false, reason: 'cut_short' } : { ok: true, length, boots, columns }
}

/** The boots whose points a track contains; null if it is not a track. */
export const bootsOfPackedTrack = (bytes: Uint8Array): readonly string[] | null => {
  const stored = read(bytes)
  return stored.ok ? stored.boots : null
}

/** The wanted columns and those that drive them. */
const pick = (stored: StoredTrack, wanted: ReadonlySet<ColumnName>): readonly PackedColumn[] => {
  const needed = new Set(wanted)
  // Later columns are driven by earlier ones.
  for (const { column } of stored.columns.toReversed())
    if (needed.has(column.name)) for (const driver of driversOf(column.name)) needed.add(driver)
  return stored.columns.filter(({ column }) => needed.has(column.name))
}

/**
 * The same track with the wanted columns and those that drive them, copied as they are. Boots are
 * left out. Null if the track is incomplete or invalid.
 */
export const pickPackedColumns = (
  bytes: Uint8Array,
  wanted: ReadonlySet<ColumnName>,
): Uint8Array | null => {
  const stored = read(bytes)
  if (!stored.ok) return null
  return write({ length: stored.length, boots: [], columns: pick(stored, wanted) })
}

/**
 * The same flight by other runs of the device's program, at another time and place.
 * `firsts`: other first values in steps. Null if the track is invalid.
 */
export const movePackedTrack = (
  bytes: Uint8Array,
  boots: readonly string[],
  firsts: Partial<Readonly<Record<ColumnName, number>>>,
): Uint8Array | null => {
  const stored = read(bytes)
  if (!stored.ok) return null
  const columns = stored.columns.map((column) => ({
    ...column,
    first: firsts[column.column.name] ?? column.first,
  }))
  return write({ length: stored.length, boots, columns })
}

/** `wanted`: only these columns are needed; others may be missing. */
export const unpackTrack = (bytes: Uint8Array, wanted?: ReadonlySet<ColumnName>): TrackDecoding => {
  const stored = read(bytes)
  if (!stored.ok) return stored
  const points = new PointColumns(Math.max(1, stored.length))
  points.length = stored.length
  for (const boot of stored.boots) points.boots.push(boot)
  const known = new Map<ColumnName, Steps>()
  for (const column of wanted ? pick(stored, wanted) : stored.columns) {
    const rows = points[column.column.name].subarray(0, stored.length)
    if (!unpackColumn(column, rows, known)) return { ok: false, reason: 'damaged' }
    known.set(column.column.name, rows)
  }
  for (const { name, scale } of COLUMNS) {
    const rows = known.get(name)
    if (!rows) points[name].fill(NaN)
    else if (scale !== 1) for (let i = 0; i < rows.length; i++) rows[i] = rows[i]! / scale
  }
  return { ok: true, points }
}
