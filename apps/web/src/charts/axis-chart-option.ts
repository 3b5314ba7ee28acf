import { fonts } from '../lib/theme.ts'

export type AxisSeries = {
  readonly name: string
  readonly colour: string
  /** null: no value; the line has a gap and the bar is missing. */
  readonly values: readonly (number | null)[]
  /** Drawn behind the other series. */
  readonly isFaint?: boolean
  readonly isDashed?: boolean
}

/** Content of a chart with a category axis; sizes in px, like its font. */
export type AxisChartContent = {
  readonly kind: 'line' | 'bar'
  readonly names: readonly string[]
  readonly series: readonly AxisSeries[]
  readonly formatTick: (value: number) => string
  /** Formats the label above each bar. */
  readonly formatValue?: (value: number) => string
  readonly fontPx: number
  readonly isLogarithmic?: boolean
  /** Above the value axis. */
  readonly valueTitle?: string
  readonly isFilled?: boolean
  readonly barPx?: { readonly least: number; readonly most: number }
  /** With more names than this, they are slanted. */
  readonly straightNames?: number
  /**
   * Index of the name whose period is not over: dashed, because its value still grows. Faint series
   * show complete periods.
   */
  readonly runningAt?: number | undefined
  readonly animates: boolean
}

const letters = ({ fontPx }: AxisChartContent) => ({
  color: 'var(--muted)',
  fontSize: fontPx,
  fontFamily: fonts,
})

const nameAxis = (content: AxisChartContent) => {
  const isSlanted = content.names.length > (content.straightNames ?? Infinity)
  return {
    type: 'category',
    data: [...content.names],
    boundaryGap: content.kind === 'bar',
    axisTick: { show: false },
    axisLine: { lineStyle: { color: 'var(--line-strong)' } },
    axisLabel: {
      ...letters(content),
      margin: content.fontPx * 0.6,
      // Line charts label only every second or fourth name; `hideOverlap` would leave irregular
      // gaps.
      ...(content.kind === 'bar'
        ? { hideOverlap: true, interval: 0, rotate: isSlanted ? 40 : 0 }
        : {}),
    },
  }
}

const valueAxis = (content: AxisChartContent) => ({
  ...(content.valueTitle
    ? {
        name: content.valueTitle,
        nameGap: content.fontPx * (content.formatValue ? 1.6 : 0.8),
        nameTextStyle: { ...letters(content), align: 'left' },
      }
    : {}),
  // A logarithm has no zero, so the axis starts at one.
  ...(content.isLogarithmic ? { type: 'log', min: 1 } : { type: 'value', min: 0 }),
  splitNumber: 4,
  splitLine: { lineStyle: { color: 'var(--line)' } },
  axisLabel: { ...letters(content), formatter: content.formatTick, hideOverlap: true },
})

const lineSeries = (content: AxisChartContent, { isFaint, isDashed, colour }: AxisSeries) => ({
  type: 'line',
  showSymbol: false,
  connectNulls: false,
  z: isFaint ? 1 : 3,
  lineStyle: {
    width: content.fontPx / (isFaint ? 9 : 5),
    color: colour,
    type: isDashed ? 'dashed' : 'solid',
    opacity: isFaint ? 0.75 : 1,
  },
  ...(content.isFilled && !isFaint ? { areaStyle: { color: colour, opacity: 0.16 } } : {}),
})

/** The line to the value of the running period, which ends in a hollow point. */
const runningLine = (content: AxisChartContent, series: AxisSeries) => {
  const at = content.runningAt!
  const { areaStyle: _area, ...line } = { areaStyle: null, ...lineSeries(content, series) }
  return {
    ...line,
    id: `${series.name} running`,
    name: series.name,
    silent: true,
    showSymbol: true,
    symbol: 'circle',
    symbolSize: (_value: unknown, { dataIndex }: { dataIndex: number }) =>
      dataIndex === at ? content.fontPx * 0.6 : 0,
    itemStyle: { color: 'transparent', borderColor: series.colour, borderWidth: 1.5 },
    lineStyle: { ...line.lineStyle, type: 'dashed' },
    data: series.values.map((value, i) => (i === at || i === at - 1 ? value : null)),
  }
}

const barSeries = (content: AxisChartContent, { colour }: AxisSeries) => ({
  type: 'bar',
  barMinWidth: content.barPx?.least ?? 1,
  barMaxWidth: content.barPx?.most ?? 40,
  barCategoryGap: '30%',
  itemStyle: { color: colour, borderRadius: [2, 2, 0, 0] },
  ...(content.formatValue
    ? {
        label: {
          ...letters(content),
          show: true,
          position: 'top',
          color: 'var(--ink)',
          formatter: ({ value }: { value: number }) => content.formatValue!(value),
        },
        labelLayout: { hideOverlap: true },
      }
    : {}),
})

const runningBar = ({ colour }: AxisSeries) => ({
  color: 'transparent',
  borderColor: colour,
  borderWidth: 1.5,
  borderType: 'dashed',
})

/** The complete options for ECharts. */
export const axisChartOption = (content: AxisChartContent) => ({
  animation: content.animates,
  animationDuration: 400,
  animationDurationUpdate: 600,
  grid: {
    left: content.fontPx * 0.3,
    right: content.fontPx * 0.9,
    top: content.fontPx * ((content.formatValue ? 1.8 : 1) + (content.valueTitle ? 1.4 : 0)),
    bottom: content.fontPx * 0.2,
    containLabel: true,
  },
  xAxis: nameAxis(content),
  yAxis: valueAxis(content),
  series: content.series.flatMap((series) => {
    const at = series.isFaint ? undefined : content.runningAt
    const isLine = content.kind === 'line'
    const drawn = {
      ...(isLine ? lineSeries(content, series) : barSeries(content, series)),
      id: series.name,
      name: series.name,
      silent: true,
      data: series.values.map((value, i) =>
        i !== at ? value : isLine ? null : { value, itemStyle: runningBar(series) },
      ),
    }
    return isLine && at !== undefined ? [drawn, runningLine(content, series)] : [drawn]
  }),
})
