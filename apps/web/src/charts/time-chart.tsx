import { LineChart } from 'echarts/charts'
import {
  AxisPointerComponent,
  GridComponent,
  MarkAreaComponent,
  TooltipComponent,
} from 'echarts/components'
import { init, use as bring, type ECharts } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useImperativeHandle, useMemo, useRef, type Ref } from 'react'
import { formatNumber } from '../lib/format.ts'
import { colors } from '../ui/theme.ts'
import style from './time-chart.module.css'

bring([
  LineChart,
  GridComponent,
  TooltipComponent,
  AxisPointerComponent,
  MarkAreaComponent,
  SVGRenderer,
])

export type TimeRow = {
  readonly name: string
  readonly unit: string
  readonly colour: string
  readonly values: readonly (number | null)[]
  readonly decimals: number
  /** Its own times, rising, where they are not those of the chart. */
  readonly tMs?: readonly number[]
  /** 'fit': from the lowest to the highest value; otherwise from 0, which no value is below. */
  readonly scale?: 'fit'
}

/**
 * Moves the line that marks a moment; touches no React and no chart, so that it can be called for
 * each frame.
 */
export type TimeCursor = { readonly move: (tMs: number) => void }

type Props = {
  /** What it shows, for screen readers. */
  readonly label: string
  /**
   * ms since 1970, rising, two at least: those of all rows that have none of their own, and the
   * ends of the axis.
   */
  readonly tMs: readonly number[]
  readonly rows: readonly TimeRow[]
  /** Stretches of time with a ground of their own. */
  readonly bands?: readonly (readonly [fromMs: number, toMs: number])[]
  readonly bandColour?: string
  readonly timeText: (tMs: number) => string
  /** A click, anywhere on the chart. */
  readonly onPick?: (tMs: number) => void
  readonly cursor?: Ref<TimeCursor>
}

/** Room at the sides of the drawing, px. */
const left = 34
const right = 14

/** The last row of a time that is not after `tMs`. */
const rowAt = (times: readonly number[], tMs: number): number => {
  let low = 0
  let high = times.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (times[middle]! <= tMs) low = middle
    else high = middle - 1
  }
  return low
}

