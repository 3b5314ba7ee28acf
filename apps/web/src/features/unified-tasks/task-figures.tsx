// Figures of a task.
import type { TaskOverview } from '@swath/contract/unified-task-stats'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount, formatDay, formatHours, formatNumber, formatRatio } from '../../lib/format.ts'
import { Area } from '../../ui/area.tsx'
import style from './unified-tasks.module.css'

const Figure = ({
  label,
  hint,
  children,
}: {
  label: string
  hint?: string
  children: ReactNode
}) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {children}
      {hint && <small>{hint}</small>}
    </dd>
  </div>
)

const ofGoal = (mu: number | null, goal: number | null): string =>
  mu === null || !goal ? '' : formatRatio(mu / goal)

/** How many plots were worked, of those that the task names: it may name none. */
export const formatWorkedPlots = ({
  workedPlotNum,
  plotNum,
}: Pick<TaskOverview, 'workedPlotNum' | 'plotNum'>): string =>
  plotNum > 0
    ? `${formatCount(workedPlotNum)} / ${formatCount(plotNum)}`
    : formatCount(workedPlotNum)

/** What is covered, missed and covered again, and when it will be done. */
export const OverviewFigures = ({ overview }: { overview: TaskOverview }) => {
  const { t } = useTranslation('unified-tasks')
  const { goalArea: goal } = overview
  return (
    <dl className={style.figures}>
      <Figure label={t('terms:coveredArea')} hint={ofGoal(overview.coveredArea, goal)}>
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
      <Figure label={t('repeated')}>
        <Area mu={overview.repeatedArea} />
      </Figure>
      {overview.outsideArea > 0 && (
        <Figure label={t('outside')}>
          <Area mu={overview.outsideArea} />
        </Figure>
      )}
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
        {formatHours(overview.flightTime)} <span className="unit">h</span>
      </Figure>
      <Figure label={t('litres')}>
        {formatNumber(overview.sprayQuantity, 1)} <span className="unit">L</span>
      </Figure>
    </dl>
  )
}
