import {
  countedStates,
  taskSortieList,
  type TaskSortie,
} from '@swath/contract/campaigns/unified-task-stats'
import { useTranslation } from 'react-i18next'
import { formatHours, formatNumber } from '../../../lib/format.ts'
import { Area } from '../../../ui/area.tsx'
import { useStateChips } from '../../../ui/count-chips.tsx'
import { AreaFact, Fact, Facts, TimeFact } from '../../../ui/facts.tsx'
import { Hours } from '../../../ui/hours.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { TaskHead, useTask } from './task-head.tsx'
import { whyLabels } from './task.labels.ts'

const Why = ({ why }: Pick<TaskSortie, 'why'>) => {
  const { t } = useTranslation('unified-tasks')
  return why === null ? (
    <StateTag tone="good">{t('countsYes')}</StateTag>
  ) : (
    <StateTag tone="waiting">{t(whyLabels[why])}</StateTag>
  )
}

const SortieFacts = ({ sortie }: { sortie: TaskSortie }) => {
  const { t } = useTranslation('unified-tasks')
  return (
    <Facts>
      <Fact label={t('counts')}>
        <Why why={sortie.why} />
      </Fact>
      <TimeFact label={t('startTime')} time={sortie.startTime} seconds />
      <Fact label={t('terms:drone')}>{`${sortie.droneName} · ${sortie.droneId}`}</Fact>
      <Fact label={t('terms:operator')}>{sortie.yyAccountName}</Fact>
      <Fact label={t('terms:pilot')}>{sortie.oprName}</Fact>
      <Fact label={t('terms:plot')}>{sortie.blockName}</Fact>
      <AreaFact label={t('flightArea')} mu={sortie.coveredArea} />
      <Fact label={t('terms:flightTime')}>
        <Hours durationS={sortie.flightTime} />
      </Fact>
      <Fact label={t('litres')}>{formatNumber(sortie.sprayQuantity, 1)} L</Fact>
      <Fact label={t('crop')}>{sortie.crop}</Fact>
      <Fact label={t('chemical')}>{sortie.chemical}</Fact>
    </Facts>
  )
}

// The counted flights are those of the statistics.
const states = [...countedStates, 'all'] as const
const labels = { true: 'unified-tasks:countsYes', false: 'unified-tasks:countsNo' }

/**
 * Flights that count for a task, and other flights of its drones with the reason why they do not.
 */
export const TaskSortieListScreen = () => {
  const { t } = useTranslation('unified-tasks')
  const { tftzId, task } = useTask()
  const { answer, onLoaded } = useLoadedRows<typeof taskSortieList>()
  const { asked, chips, narrowed } = useStateChips({
    name: 'counts',
    title: t('counts'),
    states,
    labels,
    counts: answer?.stats.states,
  })
  return (
    <ListScreen
      list={taskSortieList}
      title={task?.tftzName ?? t('app:unifiedTaskSorties')}
      head={
        <>
          <TaskHead task={task} />
          {chips}
        </>
      }
      as={{ narrowed: { tftzId, ...narrowed } }}
      shown={[
        'startTime',
        'droneName',
        'yyAccountName',
        'blockName',
        'coveredArea',
        'sprayQuantity',
        ...(asked === 'true' ? [] : (['why'] as const)),
      ]}
      cellRenderers={{ why: { render: ({ why }) => <Why why={why} /> } }}
      filters={['droneName', 'droneId', 'yyAccountName', 'oprName', 'blockName']}
      stats={({ stats }) => [
        { label: t('flightArea'), value: <Area mu={stats.coveredArea} /> },
        { label: t('terms:flightTime'), ...formatHours(stats.flightTime) },
        { label: t('litres'), value: formatNumber(stats.sprayQuantity, 1), unit: 'L' },
      ]}
      rows={{
        onLoaded,
        detail: {
          title: (_id, sortie) => sortie?.droneName ?? t('terms:drone'),
          render: (_id, sortie) => sortie && <SortieFacts sortie={sortie} />,
        },
      }}
      empty={{ title: t('sortiesNone'), reason: t('sortiesNoneReason') }}
    />
  )
}
