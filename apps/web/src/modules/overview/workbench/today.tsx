// Today's progress: the work so far, compared with the same hours of yesterday and a week ago.
import type { Api } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import type { WorkbenchWork } from '@swath/contract/overview/workbench'
import type { AccountType } from '@swath/domain/access/screens'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAreaUnit } from '../../../lib/area-unit.ts'
import {
  formatArea,
  formatCount,
  formatHours,
  formatNumber,
  formatRatio,
} from '../../../lib/format.ts'
import { useUser } from '../../../lib/session.ts'
import { useAreaWord } from '../../../ui/area.tsx'
import style from './workbench.module.css'

type Workbench = Answer<Api['getWorkbench']>
type Work = Workbench['work']

type Figure = 'sprayArea' | 'sortieCount' | 'durationS' | 'sprayL' | 'activeDrones'

/** Figures of interest for each kind of account, the most important first. */
const pickFigures = (accountType: AccountType): readonly Figure[] =>
  accountType === 'manufacturer'
    ? ['activeDrones', 'durationS', 'sortieCount', 'sprayArea']
    : accountType === 'operator'
      ? ['sprayArea', 'sortieCount', 'durationS', 'sprayL']
      : ['sprayArea', 'sortieCount', 'activeDrones', 'durationS']

const labels: Readonly<Record<Figure, string>> = {
  sprayArea: 'terms:coveredArea',
  sortieCount: 'terms:sorties',
  durationS: 'terms:flightTime',
  sprayL: 'terms:sprayed',
  activeDrones: 'workbench:activeDrones',
}

/** Formats a figure in the person's unit of area. */
const useFormatFigure = () => {
  const unit = useAreaUnit()
  const areaWord = useAreaWord()
  return (figure: keyof WorkbenchWork, value: number): readonly [string, string] => {
    switch (figure) {
      case 'sprayArea':
        return [formatArea(value, unit, 1), areaWord]
      case 'sortieCount':
        return [formatCount(value), '']
      case 'durationS':
        return [formatHours(value), 'h']
      case 'sprayL':
        return [formatNumber(value, 1), 'L']
    }
  }
}

const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** The relative change; nothing if the earlier value is zero. */
const Difference = ({ now, then }: { now: number; then: number }) => {
  const { t } = useTranslation('workbench')
  if (then === 0) return null
  const percent = Math.round((now / then - 1) * 100)
  const ratio = formatRatio(Math.abs(percent) / 100, 0)
  const [sign, words] = percent === 0 ? ['=', 'same'] : percent > 0 ? ['▲', 'more'] : ['▼', 'less']
  return (
    <span className="ink">
      <span aria-hidden="true">
        {sign} {percent !== 0 && ratio}
      </span>
      <span className="sr-only">{t(words, { ratio })}</span>
    </span>
  )
}

type Props = { label: string; children: ReactNode; under: ReactNode }
const Tile = ({ label, children, under }: Props) => (
  <div className={`min-w-0 ${style.tile}`}>
    <dt>{label}</dt>
    <dd className="grid gap-2">
      <strong>{children}</strong>
      {under}
    </dd>
  </div>
)

/**
 * Includes today up to the last full hour, because the comparison uses this value and not the one
 * above.
 */
const comparedDays = [
  ['today', 'todayBy'],
  ['yesterday', 'yesterdayBy'],
  ['weekAgo', 'weekAgoBy'],
] as const

const WorkTile = ({ figure, work }: { figure: keyof WorkbenchWork; work: Work }) => {
  const { t } = useTranslation('workbench')
  const formatFigure = useFormatFigure()
  const [value, unit] = formatFigure(figure, work.today[figure])
  const time = formatHour(work.hoursOver)
  const now = work.byThen.today[figure]
  return (
    <Tile
      label={t(labels[figure])}
      under={
        work.hoursOver > 0 &&
        comparedDays.map(([day, words]) => (
          <span key={day} className="grid muted text-12 leading-18">
            <span>{t(words, { time })}</span>
            <span className="figure">
              {formatFigure(figure, work.byThen[day][figure])[0]}
              {day !== 'today' && (
                <>
                  {' '}
                  <Difference now={now} then={work.byThen[day][figure]} />
                </>
              )}
            </span>
          </span>
        ))
      }
    >
      {value} {unit && <span className="unit">{unit}</span>}
    </Tile>
  )
}

const Hours = ({ areaByHour: { today, yesterday } }: Work) => {
  const { t } = useTranslation('workbench')
  const formatFigure = useFormatFigure()
  const most = Math.max(...today, ...yesterday)
  const toShare = (mu: number): string => `${(mu / most) * 100}%`
  const total = (hours: readonly number[]): string =>
    formatFigure(
      'sprayArea',
      hours.reduce((sum, mu) => sum + mu, 0),
    ).join(' ')
  return (
    <figure className={style.hours}>
      <figcaption>
        {t('byHour')}
        <span className={style.key} data-day="today">
          {t('today')}
        </span>
        <span className={style.key} data-day="yesterday">
          {t('yesterday')}
        </span>
      </figcaption>
      <div
        className={style.bars}
        role="img"
        aria-label={t('byHourSums', { today: total(today), yesterday: total(yesterday) })}
      >
        {today.map((mu, hour) => (
          <span
            key={hour}
            className={`relative ${style.hour}`}
            title={`${formatHour(hour)} · ${t('today')} ${formatFigure('sprayArea', mu).join(' ')} · ${t('yesterday')} ${formatFigure('sprayArea', yesterday[hour]!).join(' ')}`}
          >
            <i data-day="yesterday" style={{ height: toShare(yesterday[hour]!) }} />
            <i data-day="today" style={{ height: toShare(mu) }} />
          </span>
        ))}
      </div>
      <div className={`grid muted text-11 tabular ${style.scale}`} aria-hidden="true">
        {[0, 6, 12, 18].map((hour) => (
          <span key={hour}>{formatHour(hour)}</span>
        ))}
      </div>
    </figure>
  )
}

const hasWork = ({ areaByHour: { today, yesterday } }: Work): boolean =>
  [...today, ...yesterday].some((mu) => mu > 0)

export const Today = ({ work, fleet }: Pick<Workbench, 'work' | 'fleet'>) => {
  const { t } = useTranslation('workbench')
  const { accountType } = useUser()
  return (
    <section className={style.card} aria-label={t('todaySoFar')}>
      <h2>{t('todaySoFar')}</h2>
      <dl className={`grid gap-16 m-0 ${style.tiles}`}>
        {pickFigures(accountType).map((figure) =>
          figure === 'activeDrones' ? (
            <Tile
              key={figure}
              label={t(labels[figure])}
              under={
                <span className="grid muted text-12 leading-18">
                  {t('ofDrones', { shown: formatCount(fleet.droneNum) })}
                </span>
              }
            >
              {formatCount(work.activeDroneCount)}
            </Tile>
          ) : (
            <WorkTile key={figure} figure={figure} work={work} />
          ),
        )}
      </dl>
      {hasWork(work) ? <Hours {...work} /> : <p className={style.quiet}>{t('noWork')}</p>}
    </section>
  )
}
