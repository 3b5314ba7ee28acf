// For supervisors and makers: operators at work today, and failing machines. The monitor has the
// complete lists.
import { WarningOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatCount } from '../../../lib/format.ts'
import { monitorLink } from '../../../lib/monitor-link.ts'
import { buildQuery, keepShown } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { Area } from '../../../ui/area.tsx'
import { useOwnScreens } from '../../../ui/own-screens.ts'
import style from './workbench.module.css'

const refreshMs = 120_000
const shownAtMost = 5

const Ranking = ({ title, all, children }: { title: string; all: string; children: ReactNode }) => {
  const { t } = useTranslation('workbench')
  return (
    <section className={style.card} aria-label={title}>
      <h2>
        {title}
        <Link className="text-13 regular" to={all}>
          {t('showAll')}
        </Link>
      </h2>
      <ol className={`list-plain ${style.ranking}`}>{children}</ol>
    </section>
  )
}

const OperatorsToday = ({ monitor }: { monitor: string }) => {
  const { t } = useTranslation('workbench')
  const { data } = useQuery({
    ...buildQuery('listOperatorsAtWork'),
    ...keepShown,
    refetchInterval: refreshMs,
    meta: { quiet: true },
  })
  if (!data || data.items.length === 0) return null
  return (
    <Ranking title={t('monitor:operatorsAtWork')} all={`${monitor}?show=operators`}>
      {data.items.slice(0, shownAtMost).map((one) => (
        <li key={one.yyAccountId}>
          <span className="truncate">{one.yyAccountName}</span>
          <span className={`muted text-12 tabular ${style.minor}`}>
            {t('inTheAir', { shown: formatCount(one.sprayingCount + one.flyingCount) })}
            {one.alarmCount > 0 && (
              <>
                {' · '}
                <WarningOutlined aria-label={t('monitor:alarmsToday')} />{' '}
                {formatCount(one.alarmCount)}
              </>
            )}
          </span>
          <Area mu={one.sprayArea} decimals={1} />
        </li>
      ))}
    </Ranking>
  )
}

const FailingMachines = ({ monitor }: { monitor: string }) => {
  const { t } = useTranslation('workbench')
  const { data } = useQuery({
    ...buildQuery('listFailingMachines'),
    ...keepShown,
    refetchInterval: refreshMs,
    meta: { quiet: true },
  })
  if (!data || data.drones.length === 0) return null
  return (
    <Ranking title={t('failing')} all={`${monitor}?show=machines`}>
      {data.drones.slice(0, shownAtMost).map((one) => (
        <li key={one.droneId}>
          <Link className="truncate" to={monitorLink({ droneId: one.droneId })}>
            {one.droneName}
          </Link>
          <span className={`muted text-12 tabular ${style.minor}`}>{one.modelName}</span>
          <span className="figure">
            {[
              one.faultCount > 0 &&
                t('monitor:faultCount', {
                  count: one.faultCount,
                  shown: formatCount(one.faultCount),
                }),
              one.silenceCount > 0 &&
                t('monitor:silenceCount', {
                  count: one.silenceCount,
                  shown: formatCount(one.silenceCount),
                }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
    </Ranking>
  )
}

/** Renders nothing for operators: their own work is shown above. */
export const WhoWorks = () => {
  const { accountType } = useUser()
  const monitor = useOwnScreens().findPath('monitor')
  if (monitor === undefined || accountType === 'operator') return null
  return accountType === 'manufacturer' ? (
    <FailingMachines monitor={monitor} />
  ) : (
    <OperatorsToday monitor={monitor} />
  )
}
