import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  keptOffsetsMinutes,
  nextBucketMs,
  splitStretch,
  startOfBucketMs,
  type StretchMs,
} from './figure-buckets.ts'

const bucketGrains = ['day', 'month', 'year'] as const
const moments = fc.integer({ min: Date.UTC(2019, 0), max: Date.UTC(2031, 0) })
const minutes = 60_000

/** The local time of a zone, of a day, a month or a year. */
const shown = (atMs: number, offset: number, grain: (typeof bucketGrains)[number]): string =>
  new Date(atMs + offset * minutes).toISOString().slice(0, { day: 10, month: 7, year: 4 }[grain])

describe('buckets in which sums are kept', () => {
  test.each(bucketGrains)(
    'are within one %s of every kept zone, and follow each other',
    (grain) => {
      fc.assert(
        fc.property(moments, (atMs) => {
          const from = startOfBucketMs(grain, atMs)
          const until = nextBucketMs(grain, atMs)
          expect(from).toBeLessThanOrEqual(atMs)
          expect(until).toBeGreaterThan(atMs)
          expect(startOfBucketMs(grain, until - 1)).toBe(from)
          expect(startOfBucketMs(grain, until)).toBe(until)
          for (const offset of keptOffsetsMinutes)
            expect(shown(until - 1, offset, grain)).toBe(shown(from, offset, grain))
          const isCutSomewhere = keptOffsetsMinutes.some(
            (offset) => shown(until - 1, offset, grain) !== shown(until, offset, grain),
          )
          expect(isCutSomewhere).toBe(true)
        }),
      )
    },
  )

  test.each(bucketGrains)('a longer one consists of whole shorter ones: %s', (grain) => {
    fc.assert(
      fc.property(moments, (atMs) => {
        const from = startOfBucketMs(grain, atMs)
        expect(startOfBucketMs('day', from)).toBe(from)
        expect(startOfBucketMs(grain, startOfBucketMs('day', atMs))).toBe(from)
      }),
    )
  })
})

const within = ({ fromMs, untilMs }: StretchMs, atMs: number): boolean =>
  (fromMs === null || atMs >= fromMs) && (untilMs === null || atMs < untilMs)

test('the parts of a stretch contain each of its moments once, and no other', () => {
  const bound = fc.option(moments)
  fc.assert(
    fc.property(
      bound,
      bound,
      fc.subarray(['ever', 'year', 'month', 'day'] as const),
      fc.array(moments, { maxLength: 20 }),
      (fromMs, untilMs, grains, looked) => {
        const stretch = { fromMs, untilMs }
        const parts = splitStretch(stretch, grains)
        for (const atMs of [...looked, fromMs ?? 0, untilMs ?? 0, (untilMs ?? 1) - 1]) {
          const holding = parts.filter((part) => within(part.stretch, atMs))
          expect(holding).toHaveLength(within(stretch, atMs) ? 1 : 0)
        }
        for (const { grain, stretch: part } of parts)
          if (grain !== 'rows' && grain !== 'ever')
            for (const ms of [part.fromMs, part.untilMs])
              if (ms !== null) expect(startOfBucketMs(grain, ms)).toBe(ms)
      },
    ),
  )
})

test('a year and some days of China are split into a year, months and days, without reading rows', () => {
  const day = (text: string) => Date.parse(`${text}T00:00+08:00`)
  const parts = splitStretch({ fromMs: day('2024-12-30'), untilMs: day('2026-02-03') }, [
    'ever',
    'year',
    'month',
    'day',
  ])
  const utc = (ms: number | null) => new Date(ms!).toISOString().slice(0, 13)
  expect(
    parts.map(({ grain, stretch }) => [grain, utc(stretch.fromMs), utc(stretch.untilMs)]),
  ).toEqual([
    // From Korea's midnight to Pakistan's: the hours between are separate periods.
    ['year', '2024-12-31T15', '2025-12-31T19'],
    ['day', '2024-12-29T16', '2024-12-31T15'],
    ['month', '2025-12-31T19', '2026-01-31T19'],
    ['day', '2026-01-31T19', '2026-02-02T16'],
  ])
})
