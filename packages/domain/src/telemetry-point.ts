import { STORED_ROWS, type Measurements, type StoredName } from './telemetry-fields.ts'

/** One report of a drone. Missing measurements are null here and NaN in columns. */
export type TelemetryPoint = Measurements & {
  /** Device clock, milliseconds since 1970 UTC, after correction. */
  readonly tMs: number
  readonly lng: number
  readonly lat: number
  /** Identifies one run of the device's program; `seq` counts from its start. */
  readonly boot: string | null
  readonly seq: number | null
  /**
   * Amount subtracted from a clock set to another time zone; absent or null for a correct clock.
   */
  readonly clockShiftMs?: number | null
}

/**
 * Time, position and boot of a point: 1e-7 degrees (11 mm). `boot` is an index into the dictionary.
 * `spreadMs` is the amount that `canonicalPoints` added to a whole-second time, and
 * `withoutClockSteps` to a time before a step of the clock, so that it can be subtracted again. Ids
 * are part of stored tracks: never renumber.
 */
const ORIGIN_COLUMNS = {
  tMs: { id: 1, scale: 1 },
  lng: { id: 2, scale: 1e7 },
  lat: { id: 3, scale: 1e7 },
  boot: { id: 16, scale: 1 },
  seq: { id: 17, scale: 1 },
  clockShiftMs: { id: 19, scale: 1 },
  spreadMs: { id: 20, scale: 1 },
} as const

export type ColumnName = keyof typeof ORIGIN_COLUMNS | StoredName
export type Column = { readonly name: ColumnName; readonly id: number; readonly scale: number }

/** In stored order, which is also the order in which equal points are compared. */
export const COLUMNS: readonly Column[] = [
  ...Object.entries(ORIGIN_COLUMNS).map(([name, column]) => ({
    name: name as ColumnName,
    ...column,
  })),
  ...STORED_ROWS.map(({ name, stored: { id, scale } }) => ({ name, id, scale })),
].toSorted((a, b) => a.id - b.id)

export const COLUMN_NAMES = COLUMNS.map(({ name }) => name)
/**
 * Beyond this many steps a value is missing: keeps second differences inside the exact integers of
 * a double.
 */
const MAX_STEPS = 2 ** 48

/** The value as it will be stored and read back; NaN where there is none. */
const quantised = (value: number | null | undefined, scale: number): number => {
  if (value === null || value === undefined) return NaN
  const steps = Math.round(value * scale)
  // `+ 0` turns -0 into 0, so that equal points have equal bytes
  return steps >= -MAX_STEPS && steps <= MAX_STEPS ? (steps + 0) / scale : NaN
}

/** Steps per unit of what is stored. */
const STEPS = Object.fromEntries(
  STORED_ROWS.map(({ name, stored: { scale } }) => [name, scale]),
) as Readonly<Record<StoredName, number>>

/** Writes row `i`, except for the name of its run. */
const writeRow = (to: PointColumns, i: number, point: TelemetryPoint): void => {
  to.tMs[i] = Math.round(point.tMs)
  to.lng[i] = quantised(point.lng, 1e7)
  to.lat[i] = quantised(point.lat, 1e7)
  to.heightM[i] = quantised(point.heightM, STEPS.heightM)
  to.speedMs[i] = quantised(point.speedMs, STEPS.speedMs)
  to.headingDeg[i] = quantised(point.headingDeg, STEPS.headingDeg)
  to.flowLMin[i] = quantised(point.flowLMin, STEPS.flowLMin)
  to.pumpOn[i] = point.pumpOn === null ? NaN : point.pumpOn ? 1 : 0
  to.swathWidthM[i] = quantised(point.swathWidthM, STEPS.swathWidthM)
  to.tankL[i] = quantised(point.tankL, STEPS.tankL)
  to.batteryPercent[i] = quantised(point.batteryPercent, STEPS.batteryPercent)
  to.linkPercent[i] = quantised(point.linkPercent, STEPS.linkPercent)
  to.fix[i] = quantised(point.fix, STEPS.fix)
  to.satellites[i] = quantised(point.satellites, STEPS.satellites)
  to.mode[i] = quantised(point.mode, STEPS.mode)
  to.commandedFlowLMin[i] = quantised(point.commandedFlowLMin, STEPS.commandedFlowLMin)
  to.hdop[i] = quantised(point.hdop, STEPS.hdop)
  to.windMs[i] = quantised(point.windMs, STEPS.windMs)
  to.windFromDeg[i] = quantised(point.windFromDeg, STEPS.windFromDeg)
  to.temperatureC[i] = quantised(point.temperatureC, STEPS.temperatureC)
  to.humidityPercent[i] = quantised(point.humidityPercent, STEPS.humidityPercent)
  to.rainMmH[i] = quantised(point.rainMmH, STEPS.rainMmH)
  to.aboveSeaM[i] = quantised(point.aboveSeaM, STEPS.aboveSeaM)
  to.seq[i] = quantised(point.seq, 1)
  to.clockShiftMs[i] = quantised(point.clockShiftMs, 1)
  to.spreadMs[i] = NaN
}

const orNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value

const readRow = (from: PointColumns, i: number): TelemetryPoint => {
  const pump = from.pumpOn[i]!
  const point: { -readonly [K in keyof TelemetryPoint]: TelemetryPoint[K] } = {
    tMs: from.tMs[i]!,
    lng: from.lng[i]!,
    lat: from.lat[i]!,
    heightM: orNull(from.heightM[i]),
    speedMs: orNull(from.speedMs[i]),
    headingDeg: orNull(from.headingDeg[i]),
    flowLMin: orNull(from.flowLMin[i]),
    pumpOn: Number.isNaN(pump) ? null : pump === 1,
    swathWidthM: orNull(from.swathWidthM[i]),
    tankL: orNull(from.tankL[i]),
    batteryPercent: orNull(from.batteryPercent[i]),
    linkPercent: orNull(from.linkPercent[i]),
    fix: orNull(from.fix[i]),
    satellites: orNull(from.satellites[i]),
    mode: orNull(from.mode[i]),
    boot: from.bootAt(i),
    seq: orNull(from.seq[i]),
    clockShiftMs: orNull(from.clockShiftMs[i]),
  }
  const commandedFlowLMin = from.commandedFlowLMin[i]!
  if (!Number.isNaN(commandedFlowLMin)) point.commandedFlowLMin = commandedFlowLMin
  const hdop = from.hdop[i]!
  if (!Number.isNaN(hdop)) point.hdop = hdop
  const windMs = from.windMs[i]!
  if (!Number.isNaN(windMs)) point.windMs = windMs
  const windFromDeg = from.windFromDeg[i]!
  if (!Number.isNaN(windFromDeg)) point.windFromDeg = windFromDeg
  const temperatureC = from.temperatureC[i]!
  if (!Number.isNaN(temperatureC)) point.temperatureC = temperatureC
  const humidityPercent = from.humidityPercent[i]!
  if (!Number.isNaN(humidityPercent)) point.humidityPercent = humidityPercent
  const rainMmH = from.rainMmH[i]!
  if (!Number.isNaN(rainMmH)) point.rainMmH = rainMmH
  const aboveSeaM = from.aboveSeaM[i]!
  if (!Number.isNaN(aboveSeaM)) point.aboveSeaM = aboveSeaM
  return point
}

/**
 * An array for each column, all in one buffer: a gateway keeps a table for each drone, and a buffer
 * costs more to allocate and to track than 64 values.
 */
const allocate = (capacity: number): Float64Array[] => {
  const buffer = new ArrayBuffer(COLUMN_NAMES.length * capacity * 8)
  return COLUMN_NAMES.map((_, k) => new Float64Array(buffer, k * capacity * 8, capacity))
}

/** One typed array per column, by name; missing measurements are NaN, flags 1 and 0. */
const ColumnArrays = class {
  constructor(capacity: number) {
    const columns = this as Record<string, unknown>
    const arrays = allocate(capacity)
    for (const [k, name] of COLUMN_NAMES.entries()) columns[name] = arrays[k]
  }
} as new (capacity: number) => Record<ColumnName, Float64Array>

/** A growable table of points. Values are quantised on the way in. */
export class PointColumns extends ColumnArrays {
  length = 0
  readonly boots: string[] = []
  #capacity: number
  /** The same arrays in the order of COLUMNS: access by index is faster than by name. */
  readonly #arrays: Float64Array[]

  constructor(capacity = 64) {
    super(Math.max(1, capacity))
    this.#capacity = Math.max(1, capacity)
    this.#arrays = COLUMN_NAMES.map((name) => this[name])
  }

