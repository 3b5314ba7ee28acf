import { fonts } from '../lib/theme.ts'

export type AxisSeries = {
  readonly name: string
  readonly colour: string
  /** null: nothing there, the line has a gap and the bar is hidden. */
  readonly values: readonly (number | null)[]
  /** Drawn behind the others. */
  readonly isFaint?: boolean
  readonly isDashed?: boolean
}

/** Content of a chart over names; sizes in px, like its letters. */
export type AxisChartContent = {
  readonly kind: 'line' | 'bar'
  readonly names: readonly string[]
  readonly series: readonly AxisSeries[]
  readonly formatTick: (value: number) => string
  /** Above each bar. */
  readonly formatValue?: (value: number) => string
  readonly fontPx: number
  readonly isLogarithmic?: boolean
  readonly isFilled?: boolean
  readonly barPx?: { readonly least: number; readonly most: number }
  /** Names are slanted where there are more. */
  readonly straightNames?: number
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
      // Of a line each second or fourth is named: what hides those that overlap leaves gaps.
      ...(content.kind === 'bar'
        ? { hideOverlap: true, interval: 0, rotate: isSlanted ? 40 : 0 }
        : {}),
    },
  }
}

const valueAxis = (content: AxisChartContent) => ({
  // A logarithm has no zero: the axis begins at one.
  ...(content.isLogarithmic ? { type: 'log', min: 1 } : { type: 'value', min: 0 }),
  splitNumber: 4,
  splitLine: { lineStyle: { color: 'var(--line)' } },
  axisLabel: { ...letters(content), formatter: content.formatTick, hideOverlap: true },
})

const lineSeries = (content: AxisChartContent, { isFaint, isDashed, colour }: AxisSeries) => ({
  type: 'line',
  showSymbol: false,
  connectNulls: false,
  smooth: 0.25,
  smoothMonotone: 'x',
  z: isFaint ? 1 : 3,
  lineStyle: {
    width: content.fontPx / (isFaint ? 9 : 5),
    color: colour,
    type: isDashed ? 'dashed' : 'solid',
    opacity: isFaint ? 0.75 : 1,
  },
  ...(content.isFilled && !isFaint ? { areaStyle: { color: colour, opacity: 0.16 } } : {}),
})

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

/** All of a chart as ECharts wants it. */
export const axisChartOption = (content: AxisChartContent) => ({
  animation: content.animates,
  animationDuration: 400,
  animationDurationUpdate: 600,
  grid: {
    left: content.fontPx * 0.3,
    right: content.fontPx * 0.9,
    top: content.fontPx * (content.formatValue ? 1.8 : 1),
    bottom: content.fontPx * 0.2,
    containLabel: true,
  },
  xAxis: nameAxis(content),
  yAxis: valueAxis(content),
  series: content.series.map((series) => ({
    ...(content.kind === 'line' ? lineSeries(content, series) : barSeries(content, series)),
    id: series.name,
    name: series.name,
    silent: true,
    data: [...series.values],
  })),
})
