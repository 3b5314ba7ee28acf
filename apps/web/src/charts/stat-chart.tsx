import { BarChart, HeatmapChart, LineChart, MapChart, PieChart } from 'echarts/charts'
import {
  GridComponent,
  LegendComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components'
import { init, registerMap, use as bring, type ECharts } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react'
import { seriesColors } from '@swath/fixtures/paper-palette'
import { heightOfChart, type StatChart as Chart } from '@swath/domain/stat-chart'
import { groundOfChart, statChartOption, type ChartLook } from '@swath/domain/stat-chart-option'
import { usePalette } from '../lib/appearance.ts'
import { dash, formatNumber } from '../lib/format.ts'

import {
  colors,
  darkColors,
  fonts,
  seriesOnDark,
  type ColorName,
  type Palette,
} from '../lib/theme.ts'

bring([
  BarChart,
  HeatmapChart,
  LineChart,
  MapChart,
  PieChart,
  LabelLayout,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  VisualMapComponent,
  SVGRenderer,
])

type Colors = Readonly<Record<ColorName, string>>
/** Colour values instead of CSS variables, because the drawing is also exported. */
const lookIn = (
  { ink, muted, line, paper, chosen, brand }: Colors,
  series: readonly string[],
): ChartLook => ({
  colors: series,
  ink,
  muted,
  line,
  paper,
  heat: [chosen, brand],
  font: fonts.replaceAll('"', "'"),
  format: formatNumber,
  dash,
})
const looks: Readonly<Record<Palette, ChartLook>> = {
  light: lookIn(colors, seriesColors),
  dark: lookIn(darkColors, seriesOnDark),
}

/** On white, also in the dark palette. */
const drawForPaper = (chart: Chart, size: { width: number; height: number }): string => {
  const drawing = init(null, null, { renderer: 'svg', ssr: true, ...size })
  drawing.setOption(statChartOption(chart, looks.light))
  const svg = drawing.renderToSVGString()
  drawing.dispose()
  return svg
}

/** The chart in the size in which it is drawn, for exported files. */
export type ChartDrawing = {
  readonly toSvg: () => string
  readonly size: () => { readonly widthPx: number; readonly heightPx: number }
}

type Props = {
  /** A description for screen readers; a table next to the chart has the figures. */
  readonly label: string
  readonly chart: Chart
  readonly drawing?: Ref<ChartDrawing>
  /** Minimum height in full-screen mode, px. */
  readonly leastPx?: number
}

export const StatChart = ({ label, chart, drawing, leastPx = 0 }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<ECharts | null>(null)
  const look = looks[usePalette()]
  const heightPx = Math.max(leastPx, heightOfChart(chart))
  useEffect(() => {
    const element = box.current
    if (!element) return
    const made = init(element, null, { renderer: 'svg' })
    drawn.current = made
    const observer = new ResizeObserver(() => made.resize({ animation: { duration: 0 } }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      made.dispose()
      drawn.current = null
    }
  }, [])
  useEffect(() => {
    const ground = groundOfChart(chart)
    if (ground) registerMap(ground.name, ground.geoJson)
    drawn.current?.setOption(statChartOption(chart, look), { notMerge: true })
  }, [chart, look])
  useImperativeHandle(drawing, () => ({
    toSvg: () =>
      drawn.current
        ? drawForPaper(chart, {
            width: drawn.current.getWidth(),
            height: drawn.current.getHeight(),
          })
        : '',
    size: () => ({
      widthPx: drawn.current?.getWidth() ?? 0,
      heightPx: drawn.current?.getHeight() ?? 0,
    }),
  }))
  return (
    <div
      ref={box}
      role="img"
      aria-label={label}
      style={{ inlineSize: '100%', blockSize: heightPx, background: look.paper }}
    />
  )
}
