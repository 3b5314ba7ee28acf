import type { UnifiedTask } from '@swath/contract/campaigns/unified-task-rows'
import { taskPlotList, type TaskPlot } from '@swath/contract/campaigns/unified-task-stats'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { formatCount, formatDay } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { Area } from '../../../ui/area.tsx'
import { AreaFact, Fact, Facts, TimeFact } from '../../../ui/facts.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useListedOnMap } from '../../../ui/listed-on-map.ts'
import { useOwnScreens } from '../../../ui/own-screens.ts'
import { PlotsInView, useMapRange } from '../../live/public.ts'
import { useOpenDetail } from '../../../ui/opened-detail.ts'
import { ProgressBar } from './progress-bar.tsx'
import { TaskHead, useTask } from './task-head.tsx'
import { isGroundPassed, mergeProgress, type CoveredPlot } from './plots-on-map.ts'
import { AddPlots } from './task-plots.tsx'
import { taskPath } from './task.labels.ts'
import { TaskPlotLayer } from './task-plot-layer.tsx'
import style from './unified-tasks.module.css'

/** The task's plots on the map; while flights arrive, only their progress is refetched. */
const usePlotsOnMap = (tftzId: string, isOpen: boolean) => {
  const asked = useQuery({
    ...buildQuery('getTaskMap', { query: { tftzId } }),
    staleTime: Infinity,
  })
  const progressQuery = useQuery({
    ...buildQuery('getTaskMapProgress', { query: { tftzId } }),
    refetchInterval: isOpen ? 60_000 : false,
  })
  const { data: groundData, dataUpdatedAt: groundMs, refetch } = asked
  const { data: progressData, dataUpdatedAt: progressMs } = progressQuery
  const ground = useMemo(
    () => groundData && { ...groundData, atMs: groundMs },
    [groundData, groundMs],
  )
  const progress = useMemo(
    () => progressData && { ...progressData, atMs: progressMs },
    [progressData, progressMs],
  )
  const isPassed = useMemo(() => isGroundPassed(ground, progress), [ground, progress])
  // Reloaded once per response: a plot that is in only one of the two responses must not cause a
  // loop.
  useEffect(() => {
    if (isPassed) void refetch()
  }, [isPassed, progressMs, refetch])
  const items = useMemo(
    (): readonly CoveredPlot[] => mergeProgress(ground, progress),
    [ground, progress],
  )
  return { items, regionBounds: progressData?.regionBounds ?? null }
}

const Legend = () => {
  const { t } = useTranslation('unified-tasks')
  return (
    <p className={`flex wrap gap-4-16 muted text-13 mt-8 ${style.legend}`}>
      <span>{t('mapLegend')}</span>
      {(['none', 'some', 'done'] as const).map((kind) => (
        <span key={kind}>
          <i data-covered={kind} aria-hidden />{' '}
          {t({ none: 'legendNone', some: 'legendSome', done: 'legendDone' }[kind])}
        </span>
      ))}
    </p>
  )
}

const PlotFacts = ({ plot }: { plot: TaskPlot }) => {
  const { t } = useTranslation('unified-tasks')
  return (
    <Facts>
      <Fact label={t('coveredRatio')}>
        <ProgressBar ratio={plot.coveredRatio} />
      </Fact>
      <AreaFact label={t('terms:area')} mu={plot.area} />
      <AreaFact label={t('terms:coveredArea')} mu={plot.coveredArea} />
      <AreaFact label={t('missed')} mu={plot.missedArea} />
      <AreaFact label={t('repeated')} mu={plot.repeatedArea} />
      <Fact label={t('terms:sorties')}>{formatCount(plot.sortieCount)}</Fact>
      <TimeFact label={t('lastWork')} time={plot.lastWorkTime} />
      <Fact label={t('plotOwner')}>{plot.accountName}</Fact>
      <Fact label={t('terms:region')}>{plot.region.join(' / ')}</Fact>
      {plot.village !== '' && <Fact label={t('terms:village')}>{plot.village}</Fact>}
    </Facts>
  )
}

/** When plots appear, and what can be done until then. */
const useNoPlots = (task: UnifiedTask | undefined) => {
  const { t } = useTranslation('unified-tasks')
  if (!task) return { title: t('plotsNone') }
  const { tftzId, ground, state, can, droneNum } = task
  if (state === 'closed') return { title: t('plotsNone'), reason: t('plotsNoneClosed') }
  if (ground === 'plots')
    return {
      title: t('plotsNone'),
      reason: t(can.update ? 'plotsNoneChoose' : 'plotsNoneChosen'),
      action: can.update && <AddPlots task={task} />,
    }
  const days = {
    from: formatDay(`${task.startDate}T12:00:00Z`),
    until: formatDay(`${task.endDate}T12:00:00Z`),
  }
  return {
    title: t('plotsNone'),
    reason: t(state === 'draft' ? 'plotsNoneDraft' : 'plotsNoneWhole', {
      region: task.region.at(-1),
      ...days,
    }),
    action: (
      <Link to={taskPath(tftzId, 'drone-list')}>
        {t(droneNum === 0 && can.chooseDrones ? 'plotsAssign' : 'plotsDrones')}
      </Link>
    ),
  }
}

/** The plots of the region, until the first of them is sprayed for the task. */
const RegionPlots = () => <PlotsInView range={useMapRange(500)} fromZoom={0} />

/** Plots of a task, with the area covered, missed and covered twice. */
export const TaskPlotListScreen = () => {
  const { t } = useTranslation('unified-tasks')
  const { tftzId, task } = useTask()
  const { items, regionBounds } = usePlotsOnMap(tftzId, task?.state === 'open')
  const [params] = useSearchParams()
  const open = useOpenDetail()
  useListedOnMap(items, regionBounds)
  const empty = useNoPlots(task)
  const hasMonitor = useOwnScreens().findPath('monitor') !== undefined
  return (
    <>
      {regionBounds && task?.ground === 'region' && hasMonitor && <RegionPlots />}
      <TaskPlotLayer items={items} selectedId={params.get('open')} onClick={open} />
      <ListScreen
        list={taskPlotList}
        title={task?.tftzName ?? t('app:unifiedTaskPlots')}
        head={
          <>
            <TaskHead task={task} />
            <Legend />
          </>
        }
        as={{ narrowed: { tftzId } }}
        shown={['blockName', 'coveredRatio', 'coveredArea', 'missedArea', 'repeatedArea']}
        cellRenderers={{
          coveredRatio: {
            render: ({ coveredRatio }) => <ProgressBar ratio={coveredRatio} />,
            width: 130,
          },
          missedArea: { named: true },
        }}
        filters={[
          'blockName',
          'accountName',
          'region',
          'village',
          {
            name: 'worked',
            label: t('worked'),
            options: [
              { value: 'true', label: t('terms:yes') },
              { value: 'false', label: t('terms:no') },
            ],
          },
        ]}
        stats={({ stats, total }) => [
          { label: t('terms:plots'), value: formatCount(total) },
          { label: t('terms:area'), value: <Area mu={stats.area} /> },
          { label: t('terms:coveredArea'), value: <Area mu={stats.coveredArea} /> },
        ]}
        rows={{
          detail: {
            title: (_id, plot) => plot?.blockName ?? t('terms:plot'),
            render: (_id, plot) => plot && <PlotFacts plot={plot} />,
          },
        }}
        empty={empty}
      />
    </>
  )
}
