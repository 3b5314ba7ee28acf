// A track as stored for good: a third of the bytes of track-columns.ts, which it gives back exactly.
//
// 'S' 'T' version(1 byte) | check(4 bytes, lowest first): FNV-1a of all that follows
// | count | boots: count, then each length and UTF-8 | column count | columns
// column = id * 16 + prediction * 2 + (1 if values are missing) | first value, zigzag
//   and unless all values are the first one and none is missing: length | body
// body = [divisor] [period, of a clock] | range coded: [for each row whether it has a value]
//   | the errors of the prediction (track-prediction.ts) of each value but the first
//
// All numbers are LEB128 varints unless said. Values are in steps of the column's scale. Their
// predictions are in units: multiples of the divisor above the first value's remainder; a column of
// equal values has neither. Columns come after those that drive them; ones without a value are left
// out. Each column is coded by itself, so that single ones can be read and copied.
import { ByteReader, ByteWriter } from './byte-stream.ts'
import { RangeReader, RangeWriter } from './range-coder.ts'
import { COLUMNS, PointColumns, type Column, type ColumnName } from './telemetry-point.ts'
import { MAX_ROWS, type TrackDecoding } from './track-columns.ts'
import {
  CLOCK,
  CONSTANT,
  DRIVEN,
  driversOf,
  findDriver,
  fromErrors,
  LAST,
  LINEAR,
  toErrors,
  withoutMissing,
  type KnownColumns,
  type Prediction,
  type Steps,
} from './track-prediction.ts'

export const PACKED_VERSION = 2
const HEAD_BYTES = 7

/** Sums of a few values stay inside the exact integers of a double. */
const MAX_STEPS = 2 ** 48

const COLUMN_OF_ID = new Map(COLUMNS.map((column) => [column.id, column]))
const STORED_ORDER = [
  ...COLUMNS.filter(({ name }) => driversOf(name).length === 0),
  ...COLUMNS.filter(({ name }) => driversOf(name).length > 0),
]

// One each, because their contexts are larger than most columns; nothing is kept between two uses.
const writer = new RangeWriter()
const reader = new RangeReader()

export const isPacked = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x53 && bytes[1] === 0x54 && bytes[2] === PACKED_VERSION

/** Null if a value is beyond 2^48 steps, as none is that `PointColumns.append` took. */
export const packTrack = (points: PointColumns): Uint8Array | null => {
  const columns: GatheredColumn[] = []
  const steps = new Float64Array(points.length * STORED_ORDER.length)
  for (const column of STORED_ORDER) {
    const from = points.length * columns.length
    const gathered = gather(column, points, steps.subarray(from, from + points.length))
    if (gathered === 'too large') return null
    if (gathered !== null) columns.push(gathered)
  }
  const known = new Map(columns.map(({ column, rows }) => [column.name, rows]))
  const out = new ByteWriter(64 + points.length * 4)
  for (const gathered of columns) writeColumn(out, gathered, known)
  return seal(points.length, points.boots, columns.length, [out.taken()])
}

const seal = (
  length: number,
  boots: readonly string[],
  columnCount: number,
  columns: readonly Uint8Array[],
): Uint8Array => {
  const out = new ByteWriter(64 + columns.reduce((sum, part) => sum + part.length, 0))
  for (const byte of [0x53, 0x54, PACKED_VERSION, 0, 0, 0, 0]) out.byte(byte)
  out.varint(length)
  out.varint(boots.length)
  for (const boot of boots) {
    const text = new TextEncoder().encode(boot)
    out.varint(text.length)
    out.bytes(text)
  }
  out.varint(columnCount)
  for (const part of columns) out.bytes(part)
  const bytes = out.taken()
  new DataView(bytes.buffer).setUint32(3, checkOf(bytes), true)
  return bytes
}

const checkOf = (bytes: Uint8Array): number => {
  let check = 0x811c9dc5
  for (let i = HEAD_BYTES; i < bytes.length; i++) check = Math.imul(check ^ bytes[i]!, 0x01000193)
  return check >>> 0
}

type GatheredColumn = {
  readonly column: Column
  /** In steps. */
  readonly rows: Steps
  readonly first: number
  /** Of values. */
  readonly count: number
  /** Of all differences from the first value; 0 if all are equal. */
  readonly divisor: number
}

