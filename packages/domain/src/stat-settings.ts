// Settings of a saved statistic, and which of them can be combined. Limits of the sums themselves
// are in figures.ts.
import type { Dimension, Measure } from './figures.ts'
import { periodDays, type DayRange, type Period } from './period.ts'

export const showTypes = ['table', 'line', 'bar', 'stacked', 'pie', 'heat', 'map'] as const
export type ShowType = (typeof showTypes)[number]

export type StatSettings = {
  showType: ShowType
  /** The dimension on the x axis, or in the first column. */
  x: Dimension
  /** The dimension that splits each value into series; null: none. */
  series: Dimension | null
  measures: readonly Measure[]
  isCompared: boolean
  /** 'days': from `startDay` to `endDay`, both included. */
  period: Period | 'days'
  startDay: string | null
  endDay: string | null
}

/** Why settings do not go together; the texts have a sentence for each. */
export type StatProblem =
  | 'sameTwice'
  | 'lineNeedsTime'
  | 'onlyOneMeasure'
  | 'needsSeries'
  | 'noSeries'
  | 'partsMustAdd'
  | 'tooManyUnits'
  | 'comparesNoSeries'
  | 'comparesNoAllTime'
  | 'comparesNotDrawn'
  | 'mapNeedsRegion'

const timeDimensions: ReadonlySet<Dimension> = new Set(['year', 'month', 'day', 'hourOfDay'])
export const isTime = (dimension: Dimension): boolean => timeDimensions.has(dimension)

/** Measures that count distinct items: their parts can add up to more than the whole. */
const distinct: ReadonlySet<Measure> = new Set(['activeDroneCount', 'activePlotCount'])
export const addsUp = (measure: Measure): boolean => !distinct.has(measure)

export type FigureKind = 'area' | 'hours' | 'litres' | 'count'
export const kindOfMeasure = (measure: Measure): FigureKind => {
  switch (measure) {
    case 'coveredM2':
    case 'sweptM2':
    case 'newPlotM2':
      return 'area'
    case 'durationS':
      return 'hours'
    case 'sprayL':
      return 'litres'
    default:
      return 'count'
  }
}

/** Dimensions for which there are boundaries. */
export const isDrawnOnMap = (dimension: Dimension): boolean =>
  dimension === 'country' || dimension === 'province'

/** A chart has an axis at each side. */
const unitsAtMost = 2

const problemOfShow = ({ showType, x, series, measures }: StatSettings): StatProblem | null => {
  switch (showType) {
    case 'table':
      return null
    case 'line':
      return isTime(x) ? null : 'lineNeedsTime'
    case 'bar':
      return null
    case 'stacked':
      if (!series) return 'needsSeries'
      return measures.every(addsUp) ? null : 'partsMustAdd'
    case 'pie':
      if (series) return 'noSeries'
      if (measures.length > 1) return 'onlyOneMeasure'
      return measures.every(addsUp) ? null : 'partsMustAdd'
    case 'heat':
      return series ? null : 'needsSeries'
    case 'map':
      if (!isDrawnOnMap(x)) return 'mapNeedsRegion'
      if (series) return 'noSeries'
      return measures.length > 1 ? 'onlyOneMeasure' : null
  }
}

const problemOfComparison = ({ showType, series, period }: StatSettings): StatProblem | null => {
  if (series) return 'comparesNoSeries'
  if (period === 'all') return 'comparesNoAllTime'
  const drawn: readonly ShowType[] = ['table', 'line', 'bar']
  return drawn.includes(showType) ? null : 'comparesNotDrawn'
}

/** Null: the settings go together. */
export const whyNotShown = (settings: StatSettings): StatProblem | null => {
  const { showType, x, series, measures, isCompared } = settings
  if (x === series) return 'sameTwice'
  if (series && measures.length > 1) return 'onlyOneMeasure'
  if (showType !== 'table' && new Set(measures.map(kindOfMeasure)).size > unitsAtMost)
    return 'tooManyUnits'
  return problemOfShow(settings) ?? (isCompared ? problemOfComparison(settings) : null)
}

const dayMs = 86_400_000
/** Shifts a day of the calendar, independent of time zones. */
const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
const lengthOf = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

type Asked = Pick<StatSettings, 'period' | 'startDay' | 'endDay'>

/** The requested days; `today` is the viewer's own date. */
export const askedDays = ({ period, startDay, endDay }: Asked, today: string): DayRange =>
  period === 'days'
    ? { from: startDay, to: endDay === null ? null : shiftDay(endDay, 1) }
    : periodDays(period, today)

/**
 * The days to compare with; null: there are none before. A period that is not over is compared with
 * as many days of the month or year before, so that half a month is never compared with a whole
 * one.
 */
export const daysBefore = (asked: Asked, today: string): DayRange | null => {
  const { from, to } = askedDays(asked, today)
  if (from === null) return null
  const tomorrow = shiftDay(today, 1)
  const end = to === null || to > tomorrow ? tomorrow : to
  if (end <= from) return null
  switch (asked.period) {
    case 'this_month':
    case 'this_year': {
      const whole = periodDays(asked.period === 'this_month' ? 'last_month' : 'last_year', today)
      const same = shiftDay(whole.from!, lengthOf(from, end))
      return { from: whole.from, to: same < whole.to! ? same : whole.to }
    }
    case 'last_month':
      return { from: periodDays('last_month', from).from, to: from }
    case 'last_year':
      return { from: periodDays('last_year', from).from, to: from }
    default:
      return { from: shiftDay(from, -lengthOf(from, end)), to: from }
  }
}

/** Every key of a time dimension in a period of days, in order; null: the period is not bounded. */
export const keysOfTime = (
  dimension: Dimension,
  { from, to }: DayRange,
  today: string,
): readonly string[] | null => {
  if (dimension === 'hourOfDay') return Array.from({ length: 24 }, (_, hour) => String(hour))
  if (from === null) return null
  const tomorrow = shiftDay(today, 1)
  const end = to === null || to > tomorrow ? tomorrow : to
  const length = { year: 4, month: 7, day: 10 }[dimension as 'year' | 'month' | 'day']
  const keys: string[] = []
  for (let day = from; day < end; day = shiftDay(day, 1)) {
    const key = day.slice(0, length)
    if (keys.at(-1) !== key) keys.push(key)
  }
  return keys
}
