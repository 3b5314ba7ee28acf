// A statistic prepared for display on a screen, in a file or in a mail: units, a table, a chart.
// The caller supplies the texts.
import { toStatChart, type ChartArea, type StatChart } from '@swath/domain/stat-chart'
import { addsUp, kindOfMeasure, type FigureKind } from '@swath/domain/stat-settings'
import { fromMu, type AreaUnit } from '@swath/domain/units'
import { zoneDay } from '@swath/domain/zone-days'
import type { DataStatFigures } from './data-stats.ts'
import type { DataStatSettings } from './stat-settings.ts'
import { statMeasures, toMeasure, type StatMeasure } from './stat-settings.ts'

export type StatLabels = {
  areaUnit: AreaUnit
  areaWord: string
  /** Text of a label: `feature:key`. */
  label: (label: string) => string
}

const kindOf = (name: StatMeasure): FigureKind => kindOfMeasure(toMeasure(name))

export const decimalsOf = (name: StatMeasure): 0 | 1 | 2 =>
  ({ area: 2, hours: 1, litres: 1, count: 0 } as const)[kindOf(name)]

const unitOf = (name: StatMeasure, { areaWord }: StatLabels): string =>
  ({ area: areaWord, hours: 'h', litres: 'L', count: '' })[kindOf(name)]

/** Converts a value to the unit in which it is displayed. */
const readable = (name: StatMeasure, value: number | null, areaUnit: AreaUnit): number | null => {
  if (value === null) return null
  const kind = kindOf(name)
  return kind === 'area' ? fromMu(value, areaUnit) : kind === 'hours' ? value / 3600 : value
}

const titleOf = (name: StatMeasure, labels: StatLabels): string => {
  const unit = unitOf(name, labels)
  const title = labels.label(statMeasures[name].label)
  return unit === '' ? title : `${title} (${unit})`
}

const before = 'data-stats:before'

/** A figure with its decimals, as written to files too. */
export type StatCell = { readonly figure: number; readonly decimals: 0 | 1 | 2 } | null
export type StatTable = {
  /** Names first, then figures. */
  head: readonly string[]
  nameCount: number
  rows: readonly { names: readonly string[]; cells: readonly StatCell[] }[]
  total: { name: string; cells: readonly StatCell[] } | null
}

type Values = readonly (number | null)[]

export const toStatTable = (figures: DataStatFigures, labels: StatLabels): StatTable => {
  const { measures, dimensions, totals } = figures
  const isCompared = figures.daysBefore !== null
  const toCells = (now: Values, then: Values | null): StatCell[] =>
    measures.flatMap((name, at) => {
      const cell = (value: number | null): StatCell => {
        const figure = readable(name, value, labels.areaUnit)
        return figure === null ? null : { figure, decimals: decimalsOf(name) }
      }
      return isCompared ? [cell(now[at]!), cell(then?.[at] ?? null)] : [cell(now[at]!)]
    })
  const titles = measures.flatMap((name) => {
    const title = titleOf(name, labels)
    return isCompared ? [title, `${title}, ${labels.label(before)}`] : [title]
  })
  return {
    head: [...dimensions.map((one) => labels.label(`data-stats:by_${one}`)), ...titles],
    nameCount: dimensions.length,
    rows: figures.rows.map((row) => ({ names: row.names, cells: toCells(row.values, row.before) })),
    total: totals && {
      name: labels.label('data-stats:total'),
      cells: toCells(totals.values, totals.before),
    },
  }
}

/**
 * The country whose boundaries a map shows: the only country in the data; null for the boundaries
 * of all. Undefined: not a map.
 */
export const countryOfMap = (
  { showType }: Pick<DataStatSettings, 'showType'>,
  { rows, dimensions }: DataStatFigures,
): string | null | undefined => {
  if (showType !== 'map') return undefined
  const countries = new Set(rows.flatMap(({ keys: [key] }) => (key ? [key.slice(0, 3)] : [])))
  const [only] = countries
  return dimensions[0] === 'province' && countries.size === 1 ? only! : null
}

/** The rows that are left out, as one part, so that the parts of a pie are the whole. */
const otherRow = (
  { rows, measures, totals, leftOutNum }: DataStatFigures,
  labels: StatLabels,
): DataStatFigures['rows'] => {
  const [measure] = measures
  const total = totals?.values[0]
  if (leftOutNum === 0 || total == null || !addsUp(toMeasure(measure!))) return []
  const rest = rows.reduce((left, { values }) => left - (values[0] ?? 0), total)
  return rest <= 0
    ? []
    : [{ keys: [null], names: [labels.label('terms:other')], values: [rest], before: null }]
}

/** Null: shown only as a table. `areas`: for a map. */
export const chartOfStat = (
  { showType }: Pick<DataStatSettings, 'showType'>,
  figures: DataStatFigures,
  labels: StatLabels,
  areas: readonly ChartArea[] = [],
): StatChart | null => {
  const { rows, measures, dimensions, timeZone, askedAt } = figures
  if (showType === 'table' || rows.length === 0) return null
  if (showType === 'map' && areas.length === 0) return null
  const toReadable = (values: Values) =>
    values.map((value, at) => readable(measures[at]!, value, labels.areaUnit))
  return toStatChart({
    showType,
    dimensions,
    measures: measures.map((name) => ({
      name: labels.label(statMeasures[name].label),
      kind: kindOf(name),
      unit: unitOf(name, labels),
      decimals: decimalsOf(name),
    })),
    areas,
    rows: [...rows, ...(showType === 'pie' ? otherRow(figures, labels) : [])].map((row) => ({
      keys: row.keys,
      names: row.names,
      values: toReadable(row.values),
      before: row.before && toReadable(row.before),
    })),
    today: zoneDay(timeZone, Date.parse(askedAt)),
    nameRunning: (name) => `${name} (${labels.label('data-stats:soFar')})`,
    nameBefore: (name) => `${name}, ${labels.label(before)}`,
  })
}

const previousDay = (day: string): string =>
  new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

/** 2026/11/01 – 2026/11/23; null: all time. */
export const formatStatDays = ({ from, until }: DataStatFigures['days']): string | null => {
  const shown = (day: string | null): string => (day ?? '').replaceAll('-', '/')
  if (from === null && until === null) return null
  const last = until === null ? null : previousDay(until)
  return from === last ? shown(from) : `${shown(from)} – ${shown(last)}`.trim()
}
