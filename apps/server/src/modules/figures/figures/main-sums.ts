// A question about distinct drones, or about the largest, is answered by one period of a stored sum
// and a few corrections: the hours between the midnights of the time zones, and recent changes.
// Items with corrections are computed one by one; all others are taken from the sum.
import type { Dimension } from '@swath/domain/figures'
import {
  nextBucketMs,
  wholeUnitFrom,
  type Grain,
  type StretchMs,
} from '@swath/domain/figure-buckets'
import { chooseSums, type ChosenPart, type SumRequest } from './choose-sums.ts'
import type { KeptSum } from './kept-sums.ts'

export type MainSum = {
  sum: KeptSum
  /** Adjacent buckets: a single one, or one for each month or year in the result. */
  buckets: readonly { fromMs: number; untilMs: number }[] | 'ever'
  /** Parts that make up the question's period; the main buckets are within it. */
  plus: readonly ChosenPart[]
  /** Parts of the main buckets outside the question's period. */
  minus: readonly ChosenPart[]
}

const units = ['year', 'month'] as const
type Unit = (typeof units)[number]
const lengths = [...units, 'day'] as const
type Length = (typeof lengths)[number]

const bucketFrom = (grain: Length, atMs: number) => {
  const fromMs = wholeUnitFrom(grain, atMs)
  return { fromMs, untilMs: nextBucketMs(grain, fromMs) }
}

/** The day, month or year that matches a period best, if using it is better than none. */
const findUnit = (fromMs: number, untilMs: number) => {
  const candidates = lengths.map((grain) => {
    const bucket = bucketFrom(grain, fromMs)
    return { grain, bucket, besideMs: bucket.fromMs - fromMs + Math.abs(untilMs - bucket.untilMs) }
  })
  const best = candidates.reduce((a, b) => (b.besideMs < a.besideMs ? b : a))
  return best.bucket.fromMs < untilMs && best.besideMs < (untilMs - fromMs) / 2 ? best : null
}

/** Beyond this many months, all parts are added up instead. */
const bucketsAtMost = 36

/** All buckets within a period. */
const listBuckets = (grain: Unit, { fromMs, untilMs }: { fromMs: number; untilMs: number }) => {
  const buckets = []
  for (let bucket = bucketFrom(grain, fromMs); bucket.untilMs <= untilMs;) {
    buckets.push(bucket)
    bucket = bucketFrom(grain, bucket.untilMs)
  }
  return buckets
}

const toMain = (
  grain: Grain,
  buckets: MainSum['buckets'],
  plus: readonly ChosenPart[],
  minus: readonly ChosenPart[] = [],
): MainSum | null => {
  const sum = plus.find((part) => part.sum?.grain === grain)?.sum
  return sum ? { sum, buckets, plus, minus } : null
}

/** Null: adding up all parts of the period is better. */
export const findMain = (
  request: SumRequest,
  stretch: StretchMs,
  isKeptZone: boolean,
): MainSum | null => {
  const choose = (part: StretchMs) => chooseSums('work', request, part, isKeptZone)
  const has = (one: Dimension): boolean => request.by.includes(one)
  if (has('day') || has('hourOfDay')) return null
  const { fromMs, untilMs } = stretch
  const times = units.filter(has)
  if (fromMs === null || untilMs === null)
    return fromMs === untilMs && times.length === 0 ? toMain('ever', 'ever', choose(stretch)) : null
  const [time] = times
  if (time) {
    const buckets = listBuckets(time, { fromMs, untilMs })
    return times.length === 1 && buckets.length <= bucketsAtMost
      ? toMain(time, buckets, choose(stretch))
      : null
  }
  const unit = findUnit(fromMs, untilMs)
  if (!unit) return null
  const { grain, bucket } = unit
  const endMs = bucket.untilMs
  return untilMs >= endMs
    ? toMain(grain, [bucket], choose(stretch))
    : toMain(
        grain,
        [bucket],
        choose({ fromMs, untilMs: endMs }),
        choose({ fromMs: untilMs, untilMs: endMs }),
      )
}
