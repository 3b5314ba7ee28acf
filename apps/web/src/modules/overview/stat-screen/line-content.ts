// Converts API responses to charts.
import type { ChartSeries } from '@swath/contract/figures/dashboard'
import { fromMu, type AreaUnit } from '@swath/domain/units'
import type { AxisChartContent, AxisSeries } from '../../../charts/axis-chart-option.ts'
import { formatTick, type SuffixLabels } from './stat-screen-format.ts'

/** Current look of the charts of statistics screens. */
export type ChartLook = {
  readonly unit: AreaUnit
  readonly language: string
  readonly labels: SuffixLabels
  readonly fontPx: number
  readonly animates: boolean
}

export const toSeries = (
  { yData, zData }: Pick<ChartSeries, 'yData' | 'zData'>,
  { unit }: ChartLook,
  lookOf: (name: string, i: number) => Omit<AxisSeries, 'values'>,
): AxisSeries[] =>
  zData.map((name, i) => ({
    ...lookOf(name, i),
    values: yData[i]!.map((mu) => (mu === null ? null : fromMu(mu, unit))),
  }))

export const toLines = (
  names: readonly string[],
  series: readonly AxisSeries[],
  { language, labels, fontPx, animates }: ChartLook,
  runningAt?: number,
): AxisChartContent => ({
  // Two or three points are no trend.
  kind: names.length <= 3 ? 'bar' : 'line',
  names,
  series,
  fontPx,
  animates,
  isFilled: series.length <= 3,
  runningAt,
  formatTick: (value) => formatTick(value, language, labels),
})

/** False if all values are zero. */
export const hasWork = ({ yData }: Pick<ChartSeries, 'yData'>): boolean =>
  yData.some((values) => values.some((value) => value !== null && value > 0))
