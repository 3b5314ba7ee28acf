// Today's progress: the work so far, compared with the same hours of a usual day.
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
  formatUnit,
} from '../../../lib/format.ts'
import { useUser } from '../../../lib/session.ts'
import { useAreaWord } from '../../../ui/area.tsx'
import { TimeColumns } from '../../../ui/time-columns.tsx'
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
      case 'durationS': {
        const hours = formatHours(value)
        return [hours.value, hours.unit]
      }
      case 'sprayL':
        return [formatNumber(value, 1), 'L']
    }
  }
}

export const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** Share of a usual day from which a comparison says something. */
const comparableFrom = 0.05

/** Change by the last completed hour against a usual day, in percent; null if it is too early. */
export const changeOf = (work: Work, figure: keyof WorkbenchWork): number | null => {
  const usual = work.byThen.usual[figure]
  return usual === 0 || usual < work.usualDay[figure] * comparableFrom
    ? null
    : Math.round((work.byThen.today[figure] / usual - 1) * 100)
}

const signs = { more: '▲', less: '▼', same: '=' } as const
export const wordOf = (percent: number): keyof typeof signs =>
  percent === 0 ? 'same' : percent > 0 ? 'more' : 'less'

const Difference = ({ work, figure }: { work: Work; figure: keyof WorkbenchWork }) => {
  const { t } = useTranslation('workbench')
  const percent = changeOf(work, figure)
  if (percent === null) return null
  const ratio = formatRatio(Math.abs(percent) / 100, 0)
  return (
    <span className="ink">
      <span aria-hidden="true">
        {signs[wordOf(percent)]} {percent !== 0 && ratio}
      </span>
      <span className="sr-only">{t(wordOf(percent), { ratio })}</span>
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

/** The comparison covers the completed hours only, on both sides. */
const WorkTile = ({ figure, work }: { figure: keyof WorkbenchWork; work: Work }) => {
  const { t } = useTranslation('workbench')
  const formatFigure = useFormatFigure()
  const [value, unit] = formatFigure(figure, work.today[figure])
  const { usual } = work.byThen
  const [usualValue, usualUnit] = formatFigure(figure, usual[figure])
  return (
    <Tile
      label={t(labels[figure])}
      under={
        work.hoursOver > 0 && (
          <span className="muted text-12 leading-18 figure">
            <Difference work={work} figure={figure} />{' '}
            {t('usualBy', {
              time: formatHour(work.hoursOver),
              shown:
                figure === 'sortieCount'
                  ? formatNumber(usual[figure], 1)
                  : usualUnit === unit
                    ? usualValue
                    : `${usualValue} ${formatUnit(usualUnit)}`,
            })}
          </span>
        )
      }
    >
      {value} {unit && <span className="unit">{formatUnit(unit)}</span>}
    </Tile>
  )
}

const Hours = ({ work: { areaByHour, hoursOver } }: { work: Work }) => {
  const { t } = useTranslation('workbench')
  const formatFigure = useFormatFigure()
  const { today, yesterday } = areaByHour
  const total = (hours: readonly number[]): string =>
    formatFigure(
      'sprayArea',
      hours.reduce((sum, mu) => sum + mu, 0),
    ).join(' ')
  return (
    <div className={style.hours}>
      <p className={style.caption}>
        {t('byHour')}
        <span className={style.key} data-day="today">
          {t('today')}
        </span>
        <span className={style.key} data-day="yesterday">
          {t('yesterday')}
        </span>
      </p>
      <TimeColumns
        label={t('byHourSums', { today: total(today), yesterday: total(yesterday) })}
        columns={today.map((mu, hour) => ({
          key: String(hour),
          name: formatHour(hour),
          tick: formatHour(hour),
          mu,
          beforeMu: yesterday[hour]!,
          note: `${t('yesterday')} ${formatFigure('sprayArea', yesterday[hour]!).join(' ')}`,
          isRunning: hour === hoursOver,
        }))}
      />
    </div>
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
      {hasWork(work) ? <Hours work={work} /> : <p className={style.quiet}>{t('noWork')}</p>}
    </section>
  )
}
