import { formatNumber } from '../lib/format.ts'
import { computeAxis, axisText, rowAt, type TimeRow } from './time-axis.ts'
import style from './time-chart.module.css'

/** Content of a chart with a time axis; see the properties of `TimeChart`. */
export type TimeChartContent = {
  readonly tMs: readonly number[]
  readonly rows: readonly TimeRow[]
  readonly bands: readonly (readonly [fromMs: number, toMs: number])[]
  readonly bandColour: string
  readonly timeText: (tMs: number) => string
}

/** Space at the sides of the drawing, px. */
export const left = 34
export const right = 14

export const pickEnds = (tMs: readonly number[]): readonly [fromMs: number, toMs: number] => {
  const from = tMs[0] ?? 0
  return [from, tMs.at(-1) ?? from + 1]
}

/** The formatted value of a row at a moment. */
export const figureAt = (row: TimeRow, tMs: readonly number[], moment: number): string =>
  formatNumber(row.values[rowAt(row.tMs ?? tMs, moment)], row.decimals)

const textElement = (tag: 'strong' | 'span' | 'b', textContent: string): HTMLElement =>
  Object.assign(document.createElement(tag), { textContent })

/** The tooltip: the time, and each row's name and value. */
const momentNote = ({ tMs, rows, timeText }: TimeChartContent, moment: number): HTMLElement => {
  const note = document.createElement('div')
  note.className = style.note!
  const shownMs = rows.some((row) => row.tMs) ? moment : tMs[rowAt(tMs, moment)]!
  note.append(textElement('strong', timeText(shownMs)))
  for (const row of rows)
    note.append(
      textElement('span', row.name),
      textElement('b', `${figureAt(row, tMs, moment)} ${row.unit}`),
    )
  return note
}

const tooltip = (chart: TimeChartContent) => ({
  trigger: 'axis',
  confine: true,
  transitionDuration: 0,
  padding: [6, 10],
  backgroundColor: 'var(--raised)',
  borderColor: 'var(--line)',
  textStyle: { color: 'var(--ink)', fontSize: 12 },
  axisPointer: { type: 'line', lineStyle: { color: 'var(--faint)', type: 'dashed' } },
  formatter: (hits: { axisValue: number }[]) => momentNote(chart, Number(hits[0]?.axisValue)),
})

/** Rows that label their lowest value need extra space. */
const grids = (rows: readonly TimeRow[]) => {
  const share = 100 / rows.length
  return rows.map(({ scale }, index) => ({
    left,
    right,
    top: `${index * share + (scale === 'fit' ? 0.12 : 0.06) * share}%`,
    height: `${(scale === 'fit' ? 0.76 : 0.88) * share}%`,
    containLabel: false,
    outerBoundsMode: 'none',
  }))
}

const timeAxes = (rows: readonly TimeRow[], [from, to]: readonly [number, number]) =>
  rows.map((_, index) => ({
    gridIndex: index,
    type: 'value',
    min: from,
    max: to,
    splitNumber: 5,
    splitLine: { show: false },
    axisTick: { show: false },
    axisLine: { lineStyle: { color: 'var(--line)' } },
    axisLabel: { show: false },
  }))

const valueAxes = (rows: readonly TimeRow[]) =>
  rows.map((row, index) => ({
    gridIndex: index,
    type: 'value',
    ...computeAxis(row),
    splitLine: { lineStyle: { color: 'var(--line)' } },
    axisLabel: {
      fontSize: 10,
      color: 'var(--faint)',
      showMaxLabel: row.scale === 'fit',
      formatter: (value: number) => axisText(value, row),
    },
  }))

const lines = ({ tMs, rows, bands, bandColour }: TimeChartContent) =>
  rows.map((row, index) => ({
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
  }))

/** The complete options for ECharts: a narrow grid per row, and a shared time axis below. */
export const timeChartOption = (chart: TimeChartContent) => ({
  animation: false,
  axisPointer: { link: [{ xAxisIndex: 'all' }], label: { show: false } },
  tooltip: tooltip(chart),
  grid: grids(chart.rows),
  xAxis: timeAxes(chart.rows, pickEnds(chart.tMs)),
  yAxis: valueAxes(chart.rows),
  series: lines(chart),
})