  static of(points: Iterable<TelemetryPoint>): PointColumns {
    const columns = new PointColumns()
    for (const point of points) columns.append(point)
    return columns
  }

  reserve(capacity: number): void {
    if (capacity <= this.#capacity) return
    this.#capacity = Math.max(capacity, this.#capacity * 2)
    for (const [k, grown] of allocate(this.#capacity).entries()) {
      grown.set(this.#arrays[k]!.subarray(0, this.length))
      this[COLUMN_NAMES[k]!] = this.#arrays[k] = grown
    }
  }

  bootIndex(boot: string | null): number {
    if (boot === null) return NaN
    const known = this.boots.indexOf(boot)
    return known >= 0 ? known : this.boots.push(boot) - 1
  }

  bootAt(index: number): string | null {
    const boot = this.boot[index]!
    return Number.isNaN(boot) ? null : (this.boots[boot] ?? null)
  }

  append(point: TelemetryPoint): void {
    const i = this.length
    if (i === this.#capacity) this.reserve(i + 1)
    writeRow(this, i, point)
    this.boot[i] = this.bootIndex(point.boot)
    this.length = i + 1
  }

  /** Copies row `index` of another table to the end of this one. */
  appendFrom(other: PointColumns, index: number): void {
    const i = this.length
    if (i === this.#capacity) this.reserve(i + 1)
    const [to, from] = [this.#arrays, other.#arrays]
    for (let k = 0; k < to.length; k++) to[k]![i] = from[k]![index]!
    this.boot[i] = other === this ? other.boot[index]! : this.bootIndex(other.bootAt(index))
    this.length = i + 1
  }

  appendAll(other: PointColumns): void {
    this.appendRows(other, 0, other.length)
  }

  /**
   * Appends rows [from, to) of another table, column by column: missing columns cost next to
   * nothing.
   */
  appendRows(other: PointColumns, from: number, to: number): void {
    if (to <= from) return
    const at = this.length
    this.reserve(at + to - from)
    const [mine, theirs] = [this.#arrays, other.#arrays]
    for (let k = 0; k < mine.length; k++) mine[k]!.set(theirs[k]!.subarray(from, to), at)
    if (other !== this)
      for (let i = from; i < to; i++) this.boot[at + i - from] = this.bootIndex(other.bootAt(i))
    this.length = at + to - from
  }

  /** Rows [from, to) as a new table. */
  slice(from: number, to: number): PointColumns {
    const start = Math.max(0, from)
    const end = Math.min(this.length, to)
    const part = new PointColumns(Math.max(0, end - start))
    part.appendRows(this, start, end)
    return part
  }

  at(i: number): TelemetryPoint {
    return readRow(this, i)
  }

  /**
   * A new table in the order of time, boot, sequence number and then every other column: one order
   * for one set of points.
   */
  sorted(): PointColumns {
    return this.#isOrdered() ? this.slice(0, this.length) : this.#taken(this.#order())
  }

  #isOrdered(): boolean {
    for (let i = 1; i < this.length; i++) if (this.#compare(i - 1, i) > 0) return false
    return true
  }

  #order(): Uint32Array {
    return Uint32Array.from({ length: this.length }, (_, i) => i).sort((a, b) =>
      this.#compare(a, b),
    )
  }

  #taken(order: Uint32Array): PointColumns {
    const sorted = new PointColumns(order.length)
    for (const index of order) sorted.appendFrom(this, index)
    return sorted
  }

  #compare(a: number, b: number): number {
    const byTime = this.tMs[a]! - this.tMs[b]!
    if (byTime !== 0) return byTime
    const bootA = this.bootAt(a)
    const bootB = this.bootAt(b)
    if (bootA !== bootB) return bootA === null ? 1 : bootB === null ? -1 : bootA < bootB ? -1 : 1
    return compareMissingLast(this.seq[a]!, this.seq[b]!) || this.compareContent(a, b)
  }

  /** 0 if two rows are equal in every column but time, boot and sequence number. */
  compareContent(a: number, b: number): number {
    for (const name of COLUMN_NAMES) {
      if (name === 'tMs' || name === 'boot' || name === 'seq') continue
      const order = compareMissingLast(this[name][a]!, this[name][b]!)
      if (order !== 0) return order
    }
    return 0
  }
}

function compareMissingLast(a: number, b: number): number {
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1
  return Number.isNaN(b) ? -1 : a - b
}
