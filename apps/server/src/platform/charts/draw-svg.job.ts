// A chart as SVG, for a job aside: how much stands in it, people choose.
import { BarChart, HeatmapChart, LineChart, PieChart } from 'echarts/charts'
import {
  GridComponent,
  LegendComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components'
import { init, use as bring } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import type { StatChart } from '@swath/domain/stat-chart'
import { statChartOption } from '@swath/domain/stat-chart-option'
import type { Language } from '@swath/i18n/languages'

bring([
  BarChart,
  HeatmapChart,
  LineChart,
  PieChart,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  VisualMapComponent,
  SVGRenderer,
])

export type Drawing = { chart: StatChart; language: Language; widthPx: number; heightPx: number }

/** The console's light palette and series, on the paper of a mail. */
const palette = {
  colors: ['#009E73', '#0072B2', '#D55E00', '#CC79A7', '#56B4E9', '#E69F00', '#59626B'],
  ink: '#1D2329',
  muted: '#59626B',
  line: '#E3E5E1',
  paper: '#FFFFFF',
  heat: ['#E5F1EC', '#0B6E4F'],
  font: 'Noto Sans, Noto Sans CJK SC, Noto Sans Thai, sans-serif',
} as const

export const run = ({ chart, language, widthPx, heightPx }: Drawing): string => {
  const drawn = init(null, null, { renderer: 'svg', ssr: true, width: widthPx, height: heightPx })
  const format = (value: number, decimals: number): string =>
    new Intl.NumberFormat(language, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    }).format(value)
  drawn.setOption({
    ...statChartOption(chart, { ...palette, format, dash: '–' }),
    backgroundColor: palette.paper,
  })
  const svg = drawn.renderToSVGString()
  drawn.dispose()
  return svg
}
