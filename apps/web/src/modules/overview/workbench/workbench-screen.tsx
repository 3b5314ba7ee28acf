import { CheckCircleOutlined } from '@ant-design/icons'
import { alarmPath } from '@swath/contract/alarms/alarm-path'
import type { Api } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { formatClock, formatLongDay } from '../../../lib/format.ts'
import { buildQuery, outdated } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { Failure } from '../../../ui/empty.tsx'
import { useOwnScreens } from '../../../ui/own-screens.ts'
import { ThinBar } from '../../../ui/thin-bar.tsx'
import { useLiveEvent } from '../../../lib/live/live.ts'
import { AlarmRows } from '../../alarms/public.ts'
import { FleetNow } from './fleet.tsx'
import { hasLines, LineList } from './line-list.tsx'
import { lineGroups } from './line-looks.tsx'
import { Sentences } from './sentences.tsx'
import { Today } from './today.tsx'
import { WhoWorks } from './who-works.tsx'
import style from './workbench.module.css'

type Workbench = Answer<Api['getWorkbench']>

const refreshMs = 60_000
/**
 * The first event refetches at once, further ones after this pause: a large fleet has alarms every
 * minute.
 */
const pauseMs = 10_000

const useWorkbench = () => {
  const workbench = useQuery({
    ...buildQuery('getWorkbench'),
    refetchInterval: refreshMs,
    // The screen shows the age of its data, so failed refreshes need no toast.
    meta: { quiet: true },
  })
  const { dataUpdatedAt } = workbench
  const asking = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(asking.current), [])
  const ask = (): void => {
    clearTimeout(asking.current)
    asking.current = setTimeout(
      () => void outdated('getWorkbench'),
      Math.max(0, dataUpdatedAt + pauseMs - Date.now()),
    )
  }
  useLiveEvent('anomaly', ask)
  useLiveEvent('alarmsChanged', ask)
  useLiveEvent('bulletinsChanged', ask)
  return workbench
}

const groupTitles = {
  now: 'monitor:needsMe',
  begin: 'workbench:begin',
  decide: 'workbench:decide',
  ends: 'workbench:ends',
  know: 'workbench:know',
} as const

/** Level-1 alarms that nobody has acknowledged, oldest first; a click opens one on the desk. */
const OpenAlarms = ({ alarms }: Pick<Workbench, 'alarms'>) => {
  const navigate = useNavigate()
  const { findPath } = useOwnScreens()
  const screens = (['bulletin-list', 'monitor'] as const).filter((one) => findPath(one))
  return alarms.length === 0 ? null : (
    <div className={style.alarms}>
      <AlarmRows
        alarms={alarms}
        selectedId={null}
        onSelect={(alarm) => void navigate(alarmPath(screens, alarm))}
      />
    </div>
  )
}

const Lines = ({ lines, alarms }: Pick<Workbench, 'lines' | 'alarms'>) => {
  const { t } = useTranslation('workbench')
  return hasLines(lines, 'now') ? (
    <LineList lines={lines} group="now" title={t(groupTitles.now)}>
      <OpenAlarms alarms={alarms} />
    </LineList>
  ) : (
    <section className={style.card} aria-label={t(groupTitles.now)}>
      <p className={`flex gap-12 items-center m-0 success text-20 ${style.calm}`}>
        <CheckCircleOutlined aria-hidden />
        <span>
          <strong className="block ink text-14 semibold">{t('nothingNow')}</strong>
          <small>{t('nothingNowReason')}</small>
        </span>
      </p>
    </section>
  )
}

const Content = ({ workbench }: { workbench: Workbench }) => {
  const { t } = useTranslation('workbench')
  const { lines, alarms } = workbench
  return (
    <div className={style.grid}>
      <Sentences workbench={workbench} />
      <div className={style.now}>
        <Lines lines={lines} alarms={alarms} />
      </div>
      <div className={style.side}>
        {lineGroups
          .filter((group) => group !== 'now')
          .map((group) => (
            <LineList key={group} lines={lines} group={group} title={t(groupTitles[group])} />
          ))}
        <FleetNow fleet={workbench.fleet} />
      </div>
      <div className={style.day}>
        <Today work={workbench.work} fleet={workbench.fleet} />
        <WhoWorks />
      </div>
    </div>
  )
}

/** The start page of this person. */
export const WorkbenchScreen = () => {
  const { t } = useTranslation('workbench')
  const { accountName } = useUser()
  const workbench = useWorkbench()
  const { data } = workbench
  return (
    <section
      className={`relative grid gap-16 content-start ${style.screen}`}
      aria-busy={workbench.isFetching}
    >
      <ThinBar active={workbench.isFetching && !workbench.isPending} />
      <header className={`flex wrap justify-between ${style.head}`}>
        <div>
          <h1 className="page-title">{t('app:workbench')}</h1>
          <p className="m-0 muted">
            {data ? `${formatLongDay(data.at)} · ${accountName}` : accountName}
          </p>
        </div>
        {data && (
          <p className={`m-0 muted text-12 tabular ${style.stamp}`} data-old={workbench.isError}>
            {t(workbench.isError ? 'notUpToDate' : 'asOf', {
              time: formatClock(data.at).slice(0, 5),
            })}
          </p>
        )}
      </header>
      {data ? (
        <Content workbench={data} />
      ) : workbench.isError ? (
        <Failure error={workbench.error} onRetry={() => void workbench.refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 12 }} />
      )}
    </section>
  )
}
