// The time buckets by which sums are kept. One set of sums serves many time zones: a day is cut at
// every zone's midnight, so that the day of each zone consists of whole buckets. All these
// midnights are between 23:00 and 03:00 in China, when few drones fly, so cutting there costs few
// rows.

/**
 * Minutes ahead of UTC of the zones whose days, months and years are kept: Korea and Japan; China,
 * Taiwan and Malaysia; Thailand and Vietnam; Myanmar; Bangladesh; Nepal; India; Pakistan. Days of any
 * other zone are read from the rows.
 */
export const keptOffsetsMinutes = [540, 480, 420, 390, 360, 345, 330, 300] as const

/** From coarse to fine. `ever` is one stretch without a beginning. */
export const grains = ['ever', 'year', 'month', 'day'] as const
export type Grain = (typeof grains)[number]

/** Moments as ms since 1970; null: open. */
export type StretchMs = { fromMs: number | null; untilMs: number | null }

const minuteMs = 60_000
const dayMs = 86_400_000
const eastmostMs = keptOffsetsMinutes[0] * minuteMs
/** From the midnight of the first of the zones to that of the last. */
const midnightsMs = eastmostMs - keptOffsetsMinutes.at(-1)! * minuteMs

const startOfDayAt = (offsetMinutes: number, atMs: number): number =>
  Math.floor((atMs + offsetMinutes * minuteMs) / dayMs) * dayMs - offsetMinutes * minuteMs

/** Start of the eastmost zone's day, month or year, or of the one after it. */
const startOfUnit = (grain: 'day' | 'month' | 'year', atMs: number, next: 0 | 1): number => {
  if (grain === 'day') return startOfDayAt(keptOffsetsMinutes[0], atMs) + next * dayMs
  const local = new Date(atMs + eastmostMs)
  const year = local.getUTCFullYear()
  return (
    (grain === 'year' ? Date.UTC(year + next, 0) : Date.UTC(year, local.getUTCMonth() + next)) -
    eastmostMs
  )
}

/** The start of the bucket that contains a moment. */
export const startOfBucketMs = (grain: Exclude<Grain, 'ever'>, atMs: number): number => {
  const day = Math.max(...keptOffsetsMinutes.map((offset) => startOfDayAt(offset, atMs)))
  return grain === 'day' ? day : Math.min(day, startOfUnit(grain, atMs, 0) + midnightsMs)
}

/** The beginning of the one after it. */
export const nextBucketMs = (grain: Exclude<Grain, 'ever'>, atMs: number): number => {
  const isBetweenMidnights = grain === 'day' || atMs < startOfUnit(grain, atMs, 0) + midnightsMs
  return isBetweenMidnights
    ? Math.min(...keptOffsetsMinutes.map((offset) => startOfDayAt(offset, atMs) + dayMs))
    : startOfUnit(grain, atMs, 1)
}

/**
 * The first bucket that begins at or after a moment, among the buckets that are in the same day,
 * month or year in all the zones. The other buckets are the hours between the zones' midnights.
 */
export const wholeUnitFrom = (grain: 'day' | 'month' | 'year', atMs: number): number => {
  const startMs = startOfUnit(grain, atMs, 0) + midnightsMs
  return startMs >= atMs ? startMs : startOfUnit(grain, atMs, 1) + midnightsMs
}

/**
 * A part of a stretch that is answered from the sums kept at a grain, or from the rows themselves.
 */
export type Part = { grain: Grain | 'rows'; stretch: StretchMs }

/**
 * Splits a stretch into parts, the coarsest of the given grains first: whole months, then whole
 * days around them, and the rest from the rows.
 */
export const splitStretch = (stretch: StretchMs, [grain, ...finer]: readonly Grain[]): Part[] => {
  const { fromMs, untilMs } = stretch
  if (fromMs !== null && untilMs !== null && fromMs >= untilMs) return []
  if (grain === undefined) return [{ grain: 'rows', stretch }]
  if (grain === 'ever')
    return fromMs === null && untilMs === null ? [{ grain, stretch }] : splitStretch(stretch, finer)
  const from =
    fromMs === null || startOfBucketMs(grain, fromMs) === fromMs
      ? fromMs
      : nextBucketMs(grain, fromMs)
  const until = untilMs === null ? null : startOfBucketMs(grain, untilMs)
  if (from !== null && until !== null && from >= until) return splitStretch(stretch, finer)
  return [
    { grain, stretch: { fromMs: from, untilMs: until } },
    ...(from === fromMs ? [] : splitStretch({ fromMs, untilMs: from }, finer)),
    ...(until === untilMs ? [] : splitStretch({ fromMs: until, untilMs }, finer)),
  ]
}
