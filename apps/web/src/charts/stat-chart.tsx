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
import { dash, formatNumber } from '../lib/format.ts'
import { colors, fonts } from '../lib/theme.ts'

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

/**
 * Colour values instead of CSS variables, because the drawing is also exported. They are made for
 * white paper, so the chart has a white background in the dark palette too.
 */
const look: ChartLook = {
  colors: seriesColors,
  ink: colors.ink,
  muted: colors.muted,
  line: colors.line,
  paper: colors.paper,
  heat: [colors.chosen, colors.brand],
  font: fonts.replaceAll('"', "'"),
  format: formatNumber,
  dash,
}

/** The chart as currently drawn, for exported files. */
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
  }, [chart])
  useImperativeHandle(drawing, () => ({
    toSvg: () => drawn.current?.renderToSVGString() ?? '',
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