/** The next round figure that all of them stay below. */
const roundTop = (values: readonly (number | null)[]): number => {
  const top = values.reduce<number>(
    (most, value) => (value === null ? most : Math.max(most, value)),
    0,
  )
  if (top <= 0) return 1
  const size = 10 ** Math.floor(Math.log10(top))
  return size * ([1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((one) => top <= one * size) ?? 10)
}

/** A round step for an axis between two values, and its ends on whole steps. */
const roundSpan = (
  values: readonly (number | null)[],
): { min: number; max: number; interval: number } => {
  let [low, high] = [Infinity, -Infinity]
  for (const value of values)
    if (value !== null) {
      low = Math.min(low, value)
      high = Math.max(high, value)
    }
  if (low === Infinity) return { min: 0, max: 1, interval: 1 }
  if (low === high)
    [low, high] = [
      low - Math.max(Math.abs(low) * 0.01, 0.5),
      high + Math.max(Math.abs(high) * 0.01, 0.5),
    ]
  const interval = roundTop([(high - low) / 2])
  return {
    min: Math.floor(low / interval) * interval,
    max: Math.ceil(high / interval) * interval,
    interval,
  }
}

const axisOf = ({ scale, values }: TimeRow): { min: number; max: number; interval: number } => {
  if (scale === 'fit') return roundSpan(values)
  const top = roundTop(values)
  return { min: 0, max: top * 1.15, interval: top }
}

/** Short enough for the room at the side: 12,000 is 12k. */
const axisText = (value: number, { scale }: TimeRow): string => {
  if (scale !== 'fit') return value === 0 ? '' : String(value)
  const size = Math.abs(value)
  return size >= 1e6
    ? `${Number((value / 1e6).toPrecision(3))}M`
    : size >= 1e4
      ? `${Number((value / 1e3).toPrecision(3))}k`
      : String(Number(value.toPrecision(4)))
}

/**
 * Figures over one axis of time, a narrow row each with its own scale; the names and the figures at
 * the cursor stand left of them.
 */
export const TimeChart = ({
  label,
  tMs,
  rows,
  bands = [],
  bandColour = colors.hover,
  timeText,
  onPick,
  cursor,
}: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const line = useRef<HTMLDivElement>(null)
  const figures = useRef<(HTMLElement | null)[]>([])
  const chart = useRef<ECharts | null>(null)
  const widthPx = useRef(0)
  const atMs = useRef(tMs[0] ?? 0)
  const from = tMs[0] ?? 0
  const to = tMs.at(-1) ?? from + 1

  const move = useMemo(
    () =>
      (moment: number): void => {
        atMs.current = moment
        const share = Math.max(0, Math.min(1, (moment - from) / Math.max(1, to - from)))
        if (line.current)
          line.current.style.transform = `translateX(${left + share * Math.max(0, widthPx.current - left - right)}px)`
        for (const [index, row] of rows.entries()) {
          const figure = figures.current[index]
          const text = formatNumber(row.values[rowAt(row.tMs ?? tMs, moment)], row.decimals)
          if (figure && figure.textContent !== text) figure.textContent = text
        }
      },
    [tMs, rows, from, to],
  )
  useImperativeHandle(cursor, () => ({ move }), [move])

  useEffect(() => {
    const element = box.current
    if (!element) return
    const made = init(element, null, { renderer: 'svg' })
    chart.current = made
    const observer = new ResizeObserver(([entry]) => {
      widthPx.current = entry!.contentRect.width
      made.resize({ animation: { duration: 0 } })
      move(atMs.current)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      made.dispose()
      chart.current = null
    }
  }, [move])

  useEffect(() => {
    const made = chart.current
    if (!made) return
    const share = 100 / rows.length
    made.setOption(
      {
        animation: false,
        axisPointer: { link: [{ xAxisIndex: 'all' }], label: { show: false } },
        tooltip: {
          trigger: 'axis',
          confine: true,
          transitionDuration: 0,
          padding: [6, 10],
          borderColor: colors.line,
          textStyle: { color: colors.ink, fontSize: 12 },
          axisPointer: { type: 'line', lineStyle: { color: colors.faint, type: 'dashed' } },
          formatter: (hits: { axisValue: number }[]) => {
            const moment = Number(hits[0]?.axisValue)
            const note = document.createElement('div')
            note.className = style.note!
            note.append(
              Object.assign(document.createElement('strong'), {
                textContent: timeText(
                  rows.some((row) => row.tMs) ? moment : tMs[rowAt(tMs, moment)]!,
                ),
              }),
            )
            for (const row of rows) {
              note.append(Object.assign(document.createElement('span'), { textContent: row.name }))
              note.append(
                Object.assign(document.createElement('b'), {
                  textContent: `${formatNumber(row.values[rowAt(row.tMs ?? tMs, moment)], row.decimals)} ${row.unit}`,
                }),
              )
            }
            return note
          },
        },
        // a row that names its lowest value needs room for the name
        grid: rows.map(({ scale }, index) => ({
          left,
          right,
          top: `${index * share + (scale === 'fit' ? 0.12 : 0.06) * share}%`,
          height: `${(scale === 'fit' ? 0.76 : 0.88) * share}%`,
          containLabel: false,
          outerBoundsMode: 'none',
        })),
        xAxis: rows.map((_, index) => ({
          gridIndex: index,
          type: 'value',
          min: from,
          max: to,
          splitNumber: 5,
          splitLine: { show: false },
          axisTick: { show: false },
          axisLine: { lineStyle: { color: colors.line } },
          axisLabel: { show: false },
        })),
        yAxis: rows.map((row, index) => ({
          gridIndex: index,
          type: 'value',
          ...axisOf(row),
          splitLine: { lineStyle: { color: colors.line } },
          axisLabel: {
            fontSize: 10,
            color: colors.faint,
            showMaxLabel: row.scale === 'fit',
            formatter: (value: number) => axisText(value, row),
          },
        })),
        series: rows.map((row, index) => ({
          type: 'line',
          name: row.name,
          xAxisIndex: index,
          yAxisIndex: index,
          showSymbol: false,
          sampling: 'lttb',
          connectNulls: false,
          silent: true,
          lineStyle: { width: 1.5, color: row.colour },
          itemStyle: { color: row.colour },
          data: row.values.map((value, at) => [(row.tMs ?? tMs)[at]!, value]),
          markArea: {
            silent: true,
            animation: false,
            itemStyle: { color: bandColour, opacity: 0.14 },
            data: bands.map(([start, end]) => [{ xAxis: start }, { xAxis: end }]),
          },
        })),
      },
      { notMerge: true },
    )
    move(atMs.current)
  }, [tMs, rows, bands, bandColour, timeText, from, to, move])

  const pick = (clientX: number): void => {
    const frame = box.current?.getBoundingClientRect()
    if (!frame || !onPick) return
    const share = (clientX - frame.left - left) / Math.max(1, frame.width - left - right)
    onPick(from + Math.max(0, Math.min(1, share)) * (to - from))
  }

  return (
    <div className={style.chart} role="img" aria-label={label}>
      <div className={style.names} aria-hidden="true">
        {rows.map((row, index) => (
          <div key={row.name} className={style.name}>
            <span>
              <i style={{ background: row.colour }} />
              {row.name}
            </span>
            <span className={style.figure}>
              <b
                ref={(element) => {
                  figures.current[index] = element
                }}
              />{' '}
              <small>{row.unit}</small>
            </span>
          </div>
        ))}
      </div>
      {/* The slider does the same for the keyboard. */}
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
