import { DownloadOutlined, ReloadOutlined } from '@ant-design/icons'
import type { Api, Operation } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import { useMutation, useQuery } from '@tanstack/react-query'
import {
  Button,
  Drawer,
  Dropdown,
  Pagination,
  Table,
  Tooltip,
  type InputRef,
  type TableProps,
} from 'antd'
import {
  cloneElement,
  isValidElement,
  useEffect,
  useMemo,
  useRef,
  useState,
  type AriaAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../lib/api.ts'
import { formatCount } from '../lib/format.ts'
import { keepShown, queryOf } from '../lib/query.ts'
import { saveFile } from '../lib/save-file.ts'
import { Empty, Failure } from './empty.tsx'
import { useListAddress } from './list-address.ts'
import { ListViewTools, isShown, useListView, type Column } from './list-columns.tsx'
import { ListViews } from './list-views.tsx'
import { ListFilters, namesOf, type Filter } from './list-filters.tsx'
import { ThinBar } from './thin-bar.tsx'
import { sizes } from './theme.ts'
import { useNarrow } from './use-width.ts'
import style from './list-screen.module.css'

/** Calls that answer a page of rows. */
export type ListOperation = {
  [O in Operation]: Answer<Api[O]> extends
    | { items: object[]; total: number; currentPage: number }
    | { items: object[]; total: number; pageIndex: number }
    ? O
    : never
}[Operation]
export type RowOf<O extends ListOperation> =
  Answer<Api[O]> extends { items: (infer Row)[] } ? Row & object : never

export type Figure = { label: string; value: ReactNode; unit?: string }

export type ListExport = {
  label: string
  operation: Operation
  fileName: string
  query?: Readonly<Record<string, string>>
}

export type ListScreenProps<O extends ListOperation> = {
  /** Under this name the choice of columns is kept. */
  name: string
  title: string
  /** Between the title and the filters. */
  head?: ReactNode
  operation: O
  rowKey: keyof RowOf<O> & string
  columns: readonly Column<RowOf<O>>[]
  filters?: readonly Filter[]
  /** Sent with every call and never shown: what the screen itself narrows by. */
  fixedQuery?: Readonly<Record<string, string>>
  /** What the call names its pages; `pageIndex` goes with `size` (specification, section 3). */
  paging?: 'currentPage' | 'pageIndex'
  /** The call's name for the order, `sortParam` unless told otherwise. */
  sortName?: string
  defaultSort?: string
  defaultPageSize?: number
  /**
   * Names the row above: rows of a page then hang below the one that they name, where it is on the
   * page.
   */
  parentKey?: keyof RowOf<O> & string
  /** Sums over everything filtered, above the rows. */
  stats?: (answer: Answer<Api[O]>) => readonly Figure[]
  /** Right of the tools: create and the like. */
  actions?: ReactNode
  exports?: readonly ListExport[]
  /** What can be done with the chosen rows; absent: rows cannot be chosen. */
  bulk?: (rows: readonly RowOf<O>[], clear: () => void) => ReactNode
  /**
   * What a row opens: a drawer over the list (its id in the address), or whatever `onOpen` does.
   */
  detail?: {
    title: (id: string, row: RowOf<O> | undefined) => ReactNode
    render: (id: string, row: RowOf<O> | undefined, close: () => void) => ReactNode
    width?: number
    extra?: (id: string, row: RowOf<O> | undefined) => ReactNode
  }
  onOpen?: (row: RowOf<O>) => void
  /** Nothing exists yet, as against nothing that fits the filters. */
  empty: { title: string; reason?: string; action?: ReactNode }
  /** Every so many ms the rows are asked for again, while the window is looked at. */
  refreshMs?: number
  /**
   * The rows shown, for what is drawn beside the list, and the whole answer that they came with.
   */
  onRows?: (rows: readonly RowOf<O>[], answer: Answer<Api[O]>) => void
  /** The row under the pointer or the focus, for what is drawn beside the list. */
  onHover?: (row: RowOf<O> | null) => void
}

type Answered<Row> = { items: Row[]; total: number }

const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('a, button, input, label, .ant-checkbox-wrapper, .ant-table-selection-column') !==
    null
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** `/` goes to the search, as on every list. */
const useSearchKey = (): React.RefObject<InputRef | null> => {
  const search = useRef<InputRef>(null)
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (
        event.key !== '/' ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target) ||
        !search.current
      )
        return
      event.preventDefault()
      search.current.focus({ cursor: 'all' })
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return search
}

