// Predicts each value of a track's column from what its reader already knows: the values before it
// and other columns. Tracks are stored by these predictions: never change one, add another kind.
// Values are given less the first one, so that a track at another time and place has the same errors.
// Only + - * / and rounding are used, which are exact on every machine; Math.sin is not.
import type { ColumnName } from './telemetry-point.ts'

/** Values of a column in steps of its scale, or in multiples of them; NaN is missing. */
export type Steps = Float64Array
/** Columns by row. */
export type KnownColumns = ReadonlyMap<ColumnName, Steps>

/** Kinds of prediction, as stored. `CONSTANT`: all values are the first one. */
export const CONSTANT = 0
export const LAST = 1
/** The last change is repeated. */
export const LINEAR = 2
/** Times at a regular beat: each deviates on its own, and some fall between two beats. */
export const CLOCK = 3
/** In proportion to other columns. */
export const DRIVEN = 4

export type Prediction =
  | { readonly kind: typeof CONSTANT | typeof LAST | typeof LINEAR }
  | { readonly kind: typeof CLOCK; readonly period: number }
  | {
      readonly kind: typeof DRIVEN
      readonly follow: Follow
      readonly drive: Steps
      /** The first value. */
      readonly first: number
    }

/** The factor between a column and its driver is learned on the way, so that no unit matters. */
type Follow = {
  /** Follows by its change since the last value, otherwise by the value. */
  readonly isChange: boolean
  /** How far the sum of all changes may be from the value: by rounding alone, or not at all. */
  readonly slack: 0 | 0.5
}
type Driver = Follow & {
  readonly by: readonly ColumnName[]
  /** The value, or how fast it changes, in each row. */
  readonly fill: (rates: Steps, ...by: Steps[]) => void
}

/** A quarter turn in steps of a heading. */
const QUARTER = 9_000
const RADIANS_A_STEP = 3.14159265358979 / (2 * QUARTER)

/** Sine of an angle in steps of a heading, to 4e-6. */
const sine = (angle: number): number => {
  let folded = angle - 4 * QUARTER * Math.round(angle / (4 * QUARTER))
  if (folded > QUARTER) folded = 2 * QUARTER - folded
  else if (folded < -QUARTER) folded = -2 * QUARTER - folded
  const x = folded * RADIANS_A_STEP
  const square = x * x
  return x * (1 - (square / 6) * (1 - (square / 20) * (1 - (square / 42) * (1 - square / 72))))
}

/** Speed along one axis: `turn` is added to the angle from north. */
const motion = (turn: number): Driver => ({
  by: ['speedMs', 'headingDeg'],
  isChange: true,
  slack: 0,
  fill: (rates, speeds, headings) => {
    let heading = NaN
    let part = 0
    for (let i = 0; i < rates.length; i++) {
      if (headings![i]! !== heading) {
        heading = headings![i]!
        part = sine(heading + turn)
      }
      rates[i] = speeds![i]! * part
    }
  },
})

const DRIVERS: Partial<Readonly<Record<ColumnName, Driver>>> = {
  lng: motion(0),
  lat: motion(QUARTER),
  // Flow controllers keep the dose constant.
  flowLMin: {
    by: ['speedMs', 'pumpOn'],
    isChange: false,
    slack: 0,
    fill: (rates, speeds, pumps) => {
      for (let i = 0; i < rates.length; i++) rates[i] = speeds![i]! * pumps![i]!
    },
  },
  tankL: {
    by: ['flowLMin'],
    isChange: true,
    slack: 0.5,
    fill: (rates, flows) => rates.set(flows!),
  },
  batteryPercent: { by: [], isChange: true, slack: 0.5, fill: (rates) => rates.fill(1) },
  hdop: {
    by: ['satellites'],
    isChange: false,
    slack: 0,
    fill: (rates, satellites) => {
      for (let i = 0; i < rates.length; i++) rates[i] = 1 / satellites![i]!
    },
  },
}

/** Columns that are needed to read a column. */
export const driversOf = (name: ColumnName): readonly ColumnName[] => {
  const driver = DRIVERS[name]
  return driver ? [...(driver.isChange ? (['tMs'] as const) : []), ...driver.by] : []
}

const LARGEST_DRIVE = 2 ** 100

/**
 * An array that is used again by the next call, with any content: arrays of kilobytes for each
 * column cost more by garbage collection than all arithmetic (measured).
 */
export class Scratch {
  #values = new Float64Array(0)

