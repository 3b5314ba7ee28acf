import type { SeriesValues } from '@swath/flight-logs/flight-log'

/**
 * A reduced series for a chart; null marks a gap in the log, so that no line is drawn across it.
 */
export type ThinSeries = {
  readonly name: string
  readonly unit: string | null
  /** Ascending. */
  readonly tMs: readonly number[]
  readonly values: readonly (number | null)[]
  /** UTC; otherwise relative to the start of the log. */
  readonly absolute: boolean
  readonly minimum: number
  readonly maximum: number
}

const gapTimes = 20
const shortestGapMs = 5_000

/** Indexes of the finite values in order of time. */
const ordered = (tMs: ArrayLike<number>, values: ArrayLike<number>): Uint32Array => {
  const kept = new Uint32Array(values.length)
  let count = 0
  let isSorted = true
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i]!) || !Number.isFinite(tMs[i]!)) continue
    if (count > 0 && tMs[i]! < tMs[kept[count - 1]!]!) isSorted = false
    kept[count++] = i
  }
  const found = kept.subarray(0, count)
  return isSorted ? found : found.sort((a, b) => tMs[a]! - tMs[b]! || a - b)
}

/** Keeps the minimum and maximum of each interval, so that no peak is lost. */
export const thin = (
  {
    name,
    unit,
    tMs,
    values,
    absolute,
  }: Pick<SeriesValues, 'name' | 'unit' | 'tMs' | 'values' | 'absolute'>,
  most: number,
): ThinSeries | null => {
  const order = ordered(tMs, values)
  if (order.length === 0) return null
  const picked: number[] = []
  const size = Math.max(1, order.length / Math.max(1, most / 2))
  let [minimum, maximum] = [Infinity, -Infinity]
  for (let from = 0, stretch = 1; from < order.length; stretch++) {
    const to =
      size === 1 ? from + 1 : Math.min(order.length, Math.max(from + 1, Math.round(stretch * size)))
    let low = from
    let high = from
    for (let i = from; i < to; i++) {
      const value = values[order[i]!]!
      if (value < values[order[low]!]!) low = i
      if (value > values[order[high]!]!) high = i
    }
    minimum = Math.min(minimum, values[order[low]!]!)
    maximum = Math.max(maximum, values[order[high]!]!)
    picked.push(Math.min(low, high))
    if (low !== high) picked.push(Math.max(low, high))
    from = to
  }
  const steps = picked
    .slice(1)
    .map((at, index) => tMs[order[at]!]! - tMs[order[picked[index]!]!]!)
    .sort((a, b) => a - b)
  const gapMs = Math.max(shortestGapMs, gapTimes * (steps[steps.length >> 1] ?? 0))
  const times: number[] = []
  const shown: (number | null)[] = []
  for (const at of picked) {
    const time = tMs[order[at]!]!
    const before = times.at(-1)
    if (before !== undefined && time - before > gapMs) {
      times.push((before + time) / 2)
      shown.push(null)
    }
    times.push(time)
    shown.push(values[order[at]!]!)
  }
  return { name, unit, tMs: times, values: shown, absolute, minimum, maximum }
}
