import {
  taskDroneList,
  taskDroneStates,
  type TaskDrone,
} from '@swath/contract/campaigns/unified-task-stats'
import type { UnifiedTask } from '@swath/contract/campaigns/unified-task-rows'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../../lib/errors.ts'
import { formatCount, formatDay, formatNumber } from '../../../lib/format.ts'
import { Area } from '../../../ui/area.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { useStateChips } from '../../../ui/count-chips.tsx'
import { CreateButton } from '../../../ui/create-button.tsx'
import { AreaFact, Fact, Facts, TimeFact } from '../../../ui/facts.tsx'
import { Hours } from '../../../ui/hours.tsx'
import type { AnswerOf } from '../../../ui/list-declared.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import type { Figure } from '../../../ui/list-stats.tsx'
import { useCloseDetail } from '../../../ui/opened-detail.ts'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { AddDrones, SetDroneDates } from './drone-forms.tsx'
import { TaskHead, useTask } from './task-head.tsx'
import { useRemoveDrones } from './unified-tasks.mutations.ts'

type BulkProps = { task: UnifiedTask; drones: readonly TaskDrone[]; clear: () => void }
/** Removes the selected drones with one call. */
const Bulk = ({ task, drones, clear }: BulkProps) => {
  const { t } = useTranslation('unified-tasks')
  const confirm = useConfirm()
  const remove = useRemoveDrones()
  const [isSetting, setSetting] = useState(false)
  const droneIds = drones.map(({ droneId }) => droneId)
  const askRemove = (): void =>
    confirm({
      title: t('askRemoveDrones', { count: droneIds.length }),
      text: t('removeDronesEffect'),
      verb: t('removeDrones'),
      run: async () => {
        await remove.mutateAsync({ tftzId: task.tftzId, droneIds })
        showSuccess(t('dronesRemoved'))
        clear()
      },
    })
  return (
    <>
      <Button size="small" onClick={() => setSetting(true)}>
        {t('setDates')}
      </Button>
      <Button size="small" danger onClick={askRemove}>
        {t('removeDrones')}
      </Button>
      {isSetting && (
        <SetDroneDates task={task} droneIds={droneIds} onClose={() => setSetting(false)} />
      )}
    </>
  )
}

const DroneFacts = ({ drone }: { drone: TaskDrone }) => {
  const { t } = useTranslation('unified-tasks')
  return (
    <Facts>
      <Fact label={t('terms:serialNumber')}>{drone.droneId}</Fact>
      <Fact label={t('terms:model')}>{drone.modelName}</Fact>
      <Fact label={t('terms:operator')}>{drone.yyAccountName}</Fact>
      <Fact label={t('dataStartDate')}>{formatDay(drone.dataStartDate)}</Fact>
      <Fact label={t('dataEndDate')}>{formatDay(drone.dataEndDate)}</Fact>
      <Fact label={t('terms:sorties')}>{formatCount(drone.sortieCount)}</Fact>
      <AreaFact label={t('flightArea')} mu={drone.coveredArea} />
      <AreaFact label={t('sweptArea')} mu={drone.sweptArea} />
      <Fact label={t('terms:flightTime')}>
        <Hours durationS={drone.flightTime} />
      </Fact>
      <Fact label={t('litres')}>{formatNumber(drone.sprayQuantity, 1)} L</Fact>
      <TimeFact label={t('lastWork')} time={drone.lastWorkTime} />
    </Facts>
  )
}

const dayColumns = ['dataStartDate', 'dataEndDate'] as const
/** Days that all drones share are shown once, above the list. */
const hasCommonDays = (
  stats: { dataStartDate: string | null; dataEndDate: string | null } | undefined,
): boolean => !stats || (stats.dataStartDate !== null && stats.dataEndDate !== null)

const states = ['all', ...taskDroneStates] as const
const stateLabels = { flown: 'unified-tasks:droneFlown', idle: 'unified-tasks:droneIdle' }

const useFigures = () => {
  const { t } = useTranslation('unified-tasks')
  return ({ stats }: AnswerOf<typeof taskDroneList>): Figure[] => [
    ...(stats.dataStartDate && stats.dataEndDate
      ? [
          {
            label: t('countedDays'),
            value: `${formatDay(stats.dataStartDate)} – ${formatDay(stats.dataEndDate)}`,
          },
        ]
      : []),
    { label: t('terms:sorties'), value: formatCount(stats.sortieCount) },
    { label: t('flightArea'), value: <Area mu={stats.coveredArea} /> },
  ]
}

/** The drones that fly for a task, their days, and their work. */
export const TaskDroneListScreen = () => {
  const { t } = useTranslation('unified-tasks')
  const { tftzId, task } = useTask()
  const { answer, onLoaded } = useLoadedRows<typeof taskDroneList>()
  const toFigures = useFigures()
  const { chips, narrowed } = useStateChips({
    states,
    labels: stateLabels,
    counts: answer?.stats.states,
  })
  const [isAdding, setAdding] = useState(false)
  const close = useCloseDetail()
  const mayChoose = task?.can.chooseDrones ?? false
  const add = mayChoose && <CreateButton label={t('addDrones')} onClick={() => setAdding(true)} />
  return (
    <>
      <ListScreen
        list={taskDroneList}
        title={task?.tftzName ?? t('app:unifiedTaskDrones')}
        head={
          <>
            <TaskHead task={task} />
            {chips}
          </>
        }
        as={{ narrowed: { tftzId, ...narrowed } }}
        shown={[
          'droneName',
          'yyAccountName',
          ...(hasCommonDays(answer?.stats) ? [] : dayColumns),
          'sortieCount',
          'coveredArea',
          'sprayQuantity',
          'flightTime',
          'lastWorkTime',
        ]}
        cellRenderers={{
          dataStartDate: { render: ({ dataStartDate }) => formatDay(dataStartDate) },
          dataEndDate: { render: ({ dataEndDate }) => formatDay(dataEndDate) },
        }}
        filters={['droneName', 'droneId', 'yyAccountName']}
        stats={toFigures}
        statsUsual={3}
        actions={add}
        rows={{
          onLoaded,
          bulk:
            mayChoose && task
              ? (drones, clear) => <Bulk task={task} drones={drones} clear={clear} />
              : undefined,
          detail: {
            title: (_id, drone) => drone?.droneName ?? t('terms:drone'),
            render: (_id, drone) =>
              drone && (
                <div className="grid cols-1 gap-16">
                  {mayChoose && task && (
                    <div className="flex wrap gap-8 items-center">
                      <Bulk task={task} drones={[drone]} clear={close} />
                    </div>
                  )}
                  <DroneFacts drone={drone} />
                </div>
              ),
          },
        }}
        empty={{
          title: t('dronesNone'),
          reason: t('dronesNoneReason'),
          ...(add ? { action: add } : {}),
        }}
      />
      {isAdding && task && <AddDrones task={task} onClose={() => setAdding(false)} />}
    </>
  )
}