/** Arrows walk the rows, Home and End jump; Enter on a row opens it. */
const moveAmongRows = (event: KeyboardEvent<HTMLElement>): void => {
  const row =
    event.target instanceof Element ? event.target.closest<HTMLElement>('tr.ant-table-row') : null
  if (!row || isTyping(event.target)) return
  const rows = [...row.parentElement!.querySelectorAll<HTMLElement>('tr.ant-table-row')]
  const at = rows.indexOf(row)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
  if (to === undefined || !rows[to]) return
  event.preventDefault()
  rows[to].focus()
}

type Branch<Row> = Row & { children?: Branch<Row>[] }

/** Rows below the row that they name as theirs; the order among those of one row stays. */
const nested = <Row extends object>(
  rows: readonly Row[],
  rowKey: keyof Row,
  parentKey: keyof Row,
): Branch<Row>[] => {
  const branches = new Map(rows.map((row): [unknown, Branch<Row>] => [row[rowKey], { ...row }]))
  const roots: Branch<Row>[] = []
  for (const branch of branches.values()) {
    const above = branches.get(branch[parentKey])
    if (above && above !== branch) (above.children ??= []).push(branch)
    else roots.push(branch)
  }
  return roots
}

const skeletonRows = Array.from({ length: 8 }, (_, index) => index)

