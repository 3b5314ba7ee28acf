// One column of a packed track (track-packing.ts): its values as errors of a prediction, range coded.
import { ByteReader, ByteWriter } from './byte-stream.ts'
import { RangeReader, RangeWriter } from './range-coder.ts'
import type { Column, ColumnName, PointColumns } from './telemetry-point.ts'
import {
  CLOCK,
  CONSTANT,
  DRIVEN,
  findDriver,
  fromErrors,
  LAST,
  LINEAR,
  Scratch,
  toErrors,
  withoutMissing,
  type KnownColumns,
  type Prediction,
  type Steps,
} from './track-prediction.ts'

export type PackedColumn = {
  readonly column: Column
  /** Of its prediction. */
  readonly kind: number
  readonly isMissing: boolean
  /** The first value. */
  readonly first: number
  readonly body: Uint8Array
}

/** Sums of a few values stay inside the exact integers of a double. */
const MAX_STEPS = 2 ** 48

// One each, because their contexts are larger than most columns; nothing is kept between two uses.
const writer = new RangeWriter()
const reader = new RangeReader()
const unitScratch = new Scratch()
const errorScratch = new Scratch()

export type GatheredColumn = {
  readonly column: Column
  /** In steps. */
  readonly rows: Steps
  readonly first: number
  /** Of values. */
  readonly count: number
  /** Of all differences from the first value; 0 if all are equal. */
  readonly divisor: number
}

/** Fills the rows with steps; null if there is no value. */
export const gatherColumn = (
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

export const packColumn = (
  { column, rows, first, count, divisor }: GatheredColumn,
  known: KnownColumns,
): PackedColumn => {
  const isMissing = count < rows.length
  writer.start()
  if (isMissing) writePresence(rows)
  let prediction: Prediction = { kind: CONSTANT }
  if (divisor > 0) {
    const units = toUnits(rows, count, first, divisor)
    prediction = choosePrediction(column.name, units, { rows, first: first / divisor }, known)
    const errors = errorScratch.take(units.length)
    toErrors(units, prediction, errors)
    writer.numbers(errors, 1)
  }
  const coded = writer.finish()
  const body = new ByteWriter(16 + coded.length)
  if (divisor > 0) body.varint(divisor)
  if (prediction.kind === CLOCK) body.varint(prediction.period)
  body.bytes(coded)
  return { column, kind: prediction.kind, isMissing, first, body: body.taken() }
}

const writePresence = (rows: Steps): void => {
  let last = 1
  for (let i = 0; i < rows.length; i++) {
    const present = Number.isNaN(rows[i]!) ? 0 : 1
    writer.present(present, last)
    last = present
  }
}

const toUnits = (rows: Steps, count: number, first: number, divisor: number): Steps => {
  const units = unitScratch.take(count)
  for (let i = 0, j = 0; i < rows.length; i++)
    if (!Number.isNaN(rows[i]!)) units[j++] = (rows[i]! - first) / divisor
  return units
}

/** Predictions are tried on so many values from the middle of a track. */
const TRIED = 128
const triedUnits = new Float64Array(TRIED)
const triedErrors = new Float64Array(TRIED)

const choosePrediction = (
  name: ColumnName,
  units: Steps,
  absolute: { rows: Steps; first: number },
  known: KnownColumns,
): Prediction => {
  const candidates: Prediction[] = [{ kind: LAST }, { kind: LINEAR }]
  const from = Math.max(0, (units.length - TRIED) >> 1)
  const tried = triedUnits.subarray(0, Math.min(TRIED, units.length))
  const zero = units[from]!
  for (let i = 0; i < tried.length; i++) tried[i] = units[from + i]! - zero
  if (name === 'tMs') {
    const period = usualChange(tried)
    if (period > 0) candidates.push({ kind: CLOCK, period })
  }
  const driver = findDriver(name, absolute, known)
  if (driver) candidates.push(withoutMissing(driver, absolute.rows, units.length))
  let chosen = candidates[0]!
  let least = Infinity
  for (const candidate of candidates) {
    const cost = costOf(tried, part(candidate, from, zero))
    if (cost < least) [chosen, least] = [candidate, cost]
  }
  return chosen
}

const usualChange = (units: Steps): number => {
  const changes = new Float64Array(units.length - 1)
  for (let i = 0; i < changes.length; i++) changes[i] = units[i + 1]! - units[i]!
  return changes.sort()[changes.length >> 1]!
}

/** The prediction of values from index `from` on, less `zero`. */
const part = (prediction: Prediction, from: number, zero: number): Prediction =>
  prediction.kind === DRIVEN
    ? {
        ...prediction,
        drive: prediction.drive.subarray(from, from + TRIED),
        first: prediction.first + zero,
      }
    : prediction

/** Roughly the bits that the errors take. */
const costOf = (tried: Steps, prediction: Prediction): number => {
  toErrors(tried, prediction, triedErrors)
  let cost = 0
  for (let i = 1; i < tried.length; i++) {
    const size = Math.abs(triedErrors[i]!)
    if (size > 0) cost += size < 2 ** 31 ? 34 - Math.clz32(size) : 40
  }
  return cost
}

/** Fills the rows with steps. False if the bytes are invalid. */
export const unpackColumn = (
  { column: { name }, kind, isMissing, first, body }: PackedColumn,
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
  const absolute = { rows, first: first / divisor }
  const prediction = toPrediction(name, kind, period, absolute, known)
  if (prediction === null || count === 0) return false
  const units = isMissing ? new Float64Array(count) : rows
  reader.numbers(units, 1)
  fromErrors(units, withoutMissing(prediction, rows, count))
  for (let i = 0, j = 0; i < rows.length; i++)
    if (!Number.isNaN(rows[i]!)) rows[i] = first + units[j++]! * divisor
  return true
}

const toPrediction = (
  name: ColumnName,
  kind: number,
  period: number,
  absolute: { rows: Steps; first: number },
  known: KnownColumns,
): Prediction | null =>
  kind === CLOCK
    ? period > 0
      ? { kind: CLOCK, period }
      : null
    : kind === DRIVEN
      ? findDriver(name, absolute, known)
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
