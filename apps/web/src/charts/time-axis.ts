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

/** The smallest round figure that is not below any value; 1 if all are zero. */
export const roundTop = (values: readonly (number | null)[]): number => {
  const top = values.reduce<number>(
    (most, value) => (value === null ? most : Math.max(most, value)),
    0,
  )
  if (top <= 0) return 1
  const size = 10 ** Math.floor(Math.log10(top))
  return size * ([1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((one) => top <= one * size) ?? 10)
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
