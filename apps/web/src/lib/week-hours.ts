// Formats hours of the week.
import type { WeeklyWindow } from '@swath/domain/weekly-windows'

/** 2026-06-01 was a Monday. */
const monday = Date.UTC(2026, 5, 1)

export const weekdayName = (day: number, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(
    monday + (day - 1) * 86_400_000,
  )

/** Consecutive days are shown as a range: Mon – Fri, Sun. */
const describeDays = (days: readonly number[], language: string): string => {
  const runs: number[][] = []
  for (const day of days.toSorted((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run && run.at(-1) === day - 1) run.push(day)
    else runs.push([day])
  }
  return runs
    .flatMap((run) =>
      run.length > 2
        ? [`${weekdayName(run[0]!, language)} – ${weekdayName(run.at(-1)!, language)}`]
        : run.map((day) => weekdayName(day, language)),
    )
    .join(', ')
}

export const describeWindow = ({ days, from, until }: WeeklyWindow, language: string): string =>
  `${describeDays(days, language)} ${from} – ${from === until ? '24:00' : until}`
