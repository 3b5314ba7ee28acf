import type { TaskOverview } from '@swath/contract/campaigns/unified-task-overview'
import type { UnifiedTask } from '@swath/contract/campaigns/unified-task-rows'
import { addDays, listSteps } from '@swath/domain/calendar-steps'
import { zoneDay } from '@swath/domain/zone-days'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatCount, formatDay, formatMinute, formatPlace } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { viewerTimeZone } from '../../../lib/time-zone.ts'
import { BarRows, BarTotal, type Bar } from '../../../ui/bar-rows.tsx'
import { Failure } from '../../../ui/empty.tsx'
import { TimeColumns } from '../../../ui/time-columns.tsx'
import { ThinBar } from '../../../ui/thin-bar.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { TaskHead, useTask } from './task-head.tsx'
import { AreaAccount, OverviewFigures } from './task-figures.tsx'
import { taskPath, whyLabels } from './task.labels.ts'
import style from './unified-tasks.module.css'

type Asked<T> = {
  data: T | undefined
  isError: boolean
  error: Error | null
  refetch: () => unknown
}

const Section = <T,>({
  title,
  asked,
  children,
}: {
  title: string
  asked: Asked<T>
  children: (data: T) => ReactNode
}) => (
  <section className="grid cols-1 gap-12 card p-16">
    <h2 className="m-0 text-16">{title}</h2>
    {asked.data !== undefined ? (
      children(asked.data)
    ) : asked.isError ? (
      <Failure error={asked.error!} onRetry={() => void asked.refetch()} />
    ) : (
      <Skeleton active title={false} paragraph={{ rows: 4 }} />
    )}
  </section>
)

const LeftOut = ({ task, overview }: { task: UnifiedTask; overview: TaskOverview }) => {
  const { t } = useTranslation('unified-tasks')
  return overview.leftOut.length === 0 ? (
    <p className="muted mb-8">{t('leftOutNone')}</p>
  ) : (
    <ul className={style.reasons}>
      {overview.leftOut.map(({ why, sortieCount }) => (
        <li className="wrap justify-between" key={why}>
          <Link to={`${taskPath(task.tftzId, 'sorties')}?counts=false`}>{t(whyLabels[why])}</Link>
          <span className="figure">{formatCount(sortieCount)}</span>
        </li>
      ))}
    </ul>
  )
}

/** Refetched regularly while the task is running. */
const useFigures = (tftzId: string, task: UnifiedTask | undefined) => {
  const often = { refetchInterval: task?.state === 'open' ? 60_000 : (false as const) }
  const query = { query: { tftzId } }
  return {
    overview: useQuery({ ...buildQuery('getTaskOverview', query), ...often }),
    days: useQuery({ ...buildQuery('getTaskData', query), ...often }),
    owners: useQuery({ ...buildQuery('getTaskOwners', query), ...often }),
    drones: useQuery({ ...buildQuery('getTaskDroneStat', query), ...often }),
    regions: useQuery({ ...buildQuery('getTaskRegions', query), ...often }),
    villages: useQuery({ ...buildQuery('getTaskVillages', query), ...often }),
  }
}

const dronesShown = 12
/** Of the call: what more drones flew is known from the sum of all. */
const dronesListedAtMost = 500

const sumOf = (items: readonly { coveredArea: number }[]): number =>
  items.reduce((sum, { coveredArea }) => sum + coveredArea, 0)
const villagesShown = 20

type Day = { day: string; coveredArea: number; sortieCount: number }

/** Every day from the first to the last, in order: a day without work is an empty column. */
const columnsOfDays = (items: readonly Day[]): Day[] => {
  const byDay = new Map(items.map((one) => [one.day, one]))
  const days = [...byDay.keys()].toSorted()
  const stretch = { from: days[0]!, until: addDays(days.at(-1)!, 1) }
  return listSteps('day', stretch).map(
    (day) => byDay.get(day) ?? { day, coveredArea: 0, sortieCount: 0 },
  )
}

const DayColumns = ({ days }: { days: readonly Day[] }) => {
  const { t } = useTranslation('unified-tasks')
  const today = zoneDay(viewerTimeZone(), Date.now())
  return (
    <TimeColumns
      label={t('byDay')}
      columns={columnsOfDays(days).map(({ day, coveredArea, sortieCount }) => ({
        key: day,
        name: formatDay(day),
        tick: day.slice(5).replace('-', '/'),
        mu: coveredArea,
        note: t('terms:sortieCount', { count: sortieCount, shown: formatCount(sortieCount) }),
        isRunning: day === today,
      }))}
    />
  )
}

