import { roundTop } from '../lib/round-top.ts'

export type TimeRow = {
  readonly name: string
  readonly unit: string
  readonly colour: string
  readonly values: readonly (number | null)[]
  readonly decimals: number
  /** The row's own times, ascending, if they differ from the chart's. */
  readonly tMs?: readonly number[]
  /** 'fit': from the lowest to the highest value; otherwise from 0, as no value is negative. */
  readonly scale?: 'fit'
}

/** The index of the last row whose time is not after `tMs`. */
export const rowAt = (times: readonly number[], tMs: number): number => {
  let low = 0
  let high = times.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (times[middle]! <= tMs) low = middle
    else high = middle - 1
  }
  return low
}

/** Axis ends on whole, round steps that include all values. */
const roundSpan = (
  values: readonly (number | null)[],
): { min: number; max: number; interval: number } => {
  let [low, high] = [Infinity, -Infinity]
  for (const value of values)
    if (value !== null) {
      low = Math.min(low, value)
      high = Math.max(high, value)
    }
  if (low === Infinity) return { min: 0, max: 1, interval: 1 }
  if (low === high)
    [low, high] = [
      low - Math.max(Math.abs(low) * 0.01, 0.5),
      high + Math.max(Math.abs(high) * 0.01, 0.5),
    ]
  const interval = roundTop([(high - low) / 2])
  return {
    min: Math.floor(low / interval) * interval,
    max: Math.ceil(high / interval) * interval,
    interval,
  }
}

export const computeAxis = ({
  scale,
  values,
}: TimeRow): { min: number; max: number; interval: number } => {
  if (scale === 'fit') return roundSpan(values)
  const top = roundTop(values)
  return { min: 0, max: top * 1.15, interval: top }
}

/** Shortened to fit at the side: 12,000 becomes 12k. */
export const axisText = (value: number, { scale }: TimeRow): string => {
  if (scale !== 'fit') return value === 0 ? '' : String(value)
  const size = Math.abs(value)
  return size >= 1e6
    ? `${Number((value / 1e6).toPrecision(3))}M`
    : size >= 1e4
      ? `${Number((value / 1e3).toPrecision(3))}k`
      : String(Number(value.toPrecision(4)))
}
