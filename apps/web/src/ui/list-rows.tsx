import { Checkbox } from 'antd'
import { useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import { dash } from '../lib/format.ts'
import { isShown, type Column, type View } from './list-columns.tsx'
import { isControl, moveAmongRows } from './list-keys.ts'
import type { RowsProps } from './list-rows-props.ts'
import { withDepth } from './list-tree.ts'
import style from './list-rows.module.css'

const longPressMs = 500
/** A move beyond this is scrolling. */
const slackPx = 10

type Parts<Row> = { title: Column<Row>; states: Column<Row>[]; figures: Column<Row>[] }

/**
 * Assigns columns to the two lines of a row; the first column is the title unless another is
 * declared.
 */
const layOut = <Row,>(columns: readonly Column<Row>[], view: View): Parts<Row> => {
  const title = columns.find(({ phone }) => phone === 'title') ?? columns[0]!
  const shown = columns.filter((column) => column !== title && isShown(column, view))
  return {
    title,
    states: shown.filter(({ phone }) => phone === 'state'),
    figures: shown.filter(({ phone }) => phone === 'figure'),
  }
}

/** Missing values are left out: without a column header a dash would mean nothing. */
const Figure = <Row,>({ column, row }: { column: Column<Row>; row: Row }) => {
  const value = column.render(row)
  if (value === dash || column.isMissing?.(row) || column.isUsual?.(row)) return null
  const label = typeof column.named === 'string' ? column.named : column.title
  return (
    <span className={style.figure}>
      <span className={column.named ? 'muted text-12' : 'sr-only'}>{label} </span>
      {value}
      {column.unit && <span className="muted text-12"> {column.unit}</span>}
    </span>
  )
}

type LinesProps<Row> = { row: Row; rowKey: string; parts: Parts<Row> }
const Lines = <Row,>({ row, rowKey, parts: { title, states, figures } }: LinesProps<Row>) => {
  const words = figures.filter(({ number }) => !number)
  const numbers = figures.filter(({ number }) => number)
  return (
    <>
      <span className={style.title} id={`title-${rowKey}`}>
        {title.render(row)}
      </span>
      <span className={`flex gap-8 items-center justify-end nowrap ${style.states}`}>
        {states.map((column) => (
          <Figure key={column.key} column={{ ...column, named: false }} row={row} />
        ))}
      </span>
      <span className={`muted text-13 tabular nowrap ${style.words}`}>
        {words.map((column) => (
          <Figure key={column.key} column={column} row={row} />
        ))}
      </span>
      <span className={`text-right muted text-13 tabular nowrap ${style.numbers}`}>
        {numbers.map((column) => (
          <Figure key={column.key} column={column} row={row} />
        ))}
      </span>
    </>
  )
}

/** Detects a long press on a row, and ignores the click that ends it. */
const useLongPress = <Row,>(onLongPress: ((row: Row) => void) | null) => {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const from = useRef<readonly [x: number, y: number]>([0, 0])
  const isOver = useRef(false)
  const end = (): void => clearTimeout(timer.current)
  return {
    wasLong: () => isOver.current,
    handlers: (row: Row) =>
      onLongPress && {
        onPointerDown: (event: PointerEvent) => {
          isOver.current = false
          if (event.button !== 0 || isControl(event.target)) return
          from.current = [event.clientX, event.clientY]
          timer.current = setTimeout(() => {
            isOver.current = true
            navigator.vibrate?.(30)
            onLongPress(row)
          }, longPressMs)
        },
        onPointerMove: ({ clientX, clientY }: PointerEvent) => {
          const [x, y] = from.current
          if (Math.hypot(clientX - x, clientY - y) > slackPx) end()
        },
        onPointerUp: end,
        onPointerCancel: end,
        onContextMenu: (event: MouseEvent) => event.preventDefault(),
      },
  }
}

/** A list on a phone: each row has two lines and is selected by a long press. */
export const ListRows = <Row extends object>(props: RowsProps<Row>) => {
  const { rows, toKey, parentKey, choice, onOpen } = props
  const isChoosing = choice?.isChoosing ?? false
  const parts = layOut(props.columns, props.view)
  const isChosen = (row: Row): boolean =>
    choice?.chosen.some((one) => toKey(one) === toKey(row)) ?? false
  const toggle = (row: Row): void => {
    const others = (choice?.chosen ?? []).filter((one) => toKey(one) !== toKey(row))
    choice?.setChosen(isChosen(row) ? others : [...others, row])
  }
  const { wasLong, handlers } = useLongPress<Row>(
    choice &&
      ((row) => {
        choice.setChoosing(true)
        toggle(row)
      }),
  )
  const press = (row: Row): void => (isChoosing ? toggle(row) : onOpen?.(row))
  if (rows.length === 0) return <div className={style.nothing}>{props.nothing}</div>
  return (
    <ul
      className="list-plain"
      aria-busy={props.isFetching}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isChoosing) choice?.clear()
        else moveAmongRows(event)
      }}
    >
      {withDepth(rows, toKey, parentKey).map(({ row, depth }) => (
        <li
          key={toKey(row)}
          data-row
          data-chosen={isChosen(row)}
          data-open={toKey(row) === props.address.openId}
          data-opens={onOpen !== null || isChoosing}
          className={style.row}
          style={{ paddingInlineStart: 16 + depth * 20 }}
          tabIndex={0}
          onClick={(event) => {
            if (!isControl(event.target) && !wasLong()) press(row)
          }}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.target !== event.currentTarget) return
            if (event.key === 'Enter') press(row)
            if (event.key === ' ' && isChoosing) {
              event.preventDefault()
              toggle(row)
            }
          }}
          {...handlers(row)}
        >
          {isChoosing && (
            <Checkbox
              className={style.choose ?? ''}
              checked={isChosen(row)}
              onChange={() => toggle(row)}
              aria-labelledby={`title-${toKey(row)}`}
            />
          )}
          <Lines row={row} rowKey={toKey(row)} parts={parts} />
        </li>
      ))}
    </ul>
  )
}

const waiting = Array.from({ length: 8 }, (_, index) => index)

/** Placeholder with the height of the rows. */
export const RowsSkeleton = () => (
  <ul className="list-plain" aria-busy>
    {waiting.map((index) => (
      <li key={index} className={style.row}>
        <span className={style.bone} />
        <span />
        <span className={style.bone} data-small />
      </li>
    ))}
  </ul>
)
