import type { dashboardOverviewRoutes } from '@swath/contract/figures/dashboard-overview'
import type { Answer } from '@swath/contract/kit'
import type { UseQueryResult } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { fromMu } from '@swath/domain/units'
import { AxisChart } from '../../../../charts/axis-chart.tsx'
import type { AxisChartContent } from '../../../../charts/axis-chart-option.ts'
import { useAreaUnit } from '../../../../lib/area-unit.ts'
import { errorText } from '../../../../lib/errors.ts'
import { useAreaWord } from '../../../../ui/area.tsx'
import { ChartKey } from '../chart-key.tsx'
import { findRunning, findRunningHour } from '../running.ts'
import { useSuffixLabels } from '../stat-screen-figures.tsx'
import { formatTick } from '../stat-screen-format.ts'
import type { Comparison } from './comparison.ts'
import style from './overview.module.css'

type Trend = Answer<(typeof dashboardOverviewRoutes)['getScreenTrend']>

/** 2026-11-23 becomes 11/23; hours are unchanged. */
const shortName = (x: string, step: Trend['step']): string =>
  step === 'hour'
    ? `${x.padStart(2, '0')}:00`
    : step === 'day'
      ? x.slice(5).replace('-', '/')
      : x.replace('-', '/')

const letterPx = 12
/** Distance between the card and the edge of the window. */
const edgePx = 12

const useContent = (data: Trend | undefined, comparison: Comparison): AxisChartContent | null => {
  const { t, i18n } = useTranslation('stat-screen')
  const unit = useAreaUnit()
  const labels = useSuffixLabels()
  return useMemo(() => {
    if (!data) return null
    const names = [t('current'), t('before')]
    return {
      // Two or three points are no trend.
      kind: data.xData.length <= 3 ? 'bar' : 'line',
      names: data.xData.map((x) => shortName(x, data.step)),
      // A line along the axis looks like a measurement.
      series: data.yData.slice(0, comparison === 'shown' ? undefined : 1).map((values, i) => ({
        name: names[i]!,
        colour: i === 0 ? 'var(--flight-spraying)' : 'var(--faint)',
        isFaint: i > 0,
        isDashed: i > 0,
        values: data.xData.map((_, at) => {
          const mu = values[at]
          return mu == null ? null : fromMu(mu, unit)
        }),
      })),
      formatTick: (value) => formatTick(value, i18n.language, labels),
      fontPx: letterPx,
      isFilled: true,
      runningAt:
        data.step === 'hour'
          ? findRunningHour(data)
          : findRunning(data.xData, data.timeZone, Date.now()),
      animates: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    }
  }, [data, comparison, t, i18n.language, unit, labels])
}

type Props = { query: UseQueryResult<Trend>; comparison: Comparison }

/** The area over the period, and over the previous one if it had work. */
export const Trend = ({ query: { data, error }, comparison }: Props) => {
  const { t } = useTranslation('stat-screen')
  const word = useAreaWord()
  const content = useContent(data, comparison)
  if (!content)
    return error ? (
      <p role="alert">{errorText(error)}</p>
    ) : (
      <Skeleton active title={false} paragraph={{ rows: 4 }} />
    )
  return (
    <div className={style.trend}>
      <h2>
        {t('trend')} <small>{word}</small>
      </h2>
      <ChartKey items={content.series} isRunning={content.runningAt !== undefined} />
      <AxisChart
        label={content.runningAt === undefined ? t('trend') : `${t('trend')}. ${t('runningHint')}`}
        content={content}
      />
    </div>
  )
}

/** A card over the bottom of the map, whose controls make room. */
export const TrendCard = (props: Props) => {
  const { t } = useTranslation('stat-screen')
  const card = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const page = document.documentElement.style
    page.setProperty('--dock-covers', `${(card.current?.offsetHeight ?? 0) + edgePx}px`)
    return () => void page.removeProperty('--dock-covers')
  }, [])
  return (
    <section ref={card} className={style.trendCard} aria-label={t('trend')}>
      <Trend {...props} />
    </section>
  )
}
