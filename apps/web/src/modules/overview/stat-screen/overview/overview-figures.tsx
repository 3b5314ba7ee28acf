import type { dashboardOverviewRoutes } from '@swath/contract/figures/dashboard-overview'
import type { Answer } from '@swath/contract/kit'
import type { UseQueryResult } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../lib/errors.ts'
import { useUserIfAny } from '../../../../lib/session.ts'
import { formatCount, formatDay, formatUnit } from '../../../../lib/format.ts'
import { Area } from '../../../../ui/area.tsx'
import { Hours } from '../../../../ui/hours.tsx'
import { Change } from './change.tsx'
import type { Comparison } from './comparison.ts'
import style from './overview.module.css'

type Overview = Answer<(typeof dashboardOverviewRoutes)['getScreenOverview']>
type Name = Exclude<keyof Overview['figures'], 'timeZone'>

const Count = ({ value, unit }: { value: string; unit?: string }) => (
  <span className="figure">
    {value} {unit && <span className="unit">{formatUnit(unit)}</span>}
  </span>
)

/** In order of importance. */
const order = [
  ['sprayArea', 'workArea'],
  ['flightCount', 'sortieCount'],
  ['flightTime', 'workDuration'],
  ['sprayQuantity', 'sprayVolume'],
  ['activeDroneCount', 'activeMachines'],
  ['activeBlockCount', 'activePlots'],
  ['newDroneCount', 'newMachines'],
  ['newBlockCount', 'newPlots'],
  ['newBlockArea', 'newPlotArea'],
] as const satisfies readonly (readonly [Name, string])[]

const useShow = () => {
  const { t } = useTranslation('stat-screen')
  return (name: Name, value: number): ReactNode => {
    if (name === 'sprayArea' || name === 'newBlockArea') return <Area mu={value} decimals={1} />
    if (name === 'flightTime') return <Hours durationS={value} />
    if (name === 'sprayQuantity') return <Count value={formatCount(value)} unit={t('unitLitre')} />
    return <Count value={formatCount(value)} />
  }
}

type Props = { query: UseQueryResult<Overview>; comparison: Comparison }

const comparisonTexts = {
  shown: 'comparedWith',
  few: 'nothingToCompare',
  begun: 'begunToday',
} as const satisfies Record<Comparison, string>

/** Makers have no plots, so none that are new. */
const ofPlots: readonly Name[] = ['newBlockCount', 'newBlockArea']

/** The figures of the period, each compared with the previous period. */
export const OverviewFigures = ({ query: { data, error }, comparison }: Props) => {
  const { t } = useTranslation('stat-screen')
  const show = useShow()
  const isMaker = useUserIfAny()?.accountType === 'manufacturer'
  if (!data)
    return error ? (
      <p role="alert">{errorText(error)}</p>
    ) : (
      <Skeleton active title={false} paragraph={{ rows: 6 }} />
    )
  const { figures, before } = data
  return (
    <div>
      <dl className={`grid cols-2 m-0 ${style.figures}`}>
        {order
          .filter(([name]) => !isMaker || !ofPlots.includes(name))
          .map(([name, label]) => (
            <div key={name} data-first={name === 'sprayArea'}>
              <dt className="text-12">{t(label)}</dt>
              <dd className="semibold">
                {show(name, figures[name])}{' '}
                <Change now={figures[name]} before={before[name]} comparison={comparison} />
              </dd>
            </div>
          ))}
      </dl>
      <p className={style.compared}>
        {t(comparisonTexts[comparison], {
          from: formatDay(`${data.startTimeBefore}T12:00:00Z`),
          until: formatDay(`${data.endTimeBefore}T12:00:00Z`),
        })}
      </p>
    </div>
  )
}
