import type { TaskOverview } from '@swath/contract/campaigns/unified-task-overview'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  formatCount,
  formatDay,
  formatNumber,
  formatRatio,
  formatUnit,
} from '../../../lib/format.ts'
import { useShownRest } from '../../../ui/area-sum.ts'
import { Area, useAreaWord } from '../../../ui/area.tsx'
import { Pair } from '../../../ui/facts.tsx'
import { Hours } from '../../../ui/hours.tsx'
import style from './unified-tasks.module.css'

type Props = { label: string; hint?: string; children: ReactNode }
const Figure = ({ label, hint, children }: Props) => (
  <Pair label={label}>
    {children}
    {hint && <small>{hint}</small>}
  </Pair>
)

const ofGoal = (mu: number | null, goal: number | null): string =>
  mu === null || !goal ? '' : formatRatio(mu / goal)

/** The number of plots that were worked on; includes the total if the task has plots. */
export const formatWorkedPlots = ({
  workedPlotNum,
  plotNum,
}: Pick<TaskOverview, 'workedPlotNum' | 'plotNum'>): string =>
  plotNum > 0
    ? `${formatCount(workedPlotNum)} / ${formatCount(plotNum)}`
    : formatCount(workedPlotNum)

type Areas = Pick<TaskOverview, 'coveredArea' | 'outsideArea' | 'flownArea' | 'againArea'>

/** Areas that differ by less are the same, mu. */
const sameMu = 1e-3

/**
 * The repeated area. Where it is also a line of the sum of all flights, both are rounded as that
 * line is, so that it is the same figure in both places.
 */
export const RepeatedArea = ({ overview }: { overview: Areas & { repeatedArea: number } }) => {
  const restOf = useShownRest()
  const word = useAreaWord()
  const { repeatedArea, againArea, flownArea, coveredArea } = overview
  const isLine = againArea !== null && Math.abs(againArea - repeatedArea) < sameMu
  const text = isLine ? restOf(flownArea, [coveredArea]) : null
  return text === null ? <Area mu={repeatedArea} /> : <AreaText text={text} word={word} />
}

const AreaText = ({ text, word }: { text: string; word: string }) => (
  <span className="figure">
    {text} <span className="unit">{word}</span>
  </span>
)

/** Covered, missed and repeated area, and the expected end. */
export const OverviewFigures = ({ overview }: { overview: TaskOverview }) => {
  const { t } = useTranslation('unified-tasks')
  const { goalArea: goal } = overview
  return (
    <dl className={`figures ${style.figures}`}>
      <Figure
        label={t('terms:coveredArea')}
        hint={[ofGoal(overview.coveredArea, goal), t('coveredOnceHint')]
          .filter(Boolean)
          .join(' · ')}
      >
        <Area mu={overview.coveredArea} />
      </Figure>
      {goal !== null && (
        <>
          <Figure label={t('goalArea')}>
            <Area mu={goal} />
          </Figure>
          <Figure label={t('missed')} hint={ofGoal(overview.missedArea, goal)}>
            <Area mu={overview.missedArea} />
          </Figure>
        </>
      )}
      <Figure label={t('repeated')} hint={t('repeatedHint')}>
        <RepeatedArea overview={overview} />
      </Figure>
      {overview.forecastDate && (
        <Figure label={t('forecastDate')} hint={t('forecastHint')}>
          {formatDay(overview.forecastDate)}
        </Figure>
      )}
      {overview.paceArea !== null && (
        <Figure label={t('pace')}>
          <Area mu={overview.paceArea} />
        </Figure>
      )}
      <Figure label={t('workedPlots')}>{formatWorkedPlots(overview)}</Figure>
      <Figure label={t('dronesFlown')}>{formatCount(overview.droneNum)}</Figure>
      <Figure label={t('terms:sorties')}>{formatCount(overview.sortieCount)}</Figure>
      <Figure label={t('terms:flightTime')}>
        <Hours durationS={overview.flightTime} />
      </Figure>
      <Figure label={t('litres')}>
        {formatNumber(overview.sprayQuantity, 1)} <span className="unit">{formatUnit('L')}</span>
      </Figure>
    </dl>
  )
}

type Line = { key: string; label: string; area: ReactNode }

/**
 * Lines from the area covered once to the total area of all flights. The displayed values add up
 * despite rounding.
 */
export const useAreaLines = (overview: Areas): { lines: Line[]; total: Line } => {
  const { t } = useTranslation('unified-tasks')
  const restOf = useShownRest()
  const word = useAreaWord()
  const { coveredArea, outsideArea, flownArea, againArea } = overview
  const isWhole = againArea !== null
  const outside = outsideArea > 0 ? restOf(outsideArea, []) : null
  const line = (label: string, text: string | null): Line[] =>
    text === null
      ? []
      : [{ key: label, label: t(label), area: <AreaText text={text} word={word} /> }]
  return {
    lines: isWhole
      ? [
          ...line('onPlotsOnce', restOf(coveredArea, outside === null ? [] : [outsideArea])),
          ...line('outside', outside),
          ...line('again', restOf(flownArea, [coveredArea])),
        ]
      : [],
    total: {
      key: 'total',
      label: t(isWhole ? 'flownArea' : 'ownFlownArea'),
      area: <Area mu={flownArea} />,
    },
  }
}

export const AreaAccount = ({ overview }: { overview: TaskOverview }) => {
  const { t } = useTranslation('unified-tasks')
  const { lines, total } = useAreaLines(overview)
  return (
    <section className={style.account} aria-label={t('addUp')}>
      <h3>{t('addUp')}</h3>
      <dl className="m-0">
        {[...lines, total].map(({ key, label, area }) => (
          <div key={key} data-total={key === 'total'}>
            <dt>{label}</dt>
            <dd className="flex-none">{area}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
