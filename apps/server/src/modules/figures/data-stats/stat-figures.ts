// Computes a statistic: turns its settings into queries of the figures, and the results into rows.
import { zoneDay } from '@swath/domain/zone-days'
import type { DataStatFigures } from '@swath/contract/figures/data-stats'
import {
  findStatProblem,
  statDimensions,
  statMeasures,
  toFigureFilters,
  toMeasure,
  toStatSettings,
  type DataStatSettings,
} from '@swath/contract/figures/stat-settings'
import type { Scope } from '@swath/domain/access/caller'
import type { Dimension, FigureQuestion, FigureRow, Measure } from '@swath/domain/figures'
import type { DayRange } from '@swath/domain/period'
import {
  askedDays,
  daysBefore,
  isTime,
  keysOfTime,
  kindOfMeasure,
} from '@swath/domain/stat-settings'
import { muFromM2 } from '@swath/domain/units'
import type { Language } from '@swath/i18n/languages'
import type { Db } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { labelsIn } from '../../../platform/http/messages.ts'
import { askFigures } from '../figures/ask-figures.queries.ts'
import { findTaskIds, nameKeys } from './stat-names.queries.ts'

export type StatReader = { scope: Scope; timeZone: string; language: Language }

/** More parts are indistinguishable in a chart; more cells are unreadable in a table. */
const partsAtMost = 12
const timesAtMost = 750

type Ask = {
  db: Db
  reader: StatReader
  settings: DataStatSettings
  /** The selected tasks of the requested kind; undefined: no filter by task. */
  taskIds: readonly string[] | undefined
}

const questionOf = (
  { settings, taskIds }: Pick<Ask, 'settings' | 'taskIds'>,
  by: readonly Dimension[],
  { from, to }: DayRange,
  timeZone: string,
): FigureQuestion => ({
  measures: settings.y.map(toMeasure),
  by,
  filters: { ...toFigureFilters(settings), taskIds },
  from,
  until: to,
  timeZone,
})

/** @throws stat_settings_unfit with the reason */
export const requireFit = (settings: DataStatSettings, language: Language): void => {
  const problem = findStatProblem(settings)
  if (problem !== null)
    fail('stat_settings_unfit', { reason: labelsIn(language)(`data-stats:why_${problem}`) })
}

type Figures = FigureRow['figures']
const toValue = (measure: Measure, figures: Figures): number => {
  const figure = figures[measure] ?? 0
  return kindOfMeasure(measure) === 'area' ? muFromM2(figure) : figure
}
const toValues = ({ y }: DataStatSettings, figures: Figures): number[] =>
  y.map((name) => toValue(statMeasures[name].measure, figures))

type Row = { keys: readonly (string | null)[]; figures: Figures }
const byKeys = (rows: readonly FigureRow[]): ReadonlyMap<string, FigureRow> =>
  new Map(rows.map((row) => [JSON.stringify(row.keys), row]))

/** Times in order, including those without work; other keys by size, largest first. */
const orderRows = (
  settings: DataStatSettings,
  rows: readonly FigureRow[],
  times: readonly string[] | null,
): Row[] => {
  const [measure] = settings.y.map(toMeasure) as [Measure]
  if (!isTime(settings.x))
    return rows.toSorted((a, b) => (b.figures[measure] ?? 0) - (a.figures[measure] ?? 0))
  const inOrder = rows.toSorted((a, b) => (a.keys[0]! < b.keys[0]! ? -1 : 1))
  if (times === null || settings.dimension !== null) {
    return settings.x === 'hourOfDay'
      ? rows.toSorted((a, b) => Number(a.keys[0]) - Number(b.keys[0]))
      : inOrder
  }
  const known = byKeys(rows)
  return times.map((key) => ({
    keys: [key],
    figures: known.get(JSON.stringify([key]))?.figures ?? {},
  }))
}

/** The largest keys of a dimension, largest first. */
const largestKeys = (
  rows: readonly Row[],
  at: 0 | 1,
  measure: Measure,
  count: number,
): (string | null)[] => {
  const sums = new Map<string | null, number>()
  for (const { keys, figures } of rows)
    sums.set(keys[at]!, (sums.get(keys[at]!) ?? 0) + (figures[measure] ?? 0))
  return [...sums]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, count)
    .map(([key]) => key)
}

