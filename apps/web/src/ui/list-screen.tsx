import type { UseQueryResult } from '@tanstack/react-query'
import { Alert, Button, Drawer } from 'antd'
import { useEffect, useState, type ComponentProps, type ReactNode } from 'react'
import type { RowOf } from '@swath/contract/list'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useAreaUnit } from '../lib/area-unit.ts'
import { useHiddenRows } from '../lib/held-deletions.ts'
import { Empty, Failure } from './empty.tsx'
import { useListAddress, type ListAddress } from './list-address.ts'
import { ListBody } from './list-body.tsx'
import { Chosen, useChoice } from './list-choice.tsx'
import { useListAnswer } from './list-answer.ts'
import { ListBar } from './list-bar.tsx'
import { useListView, type Column } from './list-columns.tsx'
import {
  useDeclaredColumns,
  useListFilters,
  type AnswerOf,
  type ColumnName,
  type FilterName,
  type FilterOf,
  type CellRenderers,
  type ScreenList,
  type Sorting,
} from './list-declared.tsx'
import type { ListFile } from './list-files.ts'
import { ListFilters, listFilterNames, type Filter, type ListOrder } from './list-filters.tsx'
import { useSearchKey } from './list-keys.ts'
import { ListPaging } from './list-paging.tsx'
import { ListStats, type Figure } from './list-stats.tsx'
import { tableFiles } from './table-exports.ts'
import { useWithoutOwnName } from './own-name-columns.ts'
import { ThinBar } from './thin-bar.tsx'
import { sizes } from '../lib/theme.ts'
import { useMapBesidePx } from './use-map-beside.ts'
import { useNarrow } from './use-width.ts'
import style from './list-screen.module.css'

/** Interactions with rows. */
export type RowWork<L extends ScreenList> = {
  /** Actions for the selected rows; absent: rows cannot be selected. */
  bulk?: ((rows: readonly RowOf<L>[], clear: () => void) => ReactNode) | undefined
  /** Opens a row in a drawer over the list, with its id in the URL … */
  detail?: {
    title: (id: string, row: RowOf<L> | undefined) => ReactNode
    render: (id: string, row: RowOf<L> | undefined, close: () => void) => ReactNode
    width?: number
    extra?: (id: string, row: RowOf<L> | undefined) => ReactNode
  }
  /** … or a custom action. */
  onOpen?: (row: RowOf<L>) => void
  /** Draws each row as a card, instead of the table and of the two lines on a phone. */
  card?: ((row: RowOf<L>) => ReactNode) | undefined
  /** The row under the pointer or the focus, for a drawing next to the list. */
  onHover?: (row: RowOf<L> | null) => void
  /** The loaded rows and their response, for content next to the list. */
  onLoaded?: (rows: readonly RowOf<L>[], answer: AnswerOf<L>) => void
  /**
   * The property with the key of a row's parent. Rows are nested below their parent if it is on the
   * same page.
   */
  parentKey?: keyof RowOf<L> & string
}

type EmptyText = {
  title: string
  reason?: string
  action?: ReactNode
  /** One line, where it is good news and other content follows. */
  isLine?: boolean
}

export type ListScreenProps<L extends ScreenList> = {
  list: L
  title: string
  /** Between the title and the filters. */
  head?: ReactNode
  /** Columns shown by default, in this order; the person can add the others. */
  shown: readonly ColumnName<L>[]
  filters?: readonly FilterOf<L>[]
  /** Columns from another response, after the others; they are neither sorted nor in files. */
  beside?: readonly Column<RowOf<L>>[]
  /** Set if the list shows only a subset of the rows. */
  as?: {
    /** The person's view is stored under this name. */
    name?: string
    /** Null: the order of the call, which no column shows. */
    sort?: Sorting<L> | null
    pageSize?: number
    /** Filters sent with every call that the person can neither see nor change. */
    narrowed?: Partial<Record<FilterName<L>, string>>
    /** A list of few rows: without saved filters and settings of its table. */
    isShort?: boolean
    /** Without tools, because there is nothing yet to refresh or to export. */
    isBare?: boolean
    /** The rows are not loaded yet, because another response is needed for their order. */
    waits?: boolean
  }
  /** Totals over all filtered rows, above the list; null while they load. */
  stats?: ((answer: AnswerOf<L>) => readonly Figure[] | null) | undefined
  /** The usual number of these totals, if they need several lines on a phone. */
  statsUsual?: number
  /** Right of the toolbar: create and similar actions. */
  actions?: ReactNode
  /** File formats to export in addition to CSV and XLSX, with the filters shown. */
  files?: (query: ListFile['query']) => readonly ListFile[]
  rows?: RowWork<L>
  /** Shown if there are no rows at all, as opposed to no matches. */
  empty: EmptyText
  /** Interval at which rows are refetched while the window is visible, ms. */
  refreshMs?: number
} & (object extends CellRenderers<L>
  ? { cellRenderers?: CellRenderers<L> }
  : { cellRenderers: CellRenderers<L> })

