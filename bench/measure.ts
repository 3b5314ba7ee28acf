// Common code of the benchmarks: their flags, medians over interleaved rounds, and the JSON lines
// that they print.
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  args: process.argv.slice(2),
  strict: false,
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    entries: { type: 'string' },
    records: { type: 'string' },
    profile: { type: 'boolean', default: false },
  },
})

export const flags = {
  /** Smaller worlds and fewer rounds: shows that everything runs, and approximate results. */
  quick: values['quick'] === true,
  rounds:
    typeof values['rounds'] === 'string'
      ? Number(values['rounds'])
      : values['quick'] === true
        ? 1
        : 3,
  /** How long the whole fleet flies. */
  seconds:
    typeof values['seconds'] === 'string'
      ? Number(values['seconds'])
      : values['quick'] === true
        ? 8
        : 60,
  /** Number of entries of the ledger, if not ten million. */
  entries: typeof values['entries'] === 'string' ? Number(values['entries']) : undefined,
  /** One number of work records, instead of several sizes. */
  records: typeof values['records'] === 'string' ? Number(values['records']) : null,
  /** Writes V8's profile of the program to the temporary folder and lists its hot spots. */
  profile: values['profile'] === true,
}

export type Unit =
  | 'ms'
  | 's'
  | 'bytes'
  | 'bytes/point'
  | 'bytes/frame'
  | 'points/s'
  | 'flights/s'
  | 'entries/s'
  | 'points/core-s'
  | 'µs/point'
  | 'ns/point'
  | 'core'
  | 'MB'
  | 'MB/s'
  | '%'
  | 'points'
  | 'count'
  | 'm'

/** One measurement on standard output. `value` is the median of `rounds`. */
export const report = (
  bench: string,
  variant: string,
  metric: string,
  value: number,
  unit: Unit,
  rounds: number,
  more: Record<string, unknown> = {},
): void => {
  process.stdout.write(
    `${JSON.stringify({ bench, variant, metric, value: rounded(value), unit, rounds, ...more })}\n`,
  )
}

/** Ratio of `variant` to `base`, in medians of rounds that were run side by side. */
export const reportRatio = (
  bench: string,
  metric: string,
  variant: string,
  base: string,
  value: number,
  rounds: number,
  more: Record<string, unknown> = {},
): void => {
  process.stdout.write(
    `${JSON.stringify({ bench, metric, variant, base, ratio: rounded(value), rounds, ...more })}\n`,
  )
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

/**
 * Runs every variant once a round, in an order that rotates; returns the results of each, round by
 * round.
 */
export const interleaved = async <K extends string, T>(
  rounds: number,
  variants: Readonly<Record<K, () => T | Promise<T>>>,
): Promise<Record<K, T[]>> => {
  const names = Object.keys(variants) as K[]
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<K, T[]>
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < names.length; i++) {
      const name = names[(i + round) % names.length]!
      results[name].push(await variants[name]())
    }
  }
  return results
}

/** Processor time of this process, ms: fair where others use the machine too. */
export const measureCpuMs = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Prints a message for people on standard error. */
export const say = (text: string): void => {
  process.stderr.write(`${text}\n`)
}

const rounded = (value: number): number =>
  Number.isFinite(value) && value !== 0 ? Number(value.toPrecision(4)) : value
