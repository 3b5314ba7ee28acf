// A chart's content as data, computed from figures alone, for any drawing library.
import { isTime, type FigureKind, type ShowType } from './stat-settings.ts'
import type { Dimension } from './figures.ts'

export type ChartSeries = {
  readonly name: string
  /** Index of its axis. */
  readonly axis: number
  /** The series shows the period before: drawn fainter, next to the series it is compared with. */
  readonly isBefore: boolean
  readonly values: readonly (number | null)[]
}
/** An area of a map, with its boundary. */
export type ChartArea = {
  readonly code: string
  readonly name: string
  readonly parts: readonly (readonly (readonly (readonly [lng: number, lat: number])[])[])[]
}
export type StatChart = {
  readonly kind: Exclude<ShowType, 'table'>
  /** Along time, from left to right; otherwise names, which may be long. */
  readonly isTime: boolean
  readonly categories: readonly string[]
  readonly series: readonly ChartSeries[]
  readonly axes: readonly { readonly unit: string; readonly decimals: number }[]
  /** Index of the category whose period is not over: drawn dashed, because its value still grows. */
  readonly runningAt: number | null
  /** The areas of a map, each with its figure. */
  readonly areas: readonly (ChartArea & { readonly value: number | null })[]
}

export type ChartedMeasure = {
  readonly name: string
  readonly kind: FigureKind
  readonly unit: string
  readonly decimals: number
}
/** Figures in the unit in which they are to be read. */
export type ChartedRow = {
  readonly keys: readonly (string | null)[]
  readonly names: readonly string[]
  readonly values: readonly (number | null)[]
  readonly before: readonly (number | null)[] | null
}
type Charted = {
  showType: StatChart['kind']
  dimensions: readonly Dimension[]
  measures: readonly ChartedMeasure[]
  rows: readonly ChartedRow[]
  /** Only for maps. */
  areas: readonly ChartArea[]
  /** The current day in the time zone of the figures, YYYY-MM-DD. */
  today: string
  /** "2026-11 (so far)" */
  nameRunning: (name: string) => string
  /** "Sprayed area, period before" */
  nameBefore: (name: string) => string
}

const axesOf = (measures: readonly ChartedMeasure[]): ChartedMeasure[] =>
  measures.filter(({ kind }, index) => measures.findIndex((one) => one.kind === kind) === index)

const plainSeries = ({ measures, rows, nameBefore }: Charted): ChartSeries[] => {
  const axes = axesOf(measures)
  return measures.flatMap(({ name, kind }, index): ChartSeries[] => {
    const axis = axes.findIndex((one) => one.kind === kind)
    const now = { name, axis, isBefore: false, values: rows.map(({ values }) => values[index]!) }
    if (!rows.some(({ before }) => before !== null)) return [now]
    const values = rows.map(({ before }) => before?.[index] ?? null)
    return [now, { name: nameBefore(name), axis, isBefore: true, values }]
  })
}

/** A series for each part, times in order. A missing value in a category is null, not 0. */
const partedSeries = (
  { rows, dimensions }: Charted,
  categories: readonly string[],
): ChartSeries[] => {
  const at = new Map(categories.map((category, index) => [category, index]))
  const parts = new Map<string, (number | null)[]>()
  for (const { names, values } of rows) {
    const [category = '', part = ''] = names
    const figures = parts.get(part) ?? categories.map(() => null)
    figures[at.get(category)!] = values[0]!
    parts.set(part, figures)
  }
  const ordered = [...parts]
  if (isTime(dimensions[1]!)) ordered.sort(([a], [b]) => (a < b ? -1 : 1))
  return ordered.map(([name, values]) => ({ name, axis: 0, isBefore: false, values }))
}

/**
 * An area has the figure of its code, or that of its country. Provinces of countries without data
 * are left out, because they would make the others small.
 */
const chartedAreas = ({ areas, rows, dimensions }: Charted): StatChart['areas'] => {
  const digits = dimensions[0] === 'country' ? 3 : undefined
  const known = new Map(rows.map(({ keys, values }) => [keys[0]?.slice(0, digits), values[0]!]))
  const codes = new Set(rows.flatMap(({ keys }) => keys[0]?.slice(0, 3) ?? []))
  const shown =
    digits === undefined && codes.size > 0
      ? areas.filter(({ code }) => codes.has(code.slice(0, 3)))
      : areas
  return shown.map((area) => ({ ...area, value: known.get(area.code.slice(0, digits)) ?? null }))
}

/** The key of a year, month or day is the beginning of its days. */
const findRunning = ({ dimensions, rows, today }: Charted): string | null =>
  isTime(dimensions[0]!) && dimensions[0] !== 'hourOfDay'
    ? (rows.find(({ keys: [key] }) => key !== null && key === today.slice(0, key?.length))
        ?.names[0] ?? null)
    : null

export const toStatChart = (charted: Charted): StatChart => {
  const { showType, dimensions, measures, rows } = charted
  const isParted = dimensions.length > 1
  const categories = isParted
    ? [...new Set(rows.map(({ names }) => names[0]!))]
    : rows.map(({ names }) => names[0]!)
  const running = findRunning(charted)
  return {
    kind: showType,
    isTime: isTime(dimensions[0]!),
    categories: categories.map((name) => (name === running ? charted.nameRunning(name) : name)),
    runningAt: running === null ? null : categories.indexOf(running),
    series: isParted ? partedSeries(charted, categories) : plainSeries(charted),
    axes: axesOf(measures).map(({ unit, decimals }) => ({ unit, decimals })),
    areas: showType === 'map' ? chartedAreas(charted) : [],
  }
}

/** Whether the lines of each unit have a chart of their own. */
export const isSplit = ({ kind, isTime: alongTime, axes }: StatChart): boolean =>
  kind === 'line' && alongTime && axes.length > 1

/** Names are listed vertically: height in px so that each has a line. */
export const heightOfChart = (chart: StatChart): number => {
  const { kind, isTime: alongTime, categories, series } = chart
  if (isSplit(chart)) return 60 + 220 * chart.axes.length
  return kind === 'map'
    ? 480
    : kind === 'heat'
      ? Math.min(900, 120 + series.length * 28)
      : kind === 'pie' || alongTime
        ? 360
        : Math.min(
            1400,
            90 + categories.length * (kind === 'stacked' ? 30 : 12 + 18 * series.length),
          )
}