/** The one way that lists look and work: see the parts of `ListScreenProps`. */
export const OldListScreen = <O extends ListOperation>(props: ListScreenProps<O>) => {
  type Row = RowOf<O>
  const { t } = useTranslation('ui')
  const narrow = useNarrow()
  const search = useSearchKey()
  const { filters = [], sortName = 'sortParam' } = props
  const address = useListAddress({
    filterNames: namesOf(filters),
    sortName,
    defaultSort: props.defaultSort,
    defaultPageSize: props.defaultPageSize ?? 20,
  })
  const [view, setView] = useListView(props.name)
  const [chosen, setChosen] = useState<readonly Row[]>([])
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const filtering = {
    ...address.filters,
    ...props.fixedQuery,
    ...(address.sort ? { [sortName]: address.sort } : {}),
  }
  const part = [String(address.page), String(address.pageSize)]
  const query =
    props.paging === 'pageIndex'
      ? { ...filtering, pageIndex: part[0], size: part[1] }
      : { ...filtering, currentPage: part[0], pageSize: part[1] }
  const list = useQuery({
    ...(queryOf as (operation: O, parts: object) => ReturnType<typeof queryOf<O>>)(
      props.operation,
      { query },
    ),
    ...keepShown,
    ...(props.refreshMs ? { refetchInterval: props.refreshMs } : {}),
  })
  const answer = list.data as Answered<Row> | undefined
  const keyOf = (row: Row): string => String(row[props.rowKey])
  const { onRows, rowKey, parentKey } = props
  const shownRows = useMemo(
    () => (!answer ? [] : parentKey ? nested(answer.items, rowKey, parentKey) : answer.items),
    [answer, rowKey, parentKey],
  )
  useEffect(() => {
    if (answer) onRows?.(answer.items, answer as Answered<Row> & Answer<Api[O]>)
  }, [answer, onRows])

  const save = useMutation({
    mutationFn: async (one: ListExport) =>
      saveFile(
        one.fileName,
        await (call as (operation: Operation, parts: object, options: object) => Promise<Blob>)(
          one.operation,
          { query: { ...filtering, ...one.query } },
          { timeoutMs: null },
        ),
      ),
  })

  const columns = props.columns
    .filter((column, index) => index === 0 || isShown(column, view))
    .map((column, index): NonNullable<TableProps<Row>['columns']>[number] => ({
      key: column.key,
      title: column.unit ? (
        <>
          {column.title} <span className={style.unit}>{column.unit}</span>
        </>
      ) : (
        column.title
      ),
      ...(column.number ? { align: 'right' as const, className: style.number } : {}),
      ...(column.width ? { width: column.width } : {}),
      ...(index === 0 ? { fixed: 'left' as const } : {}),
      ...(column.sort
        ? {
            sorter: true,
            showSorterTooltip: false,
            sortOrder:
              address.sort === column.sort
                ? ('ascend' as const)
                : address.sort === `-${column.sort}`
                  ? ('descend' as const)
                  : null,
            sortDirections: column.number
              ? ['descend' as const, 'ascend' as const]
              : ['ascend' as const, 'descend' as const],
          }
        : {}),
      render: (_: unknown, row: Row) => column.render(row),
    }))
  const waiting = columns.map((column) => ({
    ...column,
    sortOrder: null,
    sorter: false,
    render: () => <span className={style.bone} />,
  }))

  const openRow = (row: Row): void => {
    if (props.onOpen) props.onOpen(row)
    else if (props.detail) address.open(keyOf(row))
  }
  const opens = Boolean(props.onOpen ?? props.detail)
  const opened =
    address.openId === null ? undefined : answer?.items.find((row) => keyOf(row) === address.openId)
  const isFiltered = Object.keys(address.filters).length > 0
  const nothing = isFiltered ? (
    <Empty
      title={t('nothingFits')}
      reason={t('nothingFitsReason')}
      action={
        <Button
          onClick={() =>
            address.setFilters(Object.fromEntries(namesOf(filters).map((name) => [name, null])))
          }
        >
          {t('reset')}
        </Button>
      }
    />
  ) : (
    <Empty {...props.empty} />
  )

  const tools = (
    <>
      <Tooltip title={t('refresh')}>
        <Button
          type="text"
          icon={<ReloadOutlined spin={list.isFetching} />}
          aria-label={t('refresh')}
          onClick={() => void list.refetch()}
        />
      </Tooltip>
      {filters.length > 0 && <ListViews list={props.name} />}
      {!narrow && <ListViewTools columns={props.columns} view={view} setView={setView} />}
      {props.exports && props.exports.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: props.exports.map((one, index) => ({ key: String(index), label: one.label })),
            onClick: ({ key }) => save.mutate(props.exports![Number(key)]!),
          }}
        >
          <Tooltip title={t('terms:export')}>
            <Button
              type="text"
              loading={save.isPending}
              icon={<DownloadOutlined />}
              aria-label={t('terms:export')}
            />
          </Tooltip>
        </Dropdown>
      )}
      {props.actions}
    </>
  )

  return (
    <section className={style.screen} aria-label={props.title}>
      <h1 className={style.title}>{props.title}</h1>
      {props.head}
      <ListFilters
        filters={filters}
        values={address.filters}
        change={address.setFilters}
        search={search}
      >
        {tools}
      </ListFilters>
      {props.stats && !(list.isError && !answer) && (
        <dl className={style.stats}>
          {answer ? (
            props.stats(list.data as Answer<Api[O]>).map((figure) => (
              <div key={figure.label}>
                <dt>{figure.label}</dt>
                <dd>
                  {figure.value}
                  {figure.unit && <span className={style.unit}> {figure.unit}</span>}
                </dd>
              </div>
            ))
          ) : (
            <div>
              <dt>
                <span className={style.bone} />
              </dt>
              <dd />
            </div>
          )}
        </dl>
      )}
      <div className={style.card}>
        <ThinBar active={list.isFetching && !list.isPending} />
        {chosen.length > 0 && props.bulk && (
          <div className={style.selection} role="status">
            <span>{t('chosen', { count: chosen.length })}</span>
            <Button type="link" size="small" onClick={() => setChosen([])}>
              {t('clearChosen')}
            </Button>
            <span className={style.bulk}>{props.bulk(chosen, () => setChosen([]))}</span>
          </div>
        )}
        {list.isError && !answer ? (
          <Failure error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <div onKeyDown={moveAmongRows} aria-busy={list.isFetching}>
            {answer ? (
              <Table<Row>
                rowKey={keyOf}
                columns={columns}
                dataSource={shownRows}
                pagination={false}
                size={view.density}
                sticky
                scroll={{ x: 'max-content' }}
                locale={{ emptyText: nothing }}
                showSorterTooltip={false}
                onChange={(_page, _filters, sorter) => {
                  if (Array.isArray(sorter)) return
                  const sort = props.columns.find((column) => column.key === sorter.columnKey)?.sort
                  address.setSort(
                    sort && sorter.order ? `${sorter.order === 'descend' ? '-' : ''}${sort}` : null,
                  )
                }}
                {...(props.parentKey
                  ? {
                      expandable: {
                        expandedRowKeys: answer.items.map(keyOf).filter((key) => !folded.has(key)),
                        indentSize: 20,
                        onExpand: (isOpen: boolean, row: Row) =>
                          setFolded(
                            (before) =>
                              new Set(
                                isOpen
                                  ? [...before].filter((key) => key !== keyOf(row))
                                  : [...before, keyOf(row)],
                              ),
                          ),
                      },
                    }
                  : {})}
                {...(props.bulk
                  ? {
                      rowSelection: {
                        checkStrictly: true,
                        selectedRowKeys: chosen.map(keyOf),
                        preserveSelectedRowKeys: true,
                        onChange: (_keys: unknown, rows: Row[]) => setChosen(rows),
                        columnWidth: 44,
                      },
                    }
                  : {})}
                onRow={(row) => ({
                  tabIndex: 0,
                  ...(props.onHover
                    ? {
                        onMouseEnter: () => props.onHover?.(row),
                        onMouseLeave: () => props.onHover?.(null),
                        onFocus: () => props.onHover?.(row),
                        onBlur: () => props.onHover?.(null),
                      }
                    : {}),
                  className: [
                    opens ? style.opens : '',
                    keyOf(row) === address.openId ? 'ant-table-row-selected' : '',
                  ].join(' '),
                  onClick: (event: MouseEvent) => {
                    if (opens && !isControl(event.target) && !window.getSelection()?.toString())
                      openRow(row)
                  },
                  onKeyDown: (event: KeyboardEvent) => {
                    if (event.key === 'Enter' && event.target === event.currentTarget && opens)
                      openRow(row)
                  },
                })}
              />
            ) : (
              <Table<object>
                rowKey={(row) => String((row as { index: number }).index)}
                columns={waiting as TableProps<object>['columns']}
                dataSource={skeletonRows.map((index) => ({ index }))}
                pagination={false}
                size={view.density}
                scroll={{ x: 'max-content' }}
              />
            )}
          </div>
        )}
        {answer && answer.total > 0 && (
          <Pagination
            className={style.pages}
            current={address.page}
            pageSize={address.pageSize}
            total={answer.total}
            size={narrow ? 'small' : 'medium'}
            simple={narrow}
            responsive
            itemRender={(_page, type, element) =>
              isValidElement<AriaAttributes>(element) && (type === 'prev' || type === 'next')
                ? cloneElement(element, {
                    'aria-label': type === 'prev' ? t('pageBefore') : t('pageAfter'),
                  })
                : element
            }
            showSizeChanger={!narrow}
            pageSizeOptions={[10, 20, 50, 100]}
            showTotal={(total) => t('total', { count: total, shown: formatCount(total) })}
            onChange={(page, size) => {
              setChosen([])
              address.setPage(size === address.pageSize ? page : 1, size)
            }}
          />
        )}
      </div>
      {props.detail && (
        <Drawer
          open={address.openId !== null}
          onClose={() => address.open(null)}
          size={narrow ? '100%' : (props.detail.width ?? sizes.detail)}
          mask={narrow}
          destroyOnHidden
          title={address.openId && props.detail.title(address.openId, opened)}
          extra={address.openId && props.detail.extra?.(address.openId, opened)}
        >
          {address.openId && props.detail.render(address.openId, opened, () => address.open(null))}
        </Drawer>
      )}
    </section>
  )
}
