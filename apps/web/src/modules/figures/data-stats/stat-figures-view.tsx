import type { DataStatFigures } from '@swath/contract/figures/data-stats'
import type { DataStatSettings } from '@swath/contract/figures/stat-settings'
import {
  chartOfStat,
  countryOfMap,
  formatStatDays,
  toStatTable,
} from '@swath/contract/figures/stat-shown'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { Suspense, useMemo, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartDrawing } from '../../../charts/stat-chart.tsx'
import { buildQuery } from '../../../lib/query.ts'
import { formatCount, formatMinute } from '../../../lib/format.ts'
import { lazyComponent } from '../../../lib/lazy-component.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { StatTable } from './stat-table.tsx'
import { useStatLabels } from './use-stat-labels.ts'
import style from './data-stats.module.css'

/** The chart library is loaded on demand. */
const StatChart = lazyComponent(
  async () => (await import('../../../charts/stat-chart.tsx')).StatChart,
)

type Props = {
  name: string
  settings: DataStatSettings
  figures: DataStatFigures
  drawing?: Ref<ChartDrawing>
  leastPx?: number
}

/** The date of the figures, the compared period, and what is excluded. */
const Stamp = ({ figures }: { figures: DataStatFigures }) => {
  const { t } = useTranslation('data-stats')
  const before = figures.daysBefore && formatStatDays(figures.daysBefore)
  return (
    <p className={`flex wrap m-0 muted text-13 tabular ${style.stamp}`}>
      <span>{formatStatDays(figures.days) ?? t('periodAll')}</span>
      {before && <span>{t('comparedWith', { days: before })}</span>}
      {figures.leftOutNum > 0 && (
        <span>
          {t('leftOut', { count: figures.leftOutNum, shown: formatCount(figures.leftOutNum) })}
        </span>
      )}
      <span>{t('askedAt', { time: formatMinute(figures.askedAt) })}</span>
    </p>
  )
}

/** Boundaries for a map. They only change with a new version of the product. */
const useAreas = (country: string | null | undefined) => {
  const query = country ? { regionCode: `${country}000000` } : {}
  const { data } = useQuery({
    ...buildQuery('getRegionOutlines', { query }),
    staleTime: Infinity,
    enabled: country !== undefined,
  })
  return useMemo(
    () =>
      country === undefined
        ? []
        : (data?.items ?? []).map(({ regionCode, areaName, parts }) => ({
            code: regionCode,
            name: areaName,
            parts,
          })),
    [country, data],
  )
}

/** The result of a statistic: the figures, and the chart if there is one. */
export const StatFiguresView = ({ name, settings, figures, drawing, leastPx }: Props) => {
  const { t } = useTranslation('data-stats')
  const labels = useStatLabels(settings.areaUnit)
  const areas = useAreas(countryOfMap(settings, figures))
  const chart = useMemo(
    () => chartOfStat(settings, figures, labels, areas),
    [settings, figures, labels, areas],
  )
  const table = useMemo(() => toStatTable(figures, labels), [figures, labels])
  if (figures.rows.length === 0) return <Empty title={t('nothing')} reason={t('nothingReason')} />
  return (
    <>
      <Stamp figures={figures} />
      {chart && (
        <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>
          <StatChart
            label={name}
            chart={chart}
            {...(drawing ? { drawing } : {})}
            {...(leastPx ? { leastPx } : {})}
          />
        </Suspense>
      )}
      <StatTable table={table} label={t('figures')} />
    </>
  )
}
