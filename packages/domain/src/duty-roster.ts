// Rosters: the people on duty at each hour of the week, by the clocks of a time zone.
import { isWithinWindows, readMinutes, type WeeklyWindow } from './weekly-windows.ts'

/** A weekly window with the ids of its people, in the order in which they are notified. */
export type DutyShift = WeeklyWindow & { readonly userIds: readonly string[] }

/** Part of one day: minutes since midnight, `fromMinute` included, `untilMinute` (to 1440) not. */
export type DutySpan = {
  /** 1 Monday … 7 Sunday */
  readonly day: number
  readonly fromMinute: number
  readonly untilMinute: number
  /** Index of the shift; null: nobody is on duty. */
  readonly shift: number | null
}

const dayMinutes = 24 * 60
const weekMinutes = 7 * dayMinutes

/** Minutes since Monday 00:00; `until` is above `from` and at most the end of the week. */
type Stretch = { from: number; until: number; shift: number | null }

const listStretches = (shifts: readonly WeeklyWindow[]): Stretch[] =>
  shifts
    .flatMap(({ days, from, until }, shift) =>
      days.flatMap((day): Stretch[] => {
        const begins = (day - 1) * dayMinutes + readMinutes(from)
        const lasts = readMinutes(until) - readMinutes(from)
        const ends = begins + (lasts > 0 ? lasts : lasts + dayMinutes)
        return ends <= weekMinutes
          ? [{ from: begins, until: ends, shift }]
          : [
              { from: begins, until: weekMinutes, shift },
              { from: 0, until: ends - weekMinutes, shift },
            ]
      }),
    )
    .sort((one, other) => one.from - other.from)

/**
 * The shift on duty at a moment; null: nobody. A shift begins exactly at `from` and has ended
 * exactly at `until`. An hour that the clocks repeat belongs to the same shift both times, and a
 * shift that begins in an hour that they skip begins after it.
 *
 * @param at milliseconds since 1970
 * @param zone IANA time zone
 */
export const onDuty = <Shift extends WeeklyWindow>(
  { shifts }: { readonly shifts: readonly Shift[] },
  at: number,
  zone: string,
): Shift | null => shifts.find((shift) => isWithinWindows([shift], zone, at)) ?? null

/** Indexes of two shifts that have a minute of the week in common; null if there are none. */
export const findOverlap = (shifts: readonly WeeklyWindow[]): [number, number] | null => {
  const stretches = listStretches(shifts)
  for (const [i, { from, shift }] of stretches.entries()) {
    const before = stretches[i - 1]
    if (before && from < before.until) return [before.shift!, shift!]
  }
  return null
}

/**
 * The week in order of time, without a hole: spans of shifts that do not overlap, and the gaps
 * between them. Gaps and shifts are cut at midnight.
 */
export const listWeek = (shifts: readonly WeeklyWindow[]): DutySpan[] => {
  const whole: Stretch[] = []
  let end = 0
  const fillUntil = (from: number): void => {
    if (from > end) whole.push({ from: end, until: from, shift: null })
  }
  for (const stretch of listStretches(shifts)) {
    fillUntil(stretch.from)
    whole.push(stretch)
    end = stretch.until
  }
  fillUntil(weekMinutes)
  return whole.flatMap(({ from, until, shift }) => {
    const spans: DutySpan[] = []
    for (let at = from; at < until;) {
      const day = Math.floor(at / dayMinutes)
      const ends = Math.min(until, (day + 1) * dayMinutes)
      spans.push({
        day: day + 1,
        fromMinute: at - day * dayMinutes,
        untilMinute: ends - day * dayMinutes,
        shift,
      })
      at = ends
    }
    return spans
  })
}
