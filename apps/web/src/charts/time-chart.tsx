import { LineChart } from 'echarts/charts'
import {
  AxisPointerComponent,
  GridComponent,
  MarkAreaComponent,
  TooltipComponent,
} from 'echarts/components'
import { init, use as bring, type ECharts } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useImperativeHandle, useMemo, useRef, type Ref, type RefObject } from 'react'
import type { TimeRow } from './time-axis.ts'
import {
  pickEnds,
  figureAt,
  left,
  right,
  timeChartOption,
  type TimeChartContent,
} from './time-chart-option.ts'
import style from './time-chart.module.css'

bring([
  LineChart,
  GridComponent,
  TooltipComponent,
  AxisPointerComponent,
  MarkAreaComponent,
  SVGRenderer,
])

/**
 * Moves the line that marks the current time. It bypasses React and the chart, so that it can be
 * called on each frame.
 */
export type TimeCursor = { readonly move: (tMs: number) => void }

type Props = {
  /** Description of the content, for screen readers. */
  readonly label: string
  /**
   * ms since 1970, ascending, at least two. Used for rows without their own times, and for the ends
   * of the axis.
   */
  readonly tMs: readonly number[]
  readonly rows: readonly TimeRow[]
  /** Periods with a different background. */
  readonly bands?: readonly (readonly [fromMs: number, toMs: number])[]
  readonly bandColour?: string
  readonly timeText: (tMs: number) => string
  /** A click, anywhere on the chart. */
  readonly onPick?: (tMs: number) => void
  readonly cursor?: Ref<TimeCursor>
}

const noBands: TimeChartContent['bands'] = []

/**
 * Creates the chart once, resizes it with its container, and redraws it when its content changes.
 */
const useDrawing = (
  content: TimeChartContent,
  on: { readonly resized: (widthPx: number) => void; readonly drawn: () => void },
) => {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts | null>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const made = init(element, null, { renderer: 'svg' })
    chart.current = made
    const observer = new ResizeObserver(([entry]) => {
      made.resize({ animation: { duration: 0 } })
      on.resized(entry!.contentRect.width)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      made.dispose()
      chart.current = null
    }
  }, [on])
  useEffect(() => {
    chart.current?.setOption(timeChartOption(content), { notMerge: true })
    on.drawn()
  }, [content, on])
  return box
}

/**
 * Values over a shared time axis, one narrow row each with its own scale. The names and the values
 * at the cursor are on the left.
 */
export const TimeChart = (props: Props) => {
  const { label, tMs, rows, timeText, onPick, cursor } = props
  const { bands = noBands, bandColour = 'var(--hover)' } = props
  const line = useRef<HTMLDivElement>(null)
  const figures = useRef<(HTMLElement | null)[]>([])
  const widthPx = useRef(0)
  const atMs = useRef(tMs[0] ?? 0)
  const [from, to] = pickEnds(tMs)
  const content = useMemo(
    () => ({ tMs, rows, bands, bandColour, timeText }),
    [tMs, rows, bands, bandColour, timeText],
  )

  const move = useMemo(
    () =>
      (moment: number): void => {
        atMs.current = moment
        const share = Math.max(0, Math.min(1, (moment - from) / Math.max(1, to - from)))
        if (line.current)
          line.current.style.transform = `translateX(${left + share * Math.max(0, widthPx.current - left - right)}px)`
        for (const [index, row] of rows.entries()) {
          const figure = figures.current[index]
          const text = figureAt(row, tMs, moment)
          if (figure && figure.textContent !== text) figure.textContent = text
        }
      },
    [tMs, rows, from, to],
  )
  useImperativeHandle(cursor, () => ({ move }), [move])
  const drawing = useMemo(
    () => ({
      resized: (width: number): void => {
        widthPx.current = width
        move(atMs.current)
      },
      drawn: (): void => move(atMs.current),
    }),
    [move],
  )
  const box = useDrawing(content, drawing)

  const pick = (clientX: number): void => {
    const frame = box.current?.getBoundingClientRect()
    if (!frame || !onPick) return
    const share = (clientX - frame.left - left) / Math.max(1, frame.width - left - right)
    onPick(from + Math.max(0, Math.min(1, share)) * (to - from))
  }

  return (
    <div className={style.chart} role="img" aria-label={label}>
      <RowNames rows={rows} figures={figures} />
      {/* The click area is for the pointer only; the slider offers the same to the keyboard. */}
      <div
        className={style.plot}
        onClick={(event) => pick(event.clientX)}
        data-picks={onPick !== undefined}
      >
        <div ref={box} className={style.drawing} />
        <div ref={line} className={style.cursor} />
      </div>
    </div>
  )
}

type RowNamesProps = { rows: readonly TimeRow[]; figures: RefObject<(HTMLElement | null)[]> }

/**
 * The names left of the rows. The elements of the values are kept, so that updates on each frame
 * bypass React.
 */
const RowNames = ({ rows, figures }: RowNamesProps) => (
  <div className={style.names} aria-hidden="true">
    {rows.map((row, index) => (
      <div key={row.name} className={`grid min-w-0 muted text-12 ${style.name}`}>
        <span>
          <i style={{ background: row.colour }} />
          {row.name}
        </span>
        <span className="tabular">
          <b
            className="ink text-14 semibold"
            ref={(element) => {
              figures.current[index] = element
            }}
          />{' '}
          <small className="text-11">{row.unit}</small>
        </span>
      </div>
    ))}
  </div>
)