type NothingProps = {
  address: ListAddress
  filters: readonly Filter[]
  /** Filters that content above the list may have set, such as counts by state. */
  narrowed: Readonly<Record<string, unknown>>
  empty: EmptyText
  /** On a phone the list's actions are at its foot. */
  isActionAtFoot: boolean
}
const Nothing = ({ address, filters, narrowed, empty, isActionAtFoot }: NothingProps) => {
  const { t } = useTranslation('ui')
  const narrow = useNarrow()
  const [params] = useSearchParams()
  const set = Object.keys(narrowed).filter((name) => params.has(name))
  if (Object.keys(address.filters).length + set.length === 0)
    return <Empty {...empty} action={narrow && isActionAtFoot ? null : empty.action} />
  const reset = (): void =>
    address.setFilters(
      Object.fromEntries([...listFilterNames(filters), ...set].map((name) => [name, null])),
    )
  return (
    <Empty
      title={t('nothingFits')}
      reason={t('nothingFitsReason')}
      action={<Button onClick={reset}>{t('reset')}</Button>}
    />
  )
}

type DetailProps<L extends ScreenList> = {
  id: string | null
  row: RowOf<L> | undefined
  close: () => void
  detail: NonNullable<RowWork<L>['detail']>
}
/** Keeps the opened row when it leaves the list, as a closed alarm does. */
const useLastKnown = <Row,>(id: string | null, row: Row | undefined): Row | undefined => {
  const [known, setKnown] = useState<{ id: string | null; row: Row } | null>(null)
  if (row && known?.row !== row) setKnown({ id, row })
  return row ?? (known?.id === id ? known.row : undefined)
}

const Detail = <L extends ScreenList>({ id, row: listed, close, detail }: DetailProps<L>) => {
  const row = useLastKnown(id, listed)
  const narrow = useNarrow()
  const besidePx = useMapBesidePx()
  const { t } = useTranslation('ui')
  return (
    <Drawer
      // The drawer covers the list, but not the map that shows the row's location.
      rootStyle={besidePx > 0 ? { top: sizes.header, right: besidePx, overflow: 'hidden' } : {}}
      open={id !== null}
      onClose={close}
      size={narrow ? '100%' : (detail.width ?? sizes.detail)}
      mask={narrow}
      destroyOnHidden
      title={id && detail.title(id, row)}
      extra={id && detail.extra?.(id, row)}
    >
      {/* Details may scroll and contain nothing focusable: this makes them scrollable by
          keyboard. */}
      <div role="group" aria-label={t('terms:details')} tabIndex={0} className={style.detail}>
        {id && detail.render(id, row, close)}
      </div>
    </Drawer>
  )
}

/** The filters, sort order and page of the URL, and the matching rows. */
const useRows = <L extends ScreenList>(
  { list, as = {}, rows = {}, refreshMs }: ListScreenProps<L>,
  filters: readonly Filter[],
) => {
  const address = useListAddress({
    filterNames: listFilterNames(filters),
    sortName: list.sortName,
    defaultSort: as.sort === null ? undefined : (as.sort ?? list.defaultSort),
    defaultPageSize: as.pageSize ?? 20,
  })
  const query: Readonly<Record<string, string | undefined>> = {
    ...address.filters,
    ...as.narrowed,
    ...(address.sort ? { [list.sortName]: address.sort } : {}),
  }
  const loaded = useListAnswer<L['call'], RowOf<L>, AnswerOf<L>>(
    { call: list.call, paging: list.paging, query, refreshMs, waits: as.waits ?? false },
    address,
  )
  const { onLoaded } = rows
  useEffect(() => {
    if (loaded.answer && loaded.items) onLoaded?.(loaded.items, loaded.answer)
  }, [loaded.answer, loaded.items, onLoaded])
  const hidden = useHiddenRows(list.call)
  const items =
    hidden.size === 0
      ? loaded.items
      : loaded.items?.filter((row) => !hidden.has(String(row[list.rowKey as keyof RowOf<L>])))
  return { ...loaded, items, address, query }
}

const useColumns = <L extends ScreenList>(
  { list, shown, beside = [], cellRenderers }: ListScreenProps<L>,
  rows: readonly RowOf<L>[] | undefined,
): Column<RowOf<L>>[] =>
  useWithoutOwnName([...useDeclaredColumns(list, shown, cellRenderers ?? {}), ...beside], rows)

/** The sort orders of the table's column headers. */
const useOrder = <Row,>(columns: readonly Column<Row>[], address: ListAddress): ListOrder => ({
  options: columns.flatMap(({ title, sort }) =>
    sort
      ? [
          { value: sort, label: `${title} ↑` },
          { value: `-${sort}`, label: `${title} ↓` },
        ]
      : [],
  ),
  value: address.sort,
  set: address.setSort,
})