const Bars = ({ figures }: { figures: ReturnType<typeof useFigures> }) => {
  const { t } = useTranslation('unified-tasks')
  const flown = (items: readonly { coveredArea: number }[], rest: 'rounding' | 'others') => ({
    label: t('flightArea'),
    mu:
      items.length < dronesListedAtMost
        ? sumOf(items)
        : (figures.overview.data?.flownArea ?? sumOf(items)),
    rest: t(rest),
  })
  const sorties = (count: number): string =>
    t('terms:sortieCount', { count, shown: formatCount(count) })
  return (
    <>
      <Section title={t('byDay')} asked={figures.days}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="muted mb-8">{t('flownNone')}</p>
          ) : (
            <>
              <DayColumns days={items} />
              <BarTotal
                bars={items.map(({ coveredArea: mu }) => ({ mu }))}
                total={flown(items, 'rounding')}
              />
            </>
          )
        }
      </Section>
      <Section title={t('byOperator')} asked={figures.owners}>
        {({ items }) => (
          <BarRows
            none={t('flownNone')}
            label={t('byOperator')}
            total={flown(items, 'rounding')}
            bars={items.map((one): Bar => ({
              key: one.accountId ?? '',
              label: one.accountName ?? '–',
              mu: one.coveredArea,
              note: sorties(one.sortieCount),
            }))}
          />
        )}
      </Section>
      <Section title={t('byDrone')} asked={figures.drones}>
        {({ items }) => (
          <BarRows
            none={t('flownNone')}
            label={t('byDrone')}
            total={flown(items, items.length > dronesShown ? 'others' : 'rounding')}
            bars={items
              .slice(0, dronesShown)
              .map((one): Bar => ({
                key: one.droneId,
                label: one.droneName,
                mu: one.coveredArea,
                note: one.yyAccountName ?? sorties(one.sortieCount),
              }))}
          />
        )}
      </Section>
      <Section title={t('byRegion')} asked={figures.regions}>
        {({ items }) => (
          <BarRows
            none={t('flownNone')}
            label={t('byRegion')}
            total={{ label: t('onPlotsOnce'), mu: sumOf(items), rest: t('rounding') }}
            bars={items.map((one): Bar => ({
              key: one.regionCode,
              label: formatPlace(one.region),
              mu: one.coveredArea,
              note: t('terms:plotCount', { count: one.plotNum, shown: formatCount(one.plotNum) }),
            }))}
          />
        )}
      </Section>
    </>
  )
}

/** The villages with the most ground, including those without a name. */
const VillageBars = ({ asked }: { asked: ReturnType<typeof useFigures>['villages'] }) => {
  const { t } = useTranslation('unified-tasks')
  return (
    <Section title={t('byVillage')} asked={asked}>
      {({ items, isKnown }) => (
        <BarRows
          none={t(isKnown ? 'villagesNone' : 'villagesUnknown')}
          label={t('byVillage')}
          total={{
            label: t('onPlotsOnce'),
            mu: sumOf(items),
            rest: t(items.length > villagesShown ? 'others' : 'rounding'),
          }}
          bars={
            items.some(({ village }) => village !== '')
              ? items
                  .slice(0, villagesShown)
                  .map((one): Bar => ({
                    key: `${one.regionCode} ${one.village}`,
                    label: one.village || t('villageUnnamed'),
                    mu: one.coveredArea,
                    note: t('terms:plotCount', {
                      count: one.plotNum,
                      shown: formatCount(one.plotNum),
                    }),
                  }))
              : []
          }
        />
      )}
    </Section>
  )
}

/** Progress of a task, and work by day, operator, drone and region. */
export const TaskChartScreen = () => {
  const { t } = useTranslation('unified-tasks')
  const { tftzId, task, asked } = useTask()
  const figures = useFigures(tftzId, task)
  const isOperator = useUser().accountType === 'operator'
  const { overview } = figures
  if (asked.isError && !task)
    return <Failure error={asked.error} onRetry={() => void asked.refetch()} />
  return (
    <section className={`grid cols-1 gap-16 ${style.page}`} aria-busy={overview.isFetching}>
      <ThinBar active={overview.isFetching && !overview.isPending} />
      <h1 className="page-title">{task?.tftzName ?? t('app:unifiedTaskChart')}</h1>
      <TaskHead task={task} />
      <Section title={t('progress')} asked={overview}>
        {(data) => (
          <>
            <ProgressBar ratio={data.progress} />
            <OverviewFigures overview={data} />
            <AreaAccount overview={data} />
            <p className="muted mb-8">
              {data.isMeasuring
                ? t('measuring')
                : t('measuredAt', { time: formatMinute(data.measuredAt) })}
            </p>
          </>
        )}
      </Section>
      {isOperator && <p className="muted mb-8">{t('ownOnly')}</p>}
      <div className={`grid gap-16 items-start ${style.cards}`}>
        <Bars figures={figures} />
        <VillageBars asked={figures.villages} />
        <Section title={t('leftOut')} asked={overview}>
          {(data) => task && <LeftOut task={task} overview={data} />}
        </Section>
      </div>
    </section>
  )
}
