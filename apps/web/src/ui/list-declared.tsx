// Turns a declared list into columns, filters and sort order for a screen, with names checked
// against the declaration.
import type { Api, Operation } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import { listSearched } from '@swath/contract/fields'
import type { Column as DeclaredColumn, FiltersOf, List, RowOf, SortOf } from '@swath/contract/list'
import type { AreaRate, Money } from '@swath/domain/money'
import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import {
  dash,
  formatArea,
  formatBytes,
  formatCount,
  formatDuration,
  formatMoney,
  formatNames,
  formatNumber,
  formatPlace,
  formatRatio,
  formatUnit,
} from '../lib/format.ts'
import { Area, AreaPrice, useAreaWord } from './area.tsx'
import { Clipped } from './clipped.tsx'
import type { Column } from './list-columns.tsx'
import { listFilterNames, toOptions, type Filter } from './list-filters.tsx'
import { RegionCascader } from './region-cascader.tsx'
import { CellTime } from './time.tsx'
import { Hours } from './hours.tsx'

/** Calls that return a page of rows. */
type PageCall = {
  [O in Operation]: Answer<Api[O]> extends { items: object[]; total: number } ? O : never
}[Operation]
type FileCall = {
  [O in Operation]: Api[O] extends { raw: string } ? O : never
}[Operation]

/** A declared list whose calls exist in the API. */
export type ScreenList = List & { call: PageCall; fileCall: FileCall | undefined }
export type AnswerOf<L extends ScreenList> = Answer<Api[L['call']]> & {
  items: RowOf<L>[]
  total: number
}

export type FilterName<L extends List> = keyof FiltersOf<L> & string
type ScreenColumn<L extends List> = {
  [K in keyof L['columns']]: L['columns'][K] extends { only: 'file' } ? never : K
}[keyof L['columns']] &
  string
type DrawnColumn<L extends List> = {
  [K in keyof L['columns']]: L['columns'][K] extends { kind: 'own' } ? K : never
}[keyof L['columns']] &
  ScreenColumn<L>

type Look<Row> = {
  render?: (row: Row) => ReactNode
  width?: number
  /** Overrides the unit in the column header; null: the cells contain it. */
  unit?: string | null
  /** Right-aligned with tabular digits. */
  number?: boolean
  /** On a phone the label precedes the value, as for counts, or this shorter one. */
  named?: boolean | string
  /** The value of most rows, which a phone leaves out. */
  isUsual?: (row: Row) => boolean
}
/** Cell layout and content where the column's kind does not determine it. */
export type CellRenderers<L extends List> = Partial<Record<ScreenColumn<L>, Look<RowOf<L>>>> &
  Record<DrawnColumn<L>, Look<RowOf<L>> & { render: (row: RowOf<L>) => ReactNode }>
export type ColumnName<L extends List> = ScreenColumn<L>
export type Sorting<L extends List> = SortOf<L> | `-${SortOf<L>}`

type Options = readonly { value: string; label: string }[]
/**
 * A filter with a column of the same name takes its label and options from that column; `column`
 * names another one. Other filters have their own label.
 */
export type FilterOf<L extends List> =
  | (FilterName<L> & keyof L['columns'])
  | { name: FilterName<L>; column: keyof L['columns'] & string }
  | { name: FilterName<L>; label: string; options?: Options }
  | {
      name: FilterName<L>
      label: string
      render: (value: string | null, change: (value: string | null) => void) => ReactNode
    }
  /** Whole days in the viewer's time zone. */
  | { from: FilterName<L>; to: FilterName<L>; label: string }

type Translate = (key: string) => string

const Place = ({ names }: { names: readonly string[] | null }) => (
  <span title={names?.join(' / ')}>{formatPlace(names)}</span>
)

const drawn = (column: DeclaredColumn, value: unknown, t: Translate): ReactNode => {
  switch (column.kind) {
    case 'time':
      return <CellTime time={value as string | null} exact={column.exact ?? false} />
    case 'bytes':
      return formatBytes(value as number | null)
    case 'count':
      return formatCount(value as number | null)
    case 'number':
      return formatNumber(value as number | null, column.decimals)
    case 'area':
      return <Area mu={value as number | null} bare />
    case 'chargedArea':
      return <span className="figure">{formatArea(value as number | null, 'mu')}</span>
    case 'duration':
      return formatDuration(value as number | null)
    case 'hours':
      return <Hours durationS={value as number | null} bare />
    case 'ratio':
      return formatRatio(value as number | null)
    case 'money':
      return formatMoney(value as Money | null)
    case 'areaRate':
      return <AreaPrice rate={value as AreaRate | null} bare />
    case 'region':
      return <Place names={value as readonly string[] | null} />
    case 'code':
      return value === null ? dash : t(column.labels[value as string]!)
    default:
      return value ? <Clipped text={value as string} /> : dash
  }
}

type UnitLabels = { own: string; mu: string; duration: string }
const pickUnit = (column: DeclaredColumn, labels: UnitLabels): string | undefined =>
  column.kind === 'area' || column.kind === 'areaRate'
    ? labels.own
    : column.kind === 'chargedArea'
      ? labels.mu
      : column.kind === 'duration'
        ? labels.duration
        : column.kind === 'hours'
          ? 'h'
          : column.kind === 'number' || column.kind === 'own'
            ? column.unit
            : undefined
