import {
  DownOutlined,
  FilterOutlined,
  SearchOutlined,
  SortAscendingOutlined,
  UpOutlined,
} from '@ant-design/icons'
import { Badge, Button, Drawer, Input, Select, type InputRef } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { fitNames, formatDay } from '../lib/format.ts'
import { startOfDay } from '../lib/time-zone.ts'
import { DaysRange } from './days-range.tsx'
import { SlashKey } from './slash-key.tsx'
import { useNarrow, useWidth } from './use-width.ts'
import style from './list-filters.module.css'

type Values = Readonly<Record<string, string>>
type Change = (values: Readonly<Record<string, string | null>>) => void

export type Filter = { label: string } &
  /** `names`: the fields that it searches; the label contains all of them. */
  (
    | { kind: 'text'; name: string; names?: readonly string[] }
    | { kind: 'choice'; name: string; options: readonly { value: string; label: string }[] }
    /** Whole days in the viewer's time zone; the URL holds the two moments as ISO times. */
    | { kind: 'days'; from: string; to: string }
    /** Any other control; `value` is null while the filter is not set. */
    | {
        kind: 'own'
        name: string
        render: (value: string | null, change: (value: string | null) => void) => ReactNode
      }
  )

/** Select options from codes and their labels. */
export const toOptions = (
  labels: Readonly<Record<string, string>>,
  t: (key: string) => string,
): { value: string; label: string }[] =>
  Object.entries(labels).map(([value, word]) => ({ value, label: t(word) }))

export const listFilterNames = (filters: readonly Filter[]): string[] =>
  filters.flatMap((filter) => (filter.kind === 'days' ? [filter.from, filter.to] : [filter.name]))

/** Widths of the search box in half-width characters of its font. */
const placeholderCh = { wide: 43, narrow: 24 }

type TextFilterProps = {
  label: string
  names: readonly string[]
  value: string
  change: (value: string) => void
  focus: RefObject<InputRef | null> | null
}
const TextFilter = ({ label, names, value, change, focus }: TextFilterProps) => {
  const narrow = useNarrow()
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  if (value !== known) {
    setKnown(value)
    setText(value)
  }
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => change(text), 400)
    return () => clearTimeout(timer)
  }, [text, value, change])
  return (
    <Input
      ref={focus}
      allowClear
      value={text}
      placeholder={fitNames(names, placeholderCh[narrow ? 'narrow' : 'wide'])}
      aria-label={label}
      title={text === '' ? label : ''}
      maxLength={100}
      prefix={focus ? <SearchOutlined className={style.faint} /> : undefined}
      suffix={focus && !text ? <SlashKey /> : undefined}
      onChange={(event) => setText(event.target.value)}
      onPressEnter={() => change(text)}
    />
  )
}

const toDayjs = (time: string | undefined): Dayjs | null =>
  time && !Number.isNaN(Date.parse(time)) ? dayjs(formatDay(time), 'YYYY/MM/DD') : null

type DaysFilterProps = { filter: Filter & { kind: 'days' }; values: Values; change: Change }
const DaysFilter = ({ filter, values, change }: DaysFilterProps) => (
  <DaysRange
    label={filter.label}
    value={[toDayjs(values[filter.from]), toDayjs(values[filter.to])]}
    onChange={(from, to) =>
      change({
        [filter.from]: from ? new Date(startOfDay(from.format('YYYY-MM-DD'))).toISOString() : null,
        [filter.to]: to
          ? new Date(startOfDay(to.add(1, 'day').format('YYYY-MM-DD')) - 1000).toISOString()
          : null,
      })
    }
  />
)

type FieldProps = {
  filter: Filter
  values: Values
  change: Change
  focus: RefObject<InputRef | null> | null
}
const Field = ({ filter, values, change, focus }: FieldProps) => {
  switch (filter.kind) {
    case 'text':
      return (
        <TextFilter
          label={filter.label}
          names={filter.names ?? [filter.label]}
          value={values[filter.name] ?? ''}
          change={(value) => change({ [filter.name]: value || null })}
          focus={focus}
        />
      )
    case 'choice':
      return (
        <Select
          allowClear
          showSearch
          optionFilterProp="label"
          className="w-full"
          placeholder={filter.label}
          aria-label={filter.label}
          prefix={
            values[filter.name] === undefined ? undefined : (
              <span className={style.faint}>{filter.label}</span>
            )
          }
          options={[...filter.options]}
          value={values[filter.name] ?? null}
          onChange={(value: string | null) => change({ [filter.name]: value ?? null })}
        />
      )
    case 'days':
      return <DaysFilter filter={filter} values={values} change={change} />
    case 'own':
      return filter.render(values[filter.name] ?? null, (value) => change({ [filter.name]: value }))
  }
}

/** Sort order for lists without column headers. */
export type ListOrder = {
  options: readonly { value: string; label: string }[]
  value: string | undefined
  set: (sort: string | null) => void
}

type Props = {
  filters: readonly Filter[]
  values: Values
  change: Change
  search: RefObject<InputRef | null>
  order: ListOrder
  children: ReactNode
}

