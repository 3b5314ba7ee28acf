// Spans of many rows in flat arrays: plans process thousands of rows, and creating an object for
// each span would cost more than processing it.
import { toleranceM, type Span } from './plane.ts'

/** Spans of row r, from start to end: ends[2 * i] and ends[2 * i + 1] for i from offsets[r] on. */
export type SpanRows = { readonly offsets: Int32Array; readonly ends: Float64Array }

const rowCountOf = ({ offsets }: SpanRows): number => offsets.length - 1
const spanCountOf = ({ ends }: SpanRows): number => ends.length / 2

/** Takes spans of rows in any order; spans are in metres and not empty. */
export class SpanCollector {
  #rows: Int32Array
  #ends: Float64Array
  #count = 0

  /** @param expected initial capacity in spans */
  constructor(expected = 32) {
    this.#rows = new Int32Array(expected)
    this.#ends = new Float64Array(2 * expected)
  }

  add(row: number, from: number, to: number): void {
    if (this.#count === this.#rows.length) {
      const rows = this.#rows
      const ends = this.#ends
      this.#rows = new Int32Array(2 * rows.length + 1)
      this.#rows.set(rows)
      this.#ends = new Float64Array(2 * ends.length + 2)
      this.#ends.set(ends)
    }
    this.#rows[this.#count] = row
    this.#ends[2 * this.#count] = from
    this.#ends[2 * this.#count + 1] = to
    this.#count++
  }

  addRows(rows: SpanRows): void {
    for (let row = 0; row < rowCountOf(rows); row++)
      for (let i = rows.offsets[row]!; i < rows.offsets[row + 1]!; i++)
        this.add(row, rows.ends[2 * i]!, rows.ends[2 * i + 1]!)
  }

  get count(): number {
    return this.#count
  }

