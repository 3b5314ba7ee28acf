// Weekly windows in local time.
import { dateTimeIn } from './local-time.ts'

/** A window from midnight to midnight has equal times. */
export type WeeklyWindow = {
  /** 1 Monday … 7 Sunday: the days on which it begins. */
  readonly days: readonly number[]
  /** HH:mm */
  readonly from: string
  /** HH:mm; at or before `from`: of the next day. */
  readonly until: string
}

const minutesOfDay = 24 * 60

/** Minutes since midnight of a time HH:mm. */
export const readMinutes = (time: string): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const writeMinutes = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/**
 * The same hours by a clock that is ahead by some minutes, a day at most: 06:00 on Monday by UTC is
 * 22:00 on Sunday eight hours behind it.
 */
export const moveWindow = (
  { days, from, until }: WeeklyWindow,
  aheadMinutes: number,
): { days: number[]; from: string; until: string } => {
  const move = (time: string): number => readMinutes(time) + aheadMinutes
  const inDay = (minutes: number): string => writeMinutes((minutes + minutesOfDay) % minutesOfDay)
  const later = Math.floor(move(from) / minutesOfDay)
  return {
    days: days.map((day) => ((day - 1 + later + 7) % 7) + 1).sort((one, other) => one - other),
    from: inDay(move(from)),
    until: inDay(move(until)),
  }
}

/** 1 Monday … 7 Sunday, and the minutes since midnight, by the clocks of an IANA zone. */
const readLocalTime = (tMs: number, timeZone: string): { day: number; minutes: number } => {
  const { year, month, day, hour, minute } = dateTimeIn(tMs, timeZone)
  const weekday = new Date(`${year}-${month}-${day}T00:00Z`).getUTCDay()
  return { day: weekday === 0 ? 7 : weekday, minutes: Number(hour) * 60 + Number(minute) }
}

/** Whether a moment is in one of the windows. */
export const isWithinWindows = (
  windows: readonly WeeklyWindow[],
  timeZone: string,
  tMs: number,
): boolean => {
  const { day, minutes } = readLocalTime(tMs, timeZone)
  const dayBefore = day === 1 ? 7 : day - 1
  return windows.some(({ days, from, until }) => {
    const [begins, ends] = [readMinutes(from), readMinutes(until)]
    if (ends > begins) return days.includes(day) && minutes >= begins && minutes < ends
    return (days.includes(day) && minutes >= begins) || (days.includes(dayBefore) && minutes < ends)
  })
}
