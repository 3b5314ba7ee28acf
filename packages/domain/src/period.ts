export type Period = 'all' | 'today' | 'this_month' | 'last_month' | 'this_year' | 'last_year'

/** The step of a time series. */
export type PeriodStep = 'year' | 'month' | 'day' | 'hour'

/**
 * The period codes of the statistics calls. `null` is the call without the parameter; a code that
 * is not listed is refused.
 */
export const PERIOD_CODES = {
  rank: [
    [null, 'all'],
    [2, 'this_year'],
    [3, 'this_month'],
  ],
  mode: [
    [1, 'all'],
    [2, 'this_month'],
    [3, 'last_month'],
    [4, 'this_year'],
    [5, 'last_year'],
  ],
  chinaPerRegion: [
    [5, 'all'],
    [1, 'today'],
    [3, 'this_month'],
    [4, 'this_year'],
  ],
  foreignPerRegion: [
    [1, 'all'],
    [2, 'today'],
    [3, 'this_month'],
    [4, 'this_year'],
  ],
  series: [
    [1, 'all'],
    [2, 'this_year'],
    [3, 'this_month'],
  ],
  overview: [
    [null, 'today'],
    [2, 'this_month'],
    [3, 'this_year'],
  ],
} as const satisfies Record<string, readonly (readonly [number | null, Period])[]>

export type PeriodUse = keyof typeof PERIOD_CODES

/** Undefined for a code that the call does not know. */
export function toPeriod(use: PeriodUse, code: number | null): Period | undefined {
  return PERIOD_CODES[use].find(([known]) => known === code)?.[1]
}

/** Undefined where the call has no such period. */
export function periodCode(use: PeriodUse, period: Period): number | null | undefined {
  return PERIOD_CODES[use].find(([, known]) => known === period)?.[0]
}

/**
 * The step of a series: years over all time, months over a year, days over a month, hours over a
 * day.
 */
export function periodStep(period: Period): PeriodStep {
  switch (period) {
    case 'all':
      return 'year'
    case 'this_year':
    case 'last_year':
      return 'month'
    case 'this_month':
    case 'last_month':
      return 'day'
    case 'today':
      return 'hour'
  }
}

/** Local calendar days, `to` not included; null is open. */
export type DayRange = { readonly from: string | null; readonly to: string | null }

/** `today` is the viewer's own date, YYYY-MM-DD. */
export function periodDays(period: Period, today: string): DayRange {
  const year = Number(today.slice(0, 4))
  const month = Number(today.slice(5, 7))
  const day = Number(today.slice(8, 10))
  switch (period) {
    case 'all':
      return { from: null, to: null }
    case 'today':
      return { from: date(year, month, day), to: date(year, month, day + 1) }
    case 'this_month':
      return { from: date(year, month, 1), to: date(year, month + 1, 1) }
    case 'last_month':
      return { from: date(year, month - 1, 1), to: date(year, month, 1) }
    case 'this_year':
      return { from: date(year, 1, 1), to: date(year + 1, 1, 1) }
    case 'last_year':
      return { from: date(year - 1, 1, 1), to: date(year, 1, 1) }
  }
}

/** Days and months out of range roll over. */
function date(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}