  take(length: number): Steps {
    if (length > LARGEST_KEPT) return new Float64Array(length)
    if (length > this.#values.length) this.#values = new Float64Array(length)
    return this.#values.subarray(0, length)
  }
}
const LARGEST_KEPT = 2 ** 17

const driveScratch = new Scratch()

/** How a column follows others; null if it does not, or they are not known. */
export const findDriver = (
  name: ColumnName,
  { rows, first }: { rows: Steps; first: number },
  known: KnownColumns,
): Prediction | null => {
  const driver = DRIVERS[name]
  if (!driver || !driversOf(name).every((other) => known.has(other))) return null
  const drive = driveScratch.take(rows.length)
  driver.fill(drive, ...driver.by.map((other) => known.get(other)!))
  if (driver.isChange) integrate(drive, known.get('tMs')!)
  for (let i = 0; i < drive.length; i++) if (!(Math.abs(drive[i]!) < LARGEST_DRIVE)) drive[i] = 0
  return { kind: DRIVEN, follow: driver, drive, first }
}

/** Twice the change since the row before: the mean of both rates times the time between them. */
const integrate = (rates: Steps, times: Steps): void => {
  for (let i = rates.length - 1; i > 0; i--)
    rates[i] = (rates[i - 1]! + rates[i]!) * (times[i]! - times[i - 1]!)
  rates[0] = 0
}

/** Only the rows with a value: what happened in those without one is added to the next. */
export const withoutMissing = (prediction: Prediction, rows: Steps, count: number): Prediction => {
  if (prediction.kind !== DRIVEN || count === rows.length) return prediction
  const drive = new Float64Array(count)
  let sum = 0
  for (let i = 0, j = 0; i < rows.length; i++) {
    sum = prediction.follow.isChange ? sum + prediction.drive[i]! : prediction.drive[i]!
    if (Number.isNaN(rows[i]!)) continue
    drive[j++] = sum
    sum = 0
  }
  return { ...prediction, drive }
}

const LARGEST_VALUE = 2 ** 50
const rounded = (value: number): number =>
  Math.round(
    value > LARGEST_VALUE ? LARGEST_VALUE : value < -LARGEST_VALUE ? -LARGEST_VALUE : value,
  )

/** Share of a deviation by which the beat of a clock is moved. */
const FOLLOWED = 0.05
/** Beats for which the period counts that a clock begins with. */
const TRUSTED_BEATS = 16

class Clock {
  #beat = 0
  #period: number
  #beats = TRUSTED_BEATS
  readonly #trusted: number

  constructor(period: number) {
    this.#period = period
    this.#trusted = TRUSTED_BEATS * period
  }

  next(): number {
    return rounded(this.#beat + this.#period)
  }

  learn(value: number): void {
    const since = value - this.#beat
    const beats = Math.round(since / this.#period)
    if (beats < 1) return
    const deviation = since - beats * this.#period
    this.#beat += beats * this.#period + FOLLOWED * deviation
    this.#beats += beats
    if (Math.abs(deviation) < this.#period / 4) this.#period = (value + this.#trusted) / this.#beats
  }
}

/** Share of what was learned about a factor that is kept from row to row. */
const KEPT = 0.98

class Follower {
  readonly #isChange: boolean
  readonly #slack: number
  readonly #first: number
  #last = 0
  #exact = 0
  #expected = 0
  #factor = 0
  #products = 0
  #squares = 0

  constructor({ isChange, slack }: Follow, first: number) {
    this.#isChange = isChange
    this.#slack = slack
    this.#first = first
  }

  next(drive: number): number {
    this.#expected = (this.#isChange ? this.#exact : -this.#first) + this.#factor * drive
    return rounded(this.#expected)
  }

  learn(value: number, drive: number): void {
    const least = value - this.#slack
    const most = value + this.#slack
    const expected = this.#expected
    this.#exact = expected > most ? most : expected < least ? least : expected
    const followed = this.#isChange ? value - this.#last : value + this.#first
    this.#products = KEPT * this.#products + drive * followed
    this.#squares = KEPT * this.#squares + drive * drive
    if (this.#squares > 0) this.#factor = this.#products / this.#squares
    this.#last = value
  }
}

/** Errors of the prediction of each value but the first. The first value is 0. */
export const toErrors = (values: Steps, prediction: Prediction, errors: Steps): void => {
  if (prediction.kind === CLOCK) {
    const clock = new Clock(prediction.period)
    for (let i = 1; i < values.length; i++) {
      errors[i] = values[i]! - clock.next()
      clock.learn(values[i]!)
    }
  } else if (prediction.kind === DRIVEN) {
    const { follow, drive, first } = prediction
    const follower = new Follower(follow, first)
    for (let i = 1; i < values.length; i++) {
      errors[i] = values[i]! - follower.next(drive[i]!)
      follower.learn(values[i]!, drive[i]!)
    }
  } else {
    const kept = prediction.kind === LINEAR ? 1 : 0
    let change = 0
    for (let i = 1; i < values.length; i++) {
      errors[i] = values[i]! - values[i - 1]! - kept * change
      change = values[i]! - values[i - 1]!
    }
  }
}

/** Replaces the errors by the values. */
export const fromErrors = (errors: Steps, prediction: Prediction): void => {
  errors[0] = 0
  if (prediction.kind === CLOCK) {
    const clock = new Clock(prediction.period)
    for (let i = 1; i < errors.length; i++) {
      errors[i]! += clock.next()
      clock.learn(errors[i]!)
    }
  } else if (prediction.kind === DRIVEN) {
    const { follow, drive, first } = prediction
    const follower = new Follower(follow, first)
    for (let i = 1; i < errors.length; i++) {
      errors[i]! += follower.next(drive[i]!)
      follower.learn(errors[i]!, drive[i]!)
    }
  } else {
    const kept = prediction.kind === LINEAR ? 1 : 0
    let change = 0
    for (let i = 1; i < errors.length; i++) {
      change = errors[i]! + kept * change
      errors[i] = errors[i - 1]! + change
    }
  }
}