  /** By row, and by where they begin. */
  sorted(rowCount: number): SpanRows {
    const offsets = new Int32Array(rowCount + 1)
    for (let i = 0; i < this.#count; i++) offsets[this.#rows[i]! + 1]!++
    for (let row = 0; row < rowCount; row++) offsets[row + 1]! += offsets[row]!
    const ends = new Float64Array(2 * this.#count)
    const filled = offsets.slice(0, rowCount)
    for (let i = 0; i < this.#count; i++) {
      const row = this.#rows[i]!
      const from = this.#ends[2 * i]!
      const to = this.#ends[2 * i + 1]!
      let place = filled[row]!++
      for (; place > offsets[row]! && ends[2 * place - 2]! > from; place--) {
        ends[2 * place] = ends[2 * place - 2]!
        ends[2 * place + 1] = ends[2 * place - 1]!
      }
      ends[2 * place] = from
      ends[2 * place + 1] = to
    }
    return { offsets, ends }
  }
}

/** Writes spans row after row. */
class SpanWriter {
  readonly #offsets: Int32Array
  #ends: Float64Array
  #count = 0

  constructor(rowCount: number, most: number) {
    this.#offsets = new Int32Array(rowCount + 1)
    this.#ends = new Float64Array(2 * most)
  }

  add(from: number, to: number): void {
    this.#ends[2 * this.#count] = from
    this.#ends[2 * this.#count + 1] = to
    this.#count++
  }

  endRow(row: number): void {
    this.#offsets[row + 1] = this.#count
  }

  done(): SpanRows {
    return { offsets: this.#offsets, ends: this.#ends.subarray(0, 2 * this.#count) }
  }
}

/** Joined where they touch; sorted before and after. */
export const joinRows = (rows: SpanRows): SpanRows => {
  const { offsets, ends } = rows
  const rowCount = rowCountOf(rows)
  const writer = new SpanWriter(rowCount, spanCountOf(rows))
  for (let row = 0; row < rowCount; row++) {
    let from = NaN
    let to = -Infinity
    for (let i = offsets[row]!; i < offsets[row + 1]!; i++) {
      const start = ends[2 * i]!
      const end = ends[2 * i + 1]!
      if (start <= to + toleranceM) {
        if (end > to) to = end
        continue
      }
      if (to > -Infinity) writer.add(from, to)
      from = start
      to = end
    }
    if (to > -Infinity) writer.add(from, to)
    writer.endRow(row)
  }
  return writer.done()
}

/** The first rows minus the others; each sorted. */
export const rowsWithout = (rows: SpanRows, taken: SpanRows): SpanRows => {
  const rowCount = rowCountOf(rows)
  const writer = new SpanWriter(rowCount, spanCountOf(rows) + spanCountOf(taken))
  for (let row = 0; row < rowCount; row++) {
    const first = taken.offsets[row]!
    const last = taken.offsets[row + 1]!
    for (let i = rows.offsets[row]!; i < rows.offsets[row + 1]!; i++) {
      let start = rows.ends[2 * i]!
      const end = rows.ends[2 * i + 1]!
      for (let j = first; j < last; j++) {
        const from = taken.ends[2 * j]!
        const to = taken.ends[2 * j + 1]!
        if (to <= start) continue
        if (from >= end) break
        if (from > start) writer.add(start, from)
        start = to
      }
      if (start < end) writer.add(start, end)
    }
    writer.endRow(row)
  }
  return writer.done()
}

/** Intersection of two; each sorted and joined. */
export const rowsShared = (rows: SpanRows, others: SpanRows): SpanRows => {
  const rowCount = rowCountOf(rows)
  const writer = new SpanWriter(rowCount, spanCountOf(rows) + spanCountOf(others))
  for (let row = 0; row < rowCount; row++) {
    let j = others.offsets[row]!
    const last = others.offsets[row + 1]!
    for (let i = rows.offsets[row]!; i < rows.offsets[row + 1]!; i++) {
      const from = rows.ends[2 * i]!
      const to = rows.ends[2 * i + 1]!
      while (j < last && others.ends[2 * j + 1]! <= from) j++
      for (let k = j; k < last && others.ends[2 * k]! < to; k++)
        writer.add(Math.max(from, others.ends[2 * k]!), Math.min(to, others.ends[2 * k + 1]!))
    }
    writer.endRow(row)
  }
  return writer.done()
}

/** Union of two; each sorted. */
export const rowsTogether = (rows: SpanRows, others: SpanRows): SpanRows => {
  const collector = new SpanCollector(spanCountOf(rows) + spanCountOf(others))
  collector.addRows(rows)
  collector.addRows(others)
  return joinRows(collector.sorted(rowCountOf(rows)))
}

export const emptyRows = (rowCount: number): SpanRows => ({
  offsets: new Int32Array(rowCount + 1),
  ends: new Float64Array(0),
})

/** Places covered at least twice by the spans, minus other spans. */
export const deepRows = (rows: SpanRows, less: SpanRows): SpanRows => {
  const rowCount = rowCountOf(rows)
  const writer = new SpanWriter(rowCount, 2 * (spanCountOf(rows) + spanCountOf(less)))
  let [at, steps] = [new Float64Array(16), new Int8Array(16)]
  let count = 0
  const note = (x: number, step: number): void => {
    if (count === at.length) {
      const [places, signs] = [at, steps]
      at = new Float64Array(2 * count)
      at.set(places)
      steps = new Int8Array(2 * count)
      steps.set(signs)
    }
    let place = count++
    for (; place > 0 && at[place - 1]! > x; place--) {
      at[place] = at[place - 1]!
      steps[place] = steps[place - 1]!
    }
    at[place] = x
    steps[place] = step
  }
  for (let row = 0; row < rowCount; row++) {
    count = 0
    if (rows.offsets[row + 1]! - rows.offsets[row]! > 1) {
      for (let i = rows.offsets[row]!; i < rows.offsets[row + 1]!; i++) {
        note(rows.ends[2 * i]!, 1)
        note(rows.ends[2 * i + 1]!, -1)
      }
      for (let i = less.offsets[row]!; i < less.offsets[row + 1]!; i++) {
        note(less.ends[2 * i]!, -1)
        note(less.ends[2 * i + 1]!, 1)
      }
    }
    let depth = 0
    for (let i = 0; i + 1 < count; i++) {
      depth += steps[i]!
      if (depth > 1 && at[i + 1]! > at[i]!) writer.add(at[i]!, at[i + 1]!)
    }
    writer.endRow(row)
  }
  return writer.done()
}

export const areaOfRows = ({ offsets, ends }: SpanRows, bandM: Float64Array): number => {
  let sumM2 = 0
  for (let row = 0; row < bandM.length; row++)
    for (let i = offsets[row]!; i < offsets[row + 1]!; i++)
      sumM2 += (ends[2 * i + 1]! - ends[2 * i]!) * bandM[row]!
  return sumM2
}

export const spansOfRow = ({ offsets, ends }: SpanRows, row: number): Span[] => {
  const spans: Span[] = []
  for (let i = offsets[row]!; i < offsets[row + 1]!; i++)
    spans.push([ends[2 * i]!, ends[2 * i + 1]!])
  return spans
}
