import { groupPlanList, type GroupPlan } from '@swath/contract/campaigns/group-plans'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { formatDuration } from '../../../lib/format.ts'
import { useStateChips } from '../../../ui/count-chips.tsx'
import { CreateButton } from '../../../ui/create-button.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { GroupPlanView } from './group-plan-view.tsx'
import { groupPath } from './plan.labels.ts'

const tones = { ready: undefined, flying: 'good', done: undefined } as const
const states = ['all', 'flying', 'ready', 'done'] as const
const { labels } = groupPlanList.columns.state

const PlanState = ({ state }: Pick<GroupPlan, 'state'>) => {
  const { t } = useTranslation('group-control')
  return <StateTag tone={tones[state]}>{t(labels[state])}</StateTag>
}

/** Plans for several drones, those in progress first. */
export const GroupPlanListScreen = () => {
  const { t } = useTranslation('group-control')
  const navigate = useNavigate()
  const { answer, onLoaded } = useLoadedRows<typeof groupPlanList>()
  const { chips, narrowed } = useStateChips({ states, labels, counts: answer?.stats })
  return (
    <ListScreen
      list={groupPlanList}
      title={t('app:groupControl')}
      head={chips}
      as={{ narrowed }}
      shown={[
        'name',
        'state',
        'plotNames',
        'droneCount',
        'area',
        'sprayL',
        'durationS',
        'refillNum',
        'updatedAt',
      ]}
      cellRenderers={{
        state: { render: ({ state }) => <PlanState state={state} /> },
        durationS: {
          render: ({ durationS }) => <span className="figure">{formatDuration(durationS)}</span>,
          unit: t('ui:minutesSeconds'),
          number: true,
        },
      }}
      filters={['name', { name: 'plotName', label: t('terms:plot') }]}
      actions={
        answer?.can.create && (
          <CreateButton label={t('create')} onClick={() => void navigate(`${groupPath}/new`)} />
        )
      }
      rows={{
        onLoaded,
        detail: {
          title: (_id, row) => row?.name ?? t('name'),
          render: (plan) => <GroupPlanView key={plan} plan={plan} />,
        },
      }}
      empty={{ title: t('none'), reason: t('noneReason') }}
    />
  )
}
