import { taskStates, unifiedTaskList } from '@swath/contract/campaigns/unified-task-rows'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dash, formatCount, formatDay } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { Area } from '../../../ui/area.tsx'
import { useStateChips } from '../../../ui/count-chips.tsx'
import { CreateButton } from '../../../ui/create-button.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useCloseDetail, useOpenDetail } from '../../../ui/opened-detail.ts'
import { StateTag } from '../../../ui/state-tags.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { ProgressBar } from './progress-bar.tsx'
import { CreateTask } from './task-form.tsx'
import { invitationLabels, invitationTones, stateLabels, stateTones } from './task.labels.ts'
import { TaskView } from './task-view.tsx'

/** Filter by invitation, for operators. */
const useInvitationFilter = (isOperator: boolean) => {
  const { t } = useTranslation('unified-tasks')
  const options = [
    { value: 'invited', label: t('invited') },
    { value: 'accepted', label: t('accepted') },
    { value: 'declined', label: t('declined') },
  ]
  return isOperator ? [{ name: 'invitation' as const, label: t('invitation'), options }] : []
}

const useDueFilter = () => {
  const { t } = useTranslation('unified-tasks')
  const options = [
    { value: 'ending', label: t('dueEnding') },
    { value: 'ended', label: t('dueEnded') },
  ]
  return { name: 'due' as const, label: t('due'), options }
}

const useWorkTypeFilter = () => {
  const { t } = useTranslation('unified-tasks')
  const { data } = useQuery(buildQuery('listWorkTypes', { query: { size: '1000' } }))
  const options = (data?.items ?? []).map(({ workTypeId, workTypeName }) => ({
    value: workTypeId,
    label: workTypeName,
  }))
  return { name: 'workTypeId' as const, label: t('workType'), options }
}

/** Filters that are columns. */
const columnFilters = ['tftzName', 'accountName', 'region', 'tftzType'] as const
const states = ['all', ...taskStates] as const

const useFilters = (isOperator: boolean) => [
  ...columnFilters,
  useWorkTypeFilter(),
  useDueFilter(),
  ...useInvitationFilter(isOperator),
]

/** Campaigns that the person runs, supervises or takes part in. */
export const UnifiedTaskListScreen = () => {
  const { t } = useTranslation('unified-tasks')
  const isOperator = useUser().accountType === 'operator'
  const filters = useFilters(isOperator)
  const { answer, onLoaded } = useLoadedRows<typeof unifiedTaskList>()
  const { chips, narrowed } = useStateChips({
    states,
    labels: unifiedTaskList.columns.state.labels,
    counts: answer?.stats.states,
  })
  const [isCreating, setCreating] = useState(false)
  const open = useOpenDetail()
  const close = useCloseDetail()
  const create = answer?.canCreate && (
    <CreateButton label={t('create')} onClick={() => setCreating(true)} />
  )
  return (
    <>
      <ListScreen
        list={unifiedTaskList}
        title={t('app:unifiedTaskList')}
        head={chips}
        as={{ narrowed }}
        shown={[
          'tftzName',
          'state',
          'progress',
          'goalArea',
          'startDate',
          'endDate',
          'region',
          ...(isOperator ? (['accountName'] as const) : (['operatorNum'] as const)),
        ]}
        cellRenderers={{
          tftzName: { width: 165 },
          state: {
            render: (task) => (
              <>
                <StateTag tone={stateTones[task.state]}>{t(stateLabels[task.state])}</StateTag>
                {task.can.answer && task.invitation === 'invited' && (
                  <StateTag tone={invitationTones.invited}>{t(invitationLabels.invited)}</StateTag>
                )}
              </>
            ),
          },
          progress: {
            render: ({ progress }) => (progress === null ? dash : <ProgressBar ratio={progress} />),
            width: 160,
          },
          startDate: { render: ({ startDate }) => formatDay(startDate) },
          endDate: { render: ({ endDate }) => formatDay(endDate), named: t('phoneEndDate') },
          forecastDate: { render: ({ forecastDate }) => formatDay(forecastDate) },
        }}
        filters={filters}
        stats={({ stats }) => [
          ...(isOperator
            ? [{ label: t('invitations'), value: formatCount(stats.invitedNum) }]
            : []),
          { label: t('terms:coveredArea'), value: <Area mu={stats.coveredArea} /> },
          { label: t('goalArea'), value: <Area mu={stats.goalArea} /> },
        ]}
        actions={create}
        rows={{
          onLoaded,
          detail: {
            title: (_id, task) => task?.tftzName ?? t('task'),
            render: (id, task) => <TaskView key={id} tftzId={id} row={task} onLeave={close} />,
          },
        }}
        empty={{
          title: t('none'),
          reason: isOperator ? t('noneReasonOperator') : t('noneReason'),
          ...(create ? { action: create } : {}),
        }}
      />
      {isCreating && <CreateTask onClose={() => setCreating(false)} onCreated={open} />}
    </>
  )
}
