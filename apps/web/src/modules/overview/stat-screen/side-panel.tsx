import type { PeriodOverview } from '@swath/contract/figures/dashboard'
import { useTranslation } from 'react-i18next'
import { formatCount, formatHours, formatNumber } from '../../../lib/format.ts'
import { useAreaWord } from '../../../ui/area.tsx'
import { headlineEveryMs } from './stat-screen-clock.ts'
import { useStatScreenQuery } from './stat-screen-context.ts'
import { Figure, StatScreenArea } from './stat-screen-figures.tsx'
import { StatScreenPanel } from './stat-screen-panel.tsx'
import type { StatScreenVariant } from './stat-screen-variant.ts'
import style from './stat-screen.module.css'

type Kind = 'machines' | 'count' | 'area' | 'hours' | 'litres'
type Fact = readonly [label: string, kind: Kind, value: number | undefined]

const FactFigure = ({ kind, value }: { kind: Kind; value: number | undefined }) => {
  const { t } = useTranslation('stat-screen')
  if (kind === 'area') return <StatScreenArea mu={value} />
  if (kind === 'hours') return <Figure text={formatHours(value)} unit={t('unitHour')} />
  if (kind === 'litres') return <Figure text={formatNumber(value)} unit={t('unitLitre')} />
  return (
    <Figure text={formatCount(value)} unit={kind === 'machines' ? t('unitMachine') : undefined} />
  )
}

const Facts = ({ facts, look }: { facts: readonly Fact[]; look: 'headlines' | 'block' }) => (
  <dl className={style[look]}>
    {facts.map(([label, kind, value]) => (
      <div key={label}>
        <dt title={label}>{label}</dt>
        <dd>
          <FactFigure kind={kind} value={value} />
        </dd>
      </div>
    ))}
  </dl>
)

/** On the data screen for smaller screens, work is named after its unit: work mu. */
const useWorkLabel = (variant: StatScreenVariant): string => {
  const { t } = useTranslation('stat-screen')
  const unit = useAreaWord()
  return variant === 'compact' ? t('workInUnit', { unit }) : t('workArea')
}

const Headlines = ({ variant }: { variant: StatScreenVariant }) => {
  const { t } = useTranslation('stat-screen')
  const answer = useStatScreenQuery('getStatInfo', {}, headlineEveryMs)
  const workLabel = useWorkLabel(variant)
  const info = answer.data
  const facts: Fact[] = [
    [t('machines'), 'machines', info?.droneNum],
    [t('machinesOnline'), 'machines', info?.onlineDroneCount],
    [t('plotArea'), 'area', info?.plotTotalArea],
    [t('plotCount'), 'count', info?.ploTotalNum],
    [t('workDuration'), 'hours', info?.flyTotalDuration],
    [t('sprayVolume'), 'litres', info?.flyTotalQuantity],
    [workLabel, 'area', info?.sprayTotalMuNum],
    [t('sortieCount'), 'count', info?.flySeqTotalNum],
  ]
  return (
    <StatScreenPanel title={t('headlines')} age={answer}>
      <Facts facts={facts} look="headlines" />
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
  const known: Partial<PeriodOverview> = answer.data ?? {}
  const facts: Fact[] = [
    [t('newMachines'), 'machines', known.newDroneCount],
    [t('workDuration'), 'hours', known.flightTime],
    [t('activeMachines'), 'machines', known.activeDroneCount],
    [workLabel, 'area', known.sprayArea],
    [t('newPlots'), 'count', known.newBlockCount],
    [t('sortieCount'), 'count', known.flightCount],
    [t('newPlotArea'), 'area', known.newBlockArea],
    [t('sprayVolume'), 'litres', known.sprayQuantity],
    [t('activePlots'), 'count', known.activeBlockCount],
  ]
  return (
    <StatScreenPanel title={title} age={answer}>
      <Facts facts={facts} look="block" />
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
