import { showTypes, type ShowType } from '@swath/domain/stat-settings'
import { dataStatList } from '@swath/contract/figures/data-stats'
import {
  statMeasures,
  statPeriodCodes,
  type DataStatSettings,
  type StatPeriodCode,
} from '@swath/contract/figures/stat-settings'

type Translate = (key: string) => string

const showLabels: Readonly<Record<ShowType, string>> = dataStatList.columns.showType.labels
const periodLabels: Readonly<Record<StatPeriodCode, string>> = {
  1: 'data-stats:periodAll',
  2: 'data-stats:periodThisMonth',
  3: 'data-stats:periodLastMonth',
  4: 'data-stats:periodThisYear',
  5: 'data-stats:periodLastYear',
  6: 'data-stats:periodToday',
  7: 'data-stats:periodDays',
}

export const showOptions = (t: Translate) =>
  showTypes.map((value) => ({ value, label: t(showLabels[value]) }))
export const periodOptions = (t: Translate) =>
  statPeriodCodes.map((value) => ({ value, label: t(periodLabels[value]) }))

/** "Covered area, Sorties · Month · Crop · This year" */
export const describeQuestion = (settings: DataStatSettings, t: Translate): string =>
  [
    settings.y.map((name) => t(statMeasures[name].label)).join(', '),
    t(`data-stats:by_${settings.x}`),
    ...(settings.dimension === null ? [] : [t(`data-stats:by_${settings.dimension}`)]),
    t(periodLabels[settings.periodType]),
  ].join(' · ')