const gather = (
  column: Column,
  points: PointColumns,
  rows: Steps,
): GatheredColumn | null | 'too large' => {
  const values = points[column.name]
  let from = 0
  while (from < rows.length && Number.isNaN(values[from]!)) from++
  if (from === rows.length) return null
  const first = Math.round(values[from]! * column.scale)
  let [count, divisor, largest] = [0, 0, Math.abs(first)]
  let last = NaN
  let step = NaN
  for (let i = 0; i < rows.length; i++) {
    const value = values[i]!
    if (value !== last) {
      last = value
      step = Math.round(value * column.scale)
      if (Math.abs(step) > largest) largest = Math.abs(step)
      if (divisor !== 1 && step !== first && !Number.isNaN(step))
        divisor = greatestDivisor(Math.abs(step - first), divisor)
    }
    rows[i] = step
    if (!Number.isNaN(step)) count++
  }
  return largest > MAX_STEPS ? 'too large' : { column, rows, first, count, divisor }
}

const greatestDivisor = (a: number, b: number): number => {
  let [x, y] = [a, b]
  while (y > 0) [x, y] = [y, x % y]
  return x
}

const writeColumn = (
  out: ByteWriter,
  { column: { id, name }, rows, first, count, divisor }: GatheredColumn,
  known: KnownColumns,
): void => {
  const isMissing = count < rows.length
  const body = new ByteWriter(24)
  writer.start()
  if (isMissing) writePresence(rows)
  let prediction: Prediction = { kind: CONSTANT }
  if (divisor > 0) {
    const units = toUnits(rows, count, first % divisor, divisor)
    prediction = choosePrediction(name, units, rows, known)
    body.varint(divisor)
    if (prediction.kind === CLOCK) body.varint(prediction.period)
    const errors = new Float64Array(units.length)
    toErrors(units, prediction, errors)
    writer.numbers(errors, 1)
  }
  out.varint(id * 16 + prediction.kind * 2 + (isMissing ? 1 : 0))
  out.zigzag(first)
  if (!isMissing && divisor === 0) return
  body.bytes(writer.finish())
  const bytes = body.taken()
  out.varint(bytes.length)
  out.bytes(bytes)
}

const writePresence = (rows: Steps): void => {
  let last = 1
  for (let i = 0; i < rows.length; i++) {
    const present = Number.isNaN(rows[i]!) ? 0 : 1
    writer.present(present, last)
    last = present
  }
}

const toUnits = (rows: Steps, count: number, base: number, divisor: number): Steps => {
  if (divisor === 1 && count === rows.length) return rows
  const units = new Float64Array(count)
  for (let i = 0, j = 0; i < rows.length; i++)
    if (!Number.isNaN(rows[i]!)) units[j++] = (rows[i]! - base) / divisor
  return units
}

/** Predictions are tried on so many values from the middle of a track. */
const TRIED = 128
const triedErrors = new Float64Array(TRIED)

const choosePrediction = (
  name: ColumnName,
  units: Steps,
  rows: Steps,
  known: KnownColumns,
): Prediction => {
  const candidates: Prediction[] = [{ kind: LAST }, { kind: LINEAR }]
  const from = Math.max(0, (units.length - TRIED) >> 1)
  const tried = units.subarray(from, from + TRIED)
  if (name === 'tMs') {
    const period = usualChange(tried)
    if (period > 0) candidates.push({ kind: CLOCK, period })
  }
  const driver = findDriver(name, rows, known)
  if (driver) candidates.push(withoutMissing(driver, rows, units.length))
  let chosen = candidates[0]!
  let least = Infinity
  for (const candidate of candidates) {
    const cost = costOf(tried, from, candidate)
    if (cost < least) [chosen, least] = [candidate, cost]
  }
  return chosen
}

const usualChange = (units: Steps): number => {
  const changes = new Float64Array(units.length - 1)
  for (let i = 0; i < changes.length; i++) changes[i] = units[i + 1]! - units[i]!
  return changes.sort()[changes.length >> 1]!
}

/** Roughly the bits that the errors take. */
const costOf = (tried: Steps, from: number, prediction: Prediction): number => {
  toErrors(
    tried,
    prediction.kind === DRIVEN
      ? { ...prediction, drive: prediction.drive.subarray(from, from + TRIED) }
      : prediction,
    triedErrors,
  )
  let cost = 0
  for (let i = 1; i < tried.length; i++) {
    const size = Math.abs(triedErrors[i]!)
    if (size > 0) cost += size < 2 ** 31 ? 34 - Math.clz32(size) : 40
  }
  return cost
}

type StoredColumn = {
  readonly column: Column
  readonly kind: number
  readonly isMissing: boolean
  readonly first: number
  readonly body: Uint8Array
  readonly bytes: Uint8Array
}
type StoredTrack = {
  readonly ok: true
  readonly length: number
  readonly boots: readonly string[]
  readonly columns: readonly StoredColumn[]
}

