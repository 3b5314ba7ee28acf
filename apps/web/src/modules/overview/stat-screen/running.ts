// The period at the end of a chart that is not over: its value still grows.
import type { ChartSeries } from '@swath/contract/figures/dashboard'
import { zoneDay } from '@swath/domain/zone-days'

/** Index of the year, month or day in which `nowMs` is; undefined if there is none. */
export const findRunning = (
  keys: readonly string[],
  timeZone: string,
  nowMs: number,
): number | undefined => {
  const today = zoneDay(timeZone, nowMs)
  const at = keys.findIndex((key) => key === today.slice(0, key.length))
  return at === -1 ? undefined : at
}

/** Index of the current hour: the last before those to come. */
export const findRunningHour = ({ yData }: Pick<ChartSeries, 'yData'>): number | undefined => {
  const next = yData[0]?.indexOf(null) ?? -1
  return next > 0 ? next - 1 : undefined
}