const figures: ReadonlySet<string> = new Set([
  'count',
  'number',
  'area',
  'chargedArea',
  'bytes',
  'duration',
  'hours',
  'ratio',
  'money',
  'areaRate',
] satisfies DeclaredColumn['kind'][])

const listNamespaces = (list: List): string[] => [
  ...new Set(Object.values(list.columns).map(({ label }) => label.split(':')[0]!)),
]

/**
 * First the columns in `shown`, in that order, then the others in the list's order, which the
 * person can add.
 */
export const useDeclaredColumns = <L extends List>(
  list: L,
  shown: readonly ColumnName<L>[],
  cellRenderers: Partial<Record<string, Look<RowOf<L>>>>,
): Column<RowOf<L>>[] => {
  const { t } = useTranslation(listNamespaces(list))
  const unitLabels = { own: useAreaWord(), mu: t('terms:mu'), duration: t('ui:minutesSeconds') }
  if (new Set(shown).size < shown.length)
    throw new Error(`a column is shown twice: ${shown.join()}`)
  const others = Object.keys(list.columns).filter(
    (name) => list.columns[name]!.only !== 'file' && !shown.some((one) => one === name),
  )
  return [...shown, ...others].map((name, index) => {
    const column = list.columns[name]!
    const { unit: ownUnit, ...look } = cellRenderers[name] ?? {}
    const valueOf = (row: RowOf<L>): unknown => (row as Readonly<Record<string, unknown>>)[name]
    const unit = ownUnit === undefined ? pickUnit(column, unitLabels) : ownUnit
    return {
      key: name,
      title: t(column.label),
      number: figures.has(column.kind ?? 'text'),
      hidden: index >= shown.length,
      render: (row) => drawn(column, valueOf(row), t),
      ...(unit ? { unit: formatUnit(unit) } : {}),
      ...(column.sort ? { sort: name } : {}),
      ...(column.phone ? { phone: column.phone } : {}),
      named: column.kind === 'count',
      ...(look.render ? {} : { isMissing: (row: RowOf<L>) => valueOf(row) === null }),
      ...look,
    }
  })
}

const useDeclaredFilters = <L extends List>(list: L, filters: readonly FilterOf<L>[]): Filter[] => {
  const { t } = useTranslation(listNamespaces(list))
  const ofColumn = (name: string, column: DeclaredColumn): Filter => {
    const label = t(column.label)
    if (column.kind === 'code')
      return { kind: 'choice', name, label, options: toOptions(column.labels, t) }
    if (column.kind !== 'region') return { kind: 'text', name, label }
    const render = (value: string | null, change: (value: string | null) => void) => (
      <RegionCascader label={label} value={value} onChange={change} />
    )
    return { kind: 'own', name, label, render }
  }
  return filters.map((filter): Filter => {
    if (typeof filter === 'string') return ofColumn(filter, list.columns[filter]!)
    if ('column' in filter) return ofColumn(filter.name, list.columns[filter.column]!)
    const { label } = filter
    if ('from' in filter) return { kind: 'days', from: filter.from, to: filter.to, label }
    if ('render' in filter) return { kind: 'own', name: filter.name, label, render: filter.render }
    return filter.options
      ? { kind: 'choice', name: filter.name, label, options: filter.options }
      : { kind: 'text', name: filter.name, label }
  })
}

const nameOf = <L extends List>(filter: FilterOf<L>): string =>
  typeof filter === 'string' ? filter : 'from' in filter ? filter.from : filter.name

/**
 * The list's search box in front, labelled by what it finds, instead of the text filters that it
 * combines.
 */
const useSearchInFront = <L extends List>(list: L, filters: readonly FilterOf<L>[]): Filter[] => {
  const { t } = useTranslation(listNamespaces(list))
  const combined = listSearched(list.filters['search'])
  const isCombined = (filter: FilterOf<L>): boolean => combined.includes(nameOf(filter))
  const rest = useDeclaredFilters(
    list,
    filters.filter((filter) => !isCombined(filter)),
  )
  if (combined.length === 0) return rest
  const labels = filters
    .filter(isCombined)
    .map((filter) =>
      typeof filter !== 'string' && 'label' in filter
        ? filter.label
        : t(list.columns[typeof filter === 'string' ? filter : filter.column]!.label),
    )
  return [{ kind: 'text', name: 'search', label: formatNames(labels), names: labels }, ...rest]
}

/**
 * The screen's filters, followed by filters that a link sets and the screen has no field for: they
 * apply too, so they must be visible and removable.
 */
export const useListFilters = <L extends List>(
  list: L,
  filters: readonly FilterOf<L>[],
  narrowed: Readonly<Record<string, unknown>> = {},
): Filter[] => {
  const [params] = useSearchParams()
  const shown = useSearchInFront(list, filters)
  const names = listFilterNames(shown)
  const linked = Object.keys(list.filters).filter(
    (name) => params.get(name) && !names.includes(name) && !(name in narrowed),
  )
  const columnOf = (name: string): string =>
    [name, name.replace(/Id$/, 'Name')].find((one) => one in list.columns) ?? ''
  const others = useDeclaredFilters(
    list,
    linked.map((name): FilterOf<L> =>
      columnOf(name) === ''
        ? { name: name as FilterName<L>, label: name }
        : { name: name as FilterName<L>, column: columnOf(name) },
    ),
  )
  return [...shown, ...others]
}
