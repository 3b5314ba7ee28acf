import type { PeriodOverview } from '@swath/contract/figures/dashboard'
import { useTranslation } from 'react-i18next'
import { formatCount, formatHours, formatNumber, formatUnit } from '../../../lib/format.ts'
import { useUserIfAny } from '../../../lib/session.ts'
import { useAreaWord } from '../../../ui/area.tsx'
import { useNarrow } from '../../../ui/use-width.ts'
import { headlineEveryMs } from './stat-screen-clock.ts'
import { useStatScreenQuery } from './stat-screen-context.ts'
import { Figure, StatScreenArea } from './stat-screen-figures.tsx'
import { StatScreenPanel } from './stat-screen-panel.tsx'
import type { StatScreenVariant } from './stat-screen-variant.ts'
import style from './stat-screen.module.css'

type Kind = 'machines' | 'count' | 'area' | 'work' | 'hours' | 'litres'
type Fact = readonly [label: string, kind: Kind, value: number | undefined]

/** Decimals of larger volumes are below what a drone measures. */
const wholeLitresFrom = 1000
const formatLitres = (litres: number | undefined): string =>
  (litres ?? 0) >= wholeLitresFrom ? formatCount(litres) : formatNumber(litres)

type FigureProps = { kind: Kind; value: number | undefined; isBare: boolean }

const FactFigure = ({ kind, value, isBare }: FigureProps) => {
  const { t } = useTranslation('stat-screen')
  if (kind === 'area' || kind === 'work')
    return <StatScreenArea mu={value} bare={kind === 'work' && isBare} />
  if (kind === 'hours') {
    const hours = formatHours(value)
    return <Figure text={hours.value} unit={formatUnit(hours.unit)} />
  }
  if (kind === 'litres') return <Figure text={formatLitres(value)} unit={t('unitLitre')} />
  return (
    <Figure text={formatCount(value)} unit={kind === 'machines' ? t('unitMachine') : undefined} />
  )
}

type FactsProps = {
  facts: readonly Fact[]
  look: 'headlines' | 'block'
  variant: StatScreenVariant
}

const Facts = ({ facts, look, variant }: FactsProps) => {
  const isBare = useIsUnitInLabel(variant)
  return (
    <dl className={style[look]}>
      {facts.map(([label, kind, value]) => (
        <div key={label}>
          <dt title={label}>{label}</dt>
          <dd>
            <FactFigure kind={kind} value={value} isBare={isBare} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** On the data screen for smaller screens, work is named after its unit; phones have space for both. */
const useIsUnitInLabel = (variant: StatScreenVariant): boolean => {
  const narrow = useNarrow()
  return variant === 'compact' && !narrow
}

const useWorkLabel = (variant: StatScreenVariant): string => {
  const { t } = useTranslation('stat-screen')
  const unit = useAreaWord()
  return useIsUnitInLabel(variant) ? t('workInUnit', { unit }) : t('workArea')
}

/** Makers have none: their drones work on the plots of others. */
const useHasPlots = (): boolean => useUserIfAny()?.accountType !== 'manufacturer'

const Headlines = ({ variant }: { variant: StatScreenVariant }) => {
  const { t } = useTranslation('stat-screen')
  const answer = useStatScreenQuery('getStatInfo', {}, headlineEveryMs)
  const workLabel = useWorkLabel(variant)
  const info = answer.data
  const plots: Fact[] = [
    [t('plotArea'), 'area', info?.plotTotalArea],
    [t('plotCount'), 'count', info?.ploTotalNum],
  ]
  const facts: Fact[] = [
    [t('machines'), 'machines', info?.droneNum],
    [t('machinesOnline'), 'machines', info?.onlineDroneCount],
    ...(useHasPlots() ? plots : []),
    [t('workDuration'), 'hours', info?.flyTotalDuration],
    [t('sprayVolume'), 'litres', info?.flyTotalQuantity],
    [workLabel, 'work', info?.sprayTotalMuNum],
    [t('sortieCount'), 'count', info?.flySeqTotalNum],
  ]
  return (
    <StatScreenPanel title={t('headlines')} age={answer}>
      <Facts facts={facts} look="headlines" variant={variant} />
    </StatScreenPanel>
  )
}

type BlockProps = {
  title: string
  variant: StatScreenVariant
  answer: ReturnType<typeof useStatScreenQuery<'getTodayOverview'>>
}

const Block = ({ title, variant, answer }: BlockProps) => {
  const { t } = useTranslation('stat-screen')
  const workLabel = useWorkLabel(variant)
  const hasPlots = useHasPlots()
  const known: Partial<PeriodOverview> = answer.data ?? {}
  const newPlots: Fact = [t('newPlots'), 'count', known.newBlockCount]
  const newPlotArea: Fact = [t('newPlotArea'), 'area', known.newBlockArea]
  const facts: Fact[] = [
    [t('newMachines'), 'machines', known.newDroneCount],
    [t('workDuration'), 'hours', known.flightTime],
    [t('activeMachines'), 'machines', known.activeDroneCount],
    [workLabel, 'work', known.sprayArea],
    ...(hasPlots ? [newPlots] : []),
    [t('sortieCount'), 'count', known.flightCount],
    ...(hasPlots ? [newPlotArea] : []),
    [t('sprayVolume'), 'litres', known.sprayQuantity],
    [t('activePlots'), 'count', known.activeBlockCount],
  ]
  return (
    <StatScreenPanel title={title} age={answer}>
      <Facts facts={facts} look="block" variant={variant} />
    </StatScreenPanel>
  )
}

/** Eight headline figures, and what is new, active and done today, this month and this year. */
export const SidePanel = ({ variant }: { variant: StatScreenVariant }) => {
  const { t } = useTranslation('stat-screen')
  const today = useStatScreenQuery('getTodayOverview', {})
  const month = useStatScreenQuery('getPeriodOverview', { query: { periodType: '2' } })
  const year = useStatScreenQuery('getPeriodOverview', { query: { periodType: '3' } })
  return (
    <div className={style.side}>
      <Headlines variant={variant} />
      <Block title={t('period.today')} variant={variant} answer={today} />
      <Block title={t('period.thisMonth')} variant={variant} answer={month} />
      <Block title={t('period.thisYear')} variant={variant} answer={year} />
    </div>
  )
}
