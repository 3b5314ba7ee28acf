// Figures of leases, shared by all screens.
import { figureRowsAtMost, type LeaseFigures } from '@swath/contract/money/lease-statistics'
import { zoneDay } from '@swath/domain/zone-days'
import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAreaUnit } from '../../../lib/area-unit.ts'
import { dash, formatArea, formatCount, formatMoney } from '../../../lib/format.ts'
import { viewerTimeZone } from '../../../lib/time-zone.ts'
import { Area } from '../../../ui/area.tsx'
import { BarRows, type Bar } from '../../../ui/bar-rows.tsx'
import { Failure } from '../../../ui/empty.tsx'
import { Pair } from '../../../ui/facts.tsx'
import { Hours } from '../../../ui/hours.tsx'
import { ThinBar } from '../../../ui/thin-bar.tsx'
import { TimeColumns } from '../../../ui/time-columns.tsx'
import { PeriodChoice, usePeriod } from './period-choice.tsx'
import style from './leasing.module.css'

/** One amount per currency, because amounts of different currencies cannot be added. */
export const amountText = ({ amounts }: Pick<LeaseFigures, 'amounts'>): string =>
  amounts.length === 0
    ? dash
    : amounts
        .map(({ amount, currency }) => formatMoney({ amountMinor: amount, currency }))
        .join(' + ')

export const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <Pair label={label}>{children}</Pair>
)

/** Area, time, flights and charges. */
export const TotalFigures = ({ total }: { total: LeaseFigures }) => {
  const { t } = useTranslation('leasing')
  const unit = useAreaUnit()
  return (
    <>
      <Figure label={t('chargedForFlights')}>
        {amountText(total)}
        <small>{t('withoutFees')}</small>
      </Figure>
      <Figure label={t('terms:coveredArea')}>
        <Area mu={total.coveredArea} decimals={1} />
        {/* Prices and bills are per mu in every locale. */}
        {unit !== 'mu' && (
          <small>
            {formatArea(total.coveredArea, 'mu', 1)} {t('terms:mu')}
          </small>
        )}
      </Figure>
      <Figure label={t('terms:flightTime')}>
        <Hours durationS={total.flightTime} />
      </Figure>
      <Figure label={t('terms:sorties')}>{formatCount(total.sortieCount)}</Figure>
    </>
  )
}

type CardProps = {
  title: string
  /** Number of rows, if there may be more than are shown. */
  rows?: number
  children: ReactNode
}
export const FigureCard = ({ title, rows = 0, children }: CardProps) => {
  const { t } = useTranslation('leasing')
  return (
    <section className={`grid cols-1 gap-12 card p-16 ${style.card}`}>
      <h2 className="m-0 text-16">{title}</h2>
      {children}
      {rows >= figureRowsAtMost && (
        <p className="muted mb-8">{t('mostShown', { shown: formatCount(figureRowsAtMost) })}</p>
      )}
    </section>
  )
}

type Breakdown = {
  months: readonly (LeaseFigures & { month: string })[]
  drones: readonly (LeaseFigures & { droneId: string; droneName: string; modelName: string })[]
}

/** The months side by side, as wide as the page. */
export const ByMonth = ({ months }: Pick<Breakdown, 'months'>) => {
  const { t } = useTranslation('leasing')
  return (
    <FigureCard title={t('byMonth')}>
      {months.length === 0 ? (
        <p className="muted mb-8">{t('flownNone')}</p>
      ) : (
        <TimeColumns
          label={t('byMonth')}
          columns={months
            .toSorted((a, b) => (a.month < b.month ? -1 : 1))
            .map((one) => ({
              key: one.month,
              name: one.month.replace('-', '/'),
              tick: one.month.replace('-', '/'),
              mu: one.coveredArea,
              note: amountText(one),
              isRunning: one.month === zoneDay(viewerTimeZone(), Date.now()).slice(0, 7),
            }))}
        />
      )}
    </FigureCard>
  )
}

export const ByDrone = ({ drones }: Pick<Breakdown, 'drones'>) => {
  const { t } = useTranslation('leasing')
  return (
    <FigureCard title={t('byDrone')} rows={drones.length}>
      <BarRows
        label={t('byDrone')}
        none={t('flownNone')}
        bars={drones.map((one): Bar => ({
          key: one.droneId,
          label: one.droneName,
          mu: one.coveredArea,
          note: amountText(one),
        }))}
      />
    </FigureCard>
  )
}

type Asked<T> = {
  data: T | undefined
  error: Error | null
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}
type PageProps<T> = {
  title: string
  asked: Asked<T>
  head?: ReactNode
  children: (data: T) => ReactNode
}

/** A page of figures for a period, which is stored in the URL. */
export const FigurePage = <T,>({ title, asked, head, children }: PageProps<T>) => {
  const { period, setPeriod } = usePeriod()
  if (asked.isError && asked.data === undefined)
    return <Failure error={asked.error} onRetry={() => void asked.refetch()} />
  return (
    <section className={`grid cols-1 gap-16 ${style.page}`} aria-busy={asked.isFetching}>
      <ThinBar active={asked.isFetching && asked.data !== undefined} />
      <h1 className="page-title">{title}</h1>
      {head}
      <div className={style.period}>
        <PeriodChoice period={period} onChange={setPeriod} />
      </div>
      {asked.data === undefined ? (
        <Skeleton active paragraph={{ rows: 10 }} />
      ) : (
        children(asked.data)
      )}
    </section>
  )
}