/** Finds the columns without decoding them. */
const readDirectory = (bytes: Uint8Array): StoredTrack | (TrackDecoding & { ok: false }) => {
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
  const columns: StoredColumn[] = []
  const count = input.varint()
  for (let i = 0; i < count && !input.cutShort; i++) {
    const from = input.at
    const mark = input.varint()
    const column = COLUMN_OF_ID.get(Math.floor(mark / 16))
    const kind = (mark >> 1) & 7
    if (column === undefined || kind > DRIVEN) return { ok: false, reason: 'damaged' }
    const isMissing = mark % 2 === 1
    const first = input.zigzag()
    const body = input.bytes(kind !== CONSTANT || isMissing ? input.varint() : 0)
    columns.push({ column, kind, isMissing, first, body, bytes: bytes.subarray(from, input.at) })
  }
  return input.cutShort ? { ok: false, reason: 'cut_short' } : { ok: true, length, boots, columns }
}

/** The boots whose points a track contains; null if it is not a track. */
export const bootsOfPackedTrack = (bytes: Uint8Array): readonly string[] | null => {
  const stored = readDirectory(bytes)
  return stored.ok ? stored.boots : null
}

/** The wanted columns and those that drive them. */
const pick = (stored: StoredTrack, wanted: ReadonlySet<ColumnName>): readonly StoredColumn[] => {
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
  const stored = readDirectory(bytes)
  if (!stored.ok) return null
  const columns = pick(stored, wanted)
  return seal(
    stored.length,
    [],
    columns.length,
    columns.map((column) => column.bytes),
  )
}

/** `wanted`: only these columns are needed; others may be missing. */
export const unpackTrack = (bytes: Uint8Array, wanted?: ReadonlySet<ColumnName>): TrackDecoding => {
  const stored = readDirectory(bytes)
  if (!stored.ok) return stored
  const points = new PointColumns(Math.max(1, stored.length))
  points.length = stored.length
  points.boots.push(...stored.boots)
  const known = new Map<ColumnName, Steps>()
  for (const column of wanted ? pick(stored, wanted) : stored.columns) {
    const rows = points[column.column.name].subarray(0, stored.length)
    if (!readColumn(column, rows, known)) return { ok: false, reason: 'damaged' }
    known.set(column.column.name, rows)
  }
  for (const { name, scale } of COLUMNS) {
    const rows = known.get(name)
    if (!rows) points[name].fill(NaN)
    else if (scale !== 1) for (let i = 0; i < rows.length; i++) rows[i] = rows[i]! / scale
  }
  return { ok: true, points }
}

/** Fills the rows with steps. */
const readColumn = (
  { column: { name }, kind, isMissing, first, body }: StoredColumn,
  rows: Steps,
  known: KnownColumns,
): boolean => {
  const input = new ByteReader(body, 0)
  const divisor = kind === CONSTANT ? 0 : input.varint()
  const period = kind === CLOCK ? input.varint() : 0
  if (input.cutShort || (divisor === 0) !== (kind === CONSTANT)) return false
  reader.start(body.subarray(input.at))
  const count = isMissing ? readPresence(rows, first) : rows.length
  if (kind === CONSTANT) {
    if (!isMissing) rows.fill(first)
    return true
  }
  const prediction = toPrediction(name, kind, period, rows, known)
  if (prediction === null || count === 0) return false
  const base = first % divisor
  const units = isMissing ? new Float64Array(count) : rows
  units[0] = (first - base) / divisor
  reader.numbers(units, 1)
  fromErrors(units, withoutMissing(prediction, rows, count))
  if (isMissing || divisor !== 1)
    for (let i = 0, j = 0; i < rows.length; i++)
      if (!Number.isNaN(rows[i]!)) rows[i] = base + units[j++]! * divisor
  return true
}

const toPrediction = (
  name: ColumnName,
  kind: number,
  period: number,
  rows: Steps,
  known: KnownColumns,
): Prediction | null =>
  kind === CLOCK
    ? period > 0
      ? { kind: CLOCK, period }
      : null
    : kind === DRIVEN
      ? findDriver(name, rows, known)
      : { kind: kind === LINEAR ? LINEAR : LAST }

const readPresence = (rows: Steps, first: number): number => {
  let last = 1
  let count = 0
  for (let i = 0; i < rows.length; i++) {
    last = reader.present(last)
    rows[i] = last === 1 ? first : NaN
    count += last
  }
  return count
}