/** The rows to show: the largest ones, or the latest times. */
const cutRows = (settings: DataStatSettings, rows: readonly Row[]): Row[] => {
  const { x, dimension, top } = settings
  if (settings.showType === 'map') return [...rows]
  if (dimension === null) return isTime(x) ? rows.slice(-timesAtMost) : rows.slice(0, top)
  const [measure] = settings.y.map(toMeasure) as [Measure]
  const first = isTime(x)
    ? [...new Set(rows.map(({ keys }) => keys[0]!))].slice(-timesAtMost)
    : largestKeys(rows, 0, measure, top)
  const parts = isTime(dimension)
    ? [...new Set(rows.map(({ keys }) => keys[1]!))].slice(-31)
    : largestKeys(rows, 1, measure, partsAtMost)
  const place = (keys: Row['keys']): number =>
    first.indexOf(keys[0]!) * 1000 + parts.indexOf(keys[1]!)
  return rows
    .filter(({ keys }) => first.includes(keys[0]!) && parts.includes(keys[1]!))
    .toSorted((a, b) => place(a.keys) - place(b.keys))
}

/**
 * The value of each row in the previous period: of the same key, or for times of the same position.
 */
const pairBefore = (
  settings: DataStatSettings,
  before: readonly FigureRow[],
  times: readonly string[] | null,
): ((row: Row, index: number) => Figures) => {
  const known = byKeys(before)
  return settings.x === 'hourOfDay' || !isTime(settings.x)
    ? ({ keys }) => known.get(JSON.stringify(keys))?.figures ?? {}
    : (_row, index) => known.get(JSON.stringify([times?.[index] ?? null]))?.figures ?? {}
}

const askRows = (
  ask: Ask,
  days: DayRange,
  by = statDimensions(ask.settings),
): Promise<FigureRow[]> =>
  askFigures(ask.db, ask.reader.scope, questionOf(ask, by, days, ask.reader.timeZone))

const readTotals = async (
  ask: Ask,
  days: DayRange,
  before: DayRange | null,
): Promise<DataStatFigures['totals']> => {
  const [now, then] = await Promise.all([
    askRows(ask, days, []),
    before ? askRows(ask, before, []) : null,
  ])
  return {
    values: toValues(ask.settings, now[0]?.figures ?? {}),
    before: then && toValues(ask.settings, then[0]?.figures ?? {}),
  }
}

/** @throws stat_settings_unfit */
export const readStatFigures = async (
  db: Db,
  reader: StatReader,
  settings: DataStatSettings,
  nowMs: number,
): Promise<DataStatFigures> => {
  requireFit(settings, reader.language)
  const today = zoneDay(reader.timeZone, nowMs)
  const asked = toStatSettings(settings)
  const days = askedDays(asked, today)
  const before = settings.comparison ? daysBefore(asked, today) : null
  const ask: Ask = { db, reader, settings, taskIds: await findTaskIds(db, settings) }
  const [found, foundBefore, totals] = await Promise.all([
    askRows(ask, days),
    before ? askRows(ask, before) : null,
    settings.summary ? readTotals(ask, days, before) : null,
  ])
  const times = isTime(settings.x) ? keysOfTime(settings.x, days, today) : null
  const ordered = orderRows(settings, found, times)
  const rows = cutRows(settings, ordered)
  const timesBefore = before && isTime(settings.x) ? keysOfTime(settings.x, before, today) : null
  const readBefore = foundBefore && pairBefore(settings, foundBefore, timesBefore)
  const dimensions = statDimensions(settings)
  const names = await Promise.all(
    dimensions.map((dimension, at) =>
      nameKeys(
        db,
        dimension,
        rows.map(({ keys }) => keys[at]!),
        reader,
      ),
    ),
  )
  const skipped = isTime(settings.x) ? ordered.length - rows.length : 0
  return {
    days: { from: days.from, until: days.to },
    daysBefore: before && { from: before.from, until: before.to },
    timeZone: reader.timeZone,
    dimensions: [...dimensions],
    measures: settings.y,
    rows: rows.map((row, index) => ({
      keys: [...row.keys],
      names: row.keys.map((key, at) => names[at]!(key)),
      values: toValues(settings, row.figures),
      before: readBefore && toValues(settings, readBefore(row, index + skipped)),
    })),
    totals,
    leftOutNum: ordered.length - rows.length,
    askedAt: new Date(nowMs).toISOString(),
  }
}