/**
 * Width of a filter, px, including the gap: determines how many fit in the row that is always
 * shown.
 */
const fieldWidth = 216
/** The search box is wider, because it names several fields. */
const searchWidth = 312
const isSearch = (filter: Filter): boolean => listFilterNames([filter])[0] === 'search'
/** The text search comes first in every list; a phone has room for it only. */
const withFirst = (filters: readonly Filter[], first: Filter | undefined): readonly Filter[] =>
  first ? [first, ...filters.filter((filter) => filter !== first)] : filters
/** How many filters fit into the row next to the button for more. */
const countFitting = (filters: readonly Filter[], rowWidth: number): number => {
  const free = rowWidth - 110 - (filters.some(isSearch) ? searchWidth - fieldWidth : 0)
  return Math.max(1, Math.floor(free / fieldWidth))
}

type SheetProps = {
  filters: readonly Filter[]
  order: ListOrder
  field: (filter: Filter) => ReactNode
  isOpen: boolean
  onClose: () => void
  onReset: () => void
}
/** Sort order and filters in a bottom sheet, without the filter shown above the list. */
const FilterSheet = ({ filters, order, field, isOpen, onClose, onReset }: SheetProps) => {
  const { t } = useTranslation('ui')
  return (
    <Drawer
      placement="bottom"
      size="auto"
      styles={{ wrapper: { maxHeight: '88dvh' } }}
      open={isOpen}
      onClose={onClose}
      title={filters.length > 0 ? t('terms:filters') : t('order')}
      footer={
        <div className="flex gap-8 justify-end">
          {filters.length > 0 && <Button onClick={onReset}>{t('reset')}</Button>}
          <Button type="primary" onClick={onClose}>
            {t('showResults')}
          </Button>
        </div>
      }
    >
      <div className={`grid gap-16 ${style.sheet}`}>
        {order.options.length > 0 && (
          <div>
            {filters.length > 0 && <div className={style.label}>{t('order')}</div>}
            <Select
              className="w-full"
              aria-label={t('order')}
              options={[...order.options]}
              value={order.value ?? null}
              onChange={order.set}
            />
          </div>
        )}
        {filters.map((filter) => (
          <div key={listFilterNames([filter])[0]}>
            <div className={style.label}>{filter.label}</div>
            {field(filter)}
          </div>
        ))}
      </div>
    </Drawer>
  )
}

/**
 * One row of filters, more on demand; on a narrow window the first one, and the rest in a sheet.
 * `children`: after the filters.
 */
export const ListFilters = (props: Props) => {
  const { values, change, search, order, children } = props
  const { t } = useTranslation('ui')
  const narrow = useNarrow()
  const row = useRef<HTMLDivElement>(null)
  const width = useWidth(row)
  const [more, setMore] = useState(false)
  const firstText = props.filters.find((filter) => filter.kind === 'text')
  const filters = withFirst(props.filters, firstText)
  const fit = countFitting(filters, width)
  const shown = narrow ? 1 : more || filters.length <= fit ? filters.length : fit
  const setCount = (list: readonly Filter[]): number =>
    listFilterNames(list).filter((name) => values[name] !== undefined).length
  const hiddenCount = setCount(filters.slice(shown))
  const field = (filter: Filter): ReactNode => (
    <div
      key={listFilterNames([filter])[0]}
      className={style.field}
      data-search={isSearch(filter) || undefined}
    >
      <Field
        filter={filter}
        values={values}
        change={change}
        focus={filter === firstText ? search : null}
      />
    </div>
  )
  const reset = () =>
    change(Object.fromEntries(listFilterNames(filters).map((name) => [name, null])))
  if (!narrow && filters.length === 0) return null
  return (
    <div className="flex gap-4 items-center">
      <div className={`flex-1 ${style.row}`} data-wraps={more && !narrow} ref={row} role="search">
        {filters.slice(0, shown).map(field)}
        {narrow && (filters.length > 1 || order.options.length > 0) && (
          <Badge count={hiddenCount} size="small">
            <Button
              icon={filters.length > 1 ? <FilterOutlined /> : <SortAscendingOutlined />}
              onClick={() => setMore(true)}
              aria-label={filters.length > 1 ? t('terms:filters') : t('order')}
            />
          </Badge>
        )}
        {!narrow && filters.length > fit && (
          <Button
            type="text"
            icon={more ? <UpOutlined /> : <DownOutlined />}
            iconPlacement="end"
            aria-expanded={more}
            onClick={() => setMore(!more)}
          >
            {more
              ? t('fewerFilters')
              : hiddenCount > 0
                ? t('moreFiltersSet', { count: hiddenCount })
                : t('moreFilters')}
          </Button>
        )}
        {!narrow && setCount(filters) > 0 && (
          <Button type="link" onClick={reset}>
            {t('reset')}
          </Button>
        )}
      </div>
      {children}
      {narrow && (
        <FilterSheet
          filters={filters.slice(1)}
          order={order}
          field={field}
          isOpen={more}
          onClose={() => setMore(false)}
          onReset={reset}
        />
      )}
    </div>
  )
}
