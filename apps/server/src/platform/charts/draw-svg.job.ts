// Draws a chart as SVG, in a worker thread because users choose how much it contains.
import { BarChart, HeatmapChart, LineChart, MapChart, PieChart } from 'echarts/charts'
import {
  GridComponent,
  LegendComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components'
import { LabelLayout } from 'echarts/features'
import { init, registerMap, use as bring } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import type { StatChart } from '@swath/domain/stat-chart'
import { groundOfChart, statChartOption } from '@swath/domain/stat-chart-option'
import { fieldGreen, paperColors, seriesColors } from '@swath/fixtures/paper-palette'
import type { Language } from '@swath/i18n/languages'

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

export type Drawing = { chart: StatChart; language: Language; widthPx: number; heightPx: number }

const look = {
  colors: seriesColors,
  ...paperColors,
  heat: [paperColors.chosen, fieldGreen],
  font: 'Noto Sans, Noto Sans CJK SC, Noto Sans Thai, sans-serif',
  dash: '–',
} as const

export const run = ({ chart, language, widthPx, heightPx }: Drawing): string => {
  const drawn = init(null, null, { renderer: 'svg', ssr: true, width: widthPx, height: heightPx })
  const format = (value: number, decimals: number): string =>
    new Intl.NumberFormat(language, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    }).format(value)
  const ground = groundOfChart(chart)
  if (ground) registerMap(ground.name, ground.geoJson)
  drawn.setOption({ ...statChartOption(chart, { ...look, format }), backgroundColor: look.paper })
  const svg = drawn.renderToSVGString()
  drawn.dispose()
  return svg
}
