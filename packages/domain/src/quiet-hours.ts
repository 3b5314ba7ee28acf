// Hours in which a person gets no messages.
import { dateTimeIn } from './local-time.ts'

export type QuietHours = {
  /** Local time `HH:MM`. If `until` is not after `from`, the hours end on the next day. */
  readonly from: string
  readonly until: string
  /** Days on which the hours begin, 1 (Monday) to 7 (Sunday). */
  readonly days: readonly number[]
}

const dayMs = 86_400_000
const weekday = (dayStartMs: number): number => new Date(dayStartMs).getUTCDay() || 7

/** Whether the hours include a moment in an IANA time zone; `from` is included, `until` is not. */
export const isQuiet = (
  { from, until, days }: QuietHours,
  timeZone: string,
  atMs: number,
): boolean => {
  const { year, month, day, hour, minute } = dateTimeIn(atMs, timeZone)
  const time = `${hour}:${minute}`
  const todayMs = Date.UTC(Number(year), Number(month) - 1, Number(day))
  const beginsToday = days.includes(weekday(todayMs))
  if (from < until) return beginsToday && time >= from && time < until
  const beganYesterday = days.includes(weekday(todayMs - dayMs))
  return (beginsToday && time >= from) || (beganYesterday && time < until)
}
