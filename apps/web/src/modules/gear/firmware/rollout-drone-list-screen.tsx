import { rolloutDroneList } from '@swath/contract/gear/firmware-rollouts'
import { rolloutDroneStates } from '@swath/domain/firmware-rollout'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { useStateChips } from '../../../ui/count-chips.tsx'
import { buildQuery } from '../../../lib/query.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import type { CellRenderers } from '../../../ui/list-declared.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import {
  droneLabels,
  droneTones,
  rolloutLabels,
  rolloutPath,
  rolloutTones,
} from './firmware.labels.ts'
import { InstalledShare } from './rollout-list-screen.tsx'

const lookMs = 5_000

const useDroneCells = (): CellRenderers<typeof rolloutDroneList> => {
  const { t } = useTranslation('firmware')
  return {
    state: {
      render: ({ state }) => <StateTag tone={droneTones[state]}>{t(droneLabels[state])}</StateTag>,
    },
  }
}

/** How far the roll-out is. */
const Summary = ({ rolloutId }: { rolloutId: string }) => {
  const { t } = useTranslation('firmware')
  const { data } = useQuery({
    ...buildQuery('getFirmwareRollout', { params: { rolloutId } }),
    refetchInterval: lookMs,
  })
  if (!data) return null
  const { state, step, steps, stepPercent } = data
  return (
    <div className="flex wrap gap-8-16 items-center">
      <StateTag tone={rolloutTones[state]}>{t(rolloutLabels[state])}</StateTag>
      <span>{t('stepNow', { step, count: steps.length, percent: stepPercent })}</span>
      <InstalledShare rollout={data} />
    </div>
  )
}

/** The drones of a roll-out, each with its progress and the reason if it failed. */
export const RolloutDroneListScreen = () => {
  const { t } = useTranslation('firmware')
  const { rolloutId = '' } = useParams()
  const navigate = useNavigate()
  const cellRenderers = useDroneCells()
  const { answer, onLoaded } = useLoadedRows<typeof rolloutDroneList>()
  const { chips, narrowed } = useStateChips({
    states: ['all', ...rolloutDroneStates],
    labels: droneLabels,
    counts: answer?.stats,
    hidesEmpty: true,
  })
  return (
    <ListScreen
      list={rolloutDroneList}
      title={answer ? t('dronesOf', { name: answer.rolloutName }) : t('terms:drones')}
      head={
        <>
          <BackLink to={`${rolloutPath}?open=${rolloutId}`}>{t('rollouts')}</BackLink>
          <Summary rolloutId={rolloutId} />
          {chips}
        </>
      }
      as={{ narrowed: { rolloutId, ...narrowed } }}
      shown={[
        'droneId',
        'droneName',
        'modelName',
        'turn',
        'state',
        'receivedPercent',
        'waitsFor',
        'reason',
        'wasVersion',
        'direction',
        'changedAt',
      ]}
      cellRenderers={cellRenderers}
      filters={['droneId', 'direction', { name: 'reason', label: t('terms:reason') }]}
      rows={{
        onLoaded,
        onOpen: ({ droneId }) =>
          void navigate(`/business_manage/drone-list/${encodeURIComponent(droneId)}`),
      }}
      empty={{ title: t('dronesNone') }}
      refreshMs={lookMs}
    />
  )
}
