// Periods of calendar days, and the steps of their charts. Days are YYYY-MM-DD of any zone.
import type { PeriodStep } from './period.ts'

/** Local calendar days, `until` not included. */
export type Stretch = { readonly from: string; readonly until: string }

const dayMs = 86_400_000
const toMs = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

export const addDays = (day: string, days: number): string => toDay(toMs(day) + days * dayMs)

/** A day that the month does not have becomes its last one. */
export const addMonths = (day: string, months: number): string => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return toDay(Date.UTC(year, month - 1 + months, Math.min(date, last)))
}

export const countDays = ({ from, until }: Stretch): number =>
  Math.round((toMs(until) - toMs(from)) / dayMs)

/** Months that a stretch touches. */
const countMonths = ({ from, until }: Stretch): number => {
  const last = addDays(until, -1)
  const number = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
  return number(last) - number(from) + 1
}

/**
 * The period to compare with. A period that begins on the first of a month is shifted by months;
 * one that begins with a year and is longer than a month by years. 1 to 23 November compares with 1
 * to 23 October; January to 23 November with the same days of the year before. Any other period
 * compares with as many days directly before it.
 */
export const stretchBefore = ({ from, until }: Stretch): Stretch => {
  const months = countMonths({ from, until })
  if (!from.endsWith('-01')) {
    const days = countDays({ from, until })
    return { from: addDays(from, -days), until: from }
  }
  const back = from.endsWith('-01-01') && months > 1 ? Math.ceil(months / 12) * 12 : months
  const last = addDays(until, -1)
  // The end of a month is shifted to the end of a month, although months differ in length.
  const isToItsEnd = until.endsWith('-01')
  return {
    from: addMonths(from, -back),
    until: isToItsEnd ? addMonths(until, -back) : addDays(addMonths(last, -back), 1),
  }
}

/** So that a chart has a few dozen marks at most. */
export const pickStep = (stretch: Stretch): PeriodStep => {
  const days = countDays(stretch)
  if (days <= 1) return 'hour'
  if (days <= 62) return 'day'
  return days <= 1100 ? 'month' : 'year'
}

/** Digits of a day that name its day, month or year. */
const digits = { day: 10, month: 7, year: 4 } as const

/** The key of each step from the first day to the last, as figures name them: '2026-11', '0' to '23'. */
export const listSteps = (step: PeriodStep, { from, until }: Stretch): string[] => {
  if (step === 'hour') return Array.from({ length: 24 }, (_, hour) => String(hour))
  const keys: string[] = []
  const length = digits[step]
  const last = addDays(until, -1).slice(0, length)
  let day =
    step === 'day'
      ? from
      : step === 'month'
        ? `${from.slice(0, 7)}-01`
        : `${from.slice(0, 4)}-01-01`
  for (;;) {
    const key = day.slice(0, length)
    if (key > last) return keys
    keys.push(key)
    day = step === 'day' ? addDays(day, 1) : addMonths(day, step === 'month' ? 1 : 12)
  }
}