type TopProps = Omit<ComponentProps<typeof ListFilters>, 'children'> & {
  title: string
  head: ReactNode
  tools: ReactNode
}
/** Title, toolbar and filters. Next to the title, actions that appear with the rows move nothing. */
const Top = ({ title, head, tools, ...filters }: TopProps) => {
  // On a phone next to the filter, if there is one.
  const isBelow = useNarrow() && (filters.filters.length > 0 || filters.order.options.length > 0)
  return (
    <>
      <div className="flex wrap gap-8-16 items-center justify-between">
        <h1 className="page-title">{title}</h1>
        {!isBelow && tools}
      </div>
      {head}
      {(isBelow || filters.filters.length > 0) && (
        <ListFilters {...filters}>{isBelow && tools}</ListFilters>
      )}
    </>
  )
}

type AboveProps = { asked: UseQueryResult<unknown>; text: string }
/** That rows load, and that none has the searched text, so that nobody takes a similar one for it. */
const Above = ({ asked, text }: AboveProps) => {
  const { t } = useTranslation('ui')
  const { data, isFetching, isPending, isPlaceholderData } = asked
  const isSimilar = typeof data === 'object' && data !== null && 'similarNames' in data
  return (
    <>
      <ThinBar active={isFetching && !isPending} />
      {isSimilar && !isPlaceholderData && (
        <Alert banner type="info" title={t('similarNames', { text })} role="status" />
      )}
    </>
  )
}

/** Shown instead of rows: why there are none, or one line without a table. */
const explainNone = (
  {
    as = {},
    actions,
    empty,
  }: {
    as?: { narrowed?: NothingProps['narrowed'] | undefined } | undefined
    actions?: ReactNode
    empty: EmptyText
  },
  address: ListAddress,
  filters: readonly Filter[],
) => ({
  nothing: (
    <Nothing
      address={address}
      filters={filters}
      narrowed={as.narrowed ?? {}}
      empty={empty}
      isActionAtFoot={Boolean(actions)}
    />
  ),
  line: empty.isLine && Object.keys(address.filters).length === 0 ? empty.title : null,
})

const toTotals = <L extends ScreenList>(
  { stats, statsUsual }: ListScreenProps<L>,
  answer: AnswerOf<L> | undefined,
) => ({ figures: answer && stats ? stats(answer) : null, usual: statsUsual })

/** The shared layout and behaviour of all lists; see `ListScreenProps`. */
export const ListScreen = <L extends ScreenList>(props: ListScreenProps<L>) => {
  const { list, as = {}, rows = {} } = props
  const name = as.name ?? list.name
  const narrow = useNarrow()
  const filters = useListFilters(list, props.filters ?? [], as.narrowed)
  const { list: asked, answer, items, total, address, query } = useRows(props, filters)
  const columns = useColumns(props, items)
  const [view, setView] = useListView(name)
  const choice = useChoice<RowOf<L>>()
  const { bulk, detail } = rows
  const toKey = (row: RowOf<L>): string => String(row[list.rowKey as keyof RowOf<L>])
  const onOpen = rows.onOpen ?? (detail ? (row: RowOf<L>) => address.open(toKey(row)) : null)
  const failed = asked.isError && !items
  const bar = bulk && (choice.chosen.length > 0 || choice.isChoosing) && (
    <Chosen rows={choice.chosen} clear={choice.clear} bulk={bulk} />
  )
  const tools = (
    <ListBar
      name={name}
      isFetching={asked.isFetching}
      refetch={() => void asked.refetch()}
      hasFilters={filters.length > 0 && !as.isShort}
      columns={rows.card || as.isShort ? [] : columns}
      view={view}
      setView={setView}
      files={[...(props.files?.(query) ?? []), ...tableFiles(list, query, useAreaUnit())]}
      actions={props.actions}
      onChoose={bulk ? () => choice.setChoosing(true) : null}
    />
  )
  return (
    <section className={`flex column gap-16 min-w-0 ${style.screen}`} aria-label={props.title}>
      <Top
        title={props.title}
        head={props.head}
        tools={as.isBare ? null : tools}
        filters={filters}
        values={address.filters}
        change={address.setFilters}
        search={useSearchKey()}
        order={useOrder(as.isShort ? [] : columns, address)}
      />
      {props.stats && !failed && <ListStats {...toTotals(props, answer)} />}
      <div className={rows.card ? 'relative' : `relative card ${style.card}`}>
        <Above asked={asked} text={query['search'] ?? ''} />
        {!narrow && bar}
        {failed ? (
          <Failure error={asked.error} onRetry={() => void asked.refetch()} />
        ) : (
          <ListBody
            rows={items}
            toKey={toKey}
            parentKey={rows.parentKey}
            columns={columns}
            view={view}
            address={address}
            isFetching={asked.isFetching}
            {...explainNone(props, address, filters)}
            choice={bulk ? choice : null}
            onOpen={onOpen}
            onHover={rows.onHover}
            card={rows.card}
          />
        )}
        {total > (rows.card ? address.pageSize : 0) && (
          <ListPaging address={address} total={total} onTurn={choice.clear} />
        )}
      </div>
      {narrow && (bar || props.actions) && <div className={style.foot}>{bar || props.actions}</div>}
      {detail && (
        <Detail<L>
          id={address.openId}
          row={items?.find((row) => toKey(row) === address.openId)}
          close={() => address.open(null)}
          detail={detail}
        />
      )}
    </section>
  )
}
