import { Table, type TableProps } from 'antd'
import { useState, type KeyboardEvent, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isShown, type Column, type View } from './list-columns.tsx'
import { isControl, moveAmongRows } from './list-keys.ts'
import type { RowsProps } from './list-rows-props.ts'
import style from './list-screen.module.css'

type AntColumns<Row> = NonNullable<TableProps<Row>['columns']>

type Branch<Row> = Row & { children?: Branch<Row>[] }

/** Nests rows below their parents; siblings keep their order. */
const nested = <Row extends object>(
  rows: readonly Row[],
  toKey: (row: Row) => string,
  parentKey: keyof Row,
): Branch<Row>[] => {
  const branches = new Map(rows.map((row): [unknown, Branch<Row>] => [toKey(row), { ...row }]))
  const roots: Branch<Row>[] = []
  for (const branch of branches.values()) {
    const above = branches.get(branch[parentKey])
    if (above && above !== branch) (above.children ??= []).push(branch)
    else roots.push(branch)
  }
  return roots
}

const antColumns = <Row,>(
  columns: readonly Column<Row>[],
  view: View,
  sort: string | undefined,
): AntColumns<Row> =>
  columns
    .filter((column, index) => index === 0 || isShown(column, view))
    .map((column, index) => ({
      key: column.key,
      title: column.unit ? (
        <>
          {column.title} <span className="muted text-12 regular">{column.unit}</span>
        </>
      ) : (
        column.title
      ),
      ...(column.number ? { align: 'right' as const, className: 'tabular nowrap' } : {}),
      ...(column.width ? { width: column.width } : {}),
      ...(index === 0 ? { fixed: 'left' as const } : {}),
      ...(column.sort
        ? {
            sorter: true,
            showSorterTooltip: false,
            sortOrder:
              sort === column.sort
                ? ('ascend' as const)
                : sort === `-${column.sort}`
                  ? ('descend' as const)
                  : null,
            sortDirections: column.number
              ? ['descend' as const, 'ascend' as const]
              : ['ascend' as const, 'descend' as const],
          }
        : {}),
      render: (_: unknown, row: Row) => column.render(row),
    }))

/** Keys of the collapsed rows of a tree. */
const useFolding = <Row extends object>(rows: readonly Row[], toKey: (row: Row) => string) => {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  return {
    expandedRowKeys: rows.map(toKey).filter((key) => !folded.has(key)),
    indentSize: 20,
    onExpand: (isOpen: boolean, row: Row) =>
      setFolded(
        (before) =>
          new Set(
            isOpen ? [...before].filter((key) => key !== toKey(row)) : [...before, toKey(row)],
          ),
      ),
  }
}

export const ListTable = <Row extends object>(props: RowsProps<Row>) => {
  const { rows, toKey, parentKey, columns, address, choice, onOpen, onHover } = props
  const { t } = useTranslation('ui')
  const folding = useFolding(rows, toKey)
  const shown = parentKey ? nested(rows, toKey, parentKey) : [...rows]
  return (
    <div onKeyDown={moveAmongRows} aria-busy={props.isFetching}>
      <Table<Row>
        rowKey={toKey}
        columns={antColumns(columns, props.view, address.sort)}
        dataSource={shown}
        pagination={false}
        size={props.view.density}
        sticky
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: props.nothing }}
        showSorterTooltip={false}
        onChange={(_page, _filters, sorter) => {
          if (Array.isArray(sorter)) return
          const sort = columns.find((column) => column.key === sorter.columnKey)?.sort
          address.setSort(
            sort && sorter.order ? `${sorter.order === 'descend' ? '-' : ''}${sort}` : null,
          )
        }}
        {...(parentKey ? { expandable: folding } : {})}
        {...(choice
          ? {
              rowSelection: {
                checkStrictly: true,
                selectedRowKeys: choice.chosen.map(toKey),
                preserveSelectedRowKeys: true,
                onChange: (_keys: unknown, selected: Row[]) => choice.setChosen(selected),
                columnWidth: 44,
                // antd names these checkboxes in English in every language.
                getTitleCheckboxProps: () => ({ 'aria-label': t('selectAll') }),
                getCheckboxProps: (row: Row) => ({
                  'aria-label': t('selectRow', { number: rows.indexOf(row) + 1 }),
                }),
              },
            }
          : {})}
        onRow={(row) => ({
          tabIndex: 0,
          ...(onHover
            ? {
                onMouseEnter: () => onHover(row),
                onMouseLeave: () => onHover(null),
                onFocus: () => onHover(row),
                onBlur: () => onHover(null),
              }
            : {}),
          className: [
            onOpen ? style.opens : '',
            toKey(row) === address.openId ? 'ant-table-row-selected' : '',
          ].join(' '),
          onClick: (event: MouseEvent) => {
            if (!isControl(event.target) && !window.getSelection()?.toString()) onOpen?.(row)
          },
          onKeyDown: (event: KeyboardEvent) => {
            if (event.key === 'Enter' && event.target === event.currentTarget) onOpen?.(row)
          },
        })}
      />
    </div>
  )
}

const skeletonRows = Array.from({ length: 8 }, (_, index) => ({ index }))

/** Placeholder with the columns of the table. */
export const ListSkeleton = <Row,>({
  columns,
  view,
}: {
  columns: readonly Column<Row>[]
  view: View
}) => {
  const waiting = columns.map(
    ({ sort: _sort, isMissing: _isMissing, isUsual: _isUsual, ...column }) => ({
      ...column,
      render: () => <span className={style.bone} />,
    }),
  )
  return (
    <div aria-busy>
      <Table<{ index: number }>
        rowKey={({ index }) => String(index)}
        columns={antColumns<{ index: number }>(waiting, view, undefined)}
        dataSource={skeletonRows}
        pagination={false}
        size={view.density}
        scroll={{ x: 'max-content' }}
      />
    </div>
  )
}
