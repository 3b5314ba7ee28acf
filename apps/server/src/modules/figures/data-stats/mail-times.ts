// When a statistic is sent next, in a time zone.
import { dateTimeIn } from '@swath/domain/local-time'
import type { DataStatMail } from '@swath/contract/figures/data-stats'
import { startOfDay } from '../../../platform/clock/day.ts'

type Schedule = Pick<DataStatMail, 'every' | 'weekday' | 'monthDay' | 'hour'>

const hourMs = 3_600_000
/** More than a month, in case a day has to be skipped. */
const daysAhead = 40

const isItsDay = ({ every, weekday, monthDay }: Schedule, day: string): boolean => {
  if (every === 'day') return true
  const date = new Date(`${day}T00:00:00Z`)
  return every === 'week' ? (date.getUTCDay() || 7) === weekday : date.getUTCDate() === monthDay
}

/**
 * The first moment after now. An hour skipped by a clock change is replaced by the following one.
 */
export const nextMailing = (schedule: Schedule, nowMs: number, timeZone: string): Date => {
  let dayMs = startOfDay(nowMs, timeZone).getTime()
  for (let i = 0; i < daysAhead; i++) {
    const { year, month, day } = dateTimeIn(new Date(dayMs), timeZone)
    // Days with a clock change are an hour shorter or longer.
    let atMs = dayMs + schedule.hour * hourMs
    const shown = Number(dateTimeIn(new Date(atMs), timeZone).hour)
    if (shown !== schedule.hour && Math.abs(shown - schedule.hour) === 1)
      atMs += (schedule.hour - shown) * hourMs
    if (atMs > nowMs && isItsDay(schedule, `${year}-${month}-${day}`)) return new Date(atMs)
    // 36 hours are within the next day, regardless of the length of this one.
    dayMs = startOfDay(dayMs + 36 * hourMs, timeZone).getTime()
  }
  throw new Error('a schedule without a next time')
}
