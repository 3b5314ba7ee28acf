import { LeftOutlined } from '@ant-design/icons'
import { rolloutDroneList } from '@swath/contract/gear/firmware-rollouts'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import type { Looks } from '../../../ui/list-declared.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { useCame } from '../../../ui/use-came.ts'
import { droneLabels, droneTones, rolloutPath } from './firmware.labels.ts'

const lookMs = 5_000

const useDroneLooks = (): Looks<typeof rolloutDroneList> => {
  const { t } = useTranslation('firmware')
  return {
    state: {
      render: ({ state }) => <StateTag tone={droneTones[state]}>{t(droneLabels[state])}</StateTag>,
    },
  }
}

/** The drones of a roll-out, each with how far it is and why it failed. */
export const RolloutDroneListScreen = () => {
  const { t } = useTranslation('firmware')
  const { rolloutId = '' } = useParams()
  const navigate = useNavigate()
  const looks = useDroneLooks()
  const { answer, onCame } = useCame<typeof rolloutDroneList>()
  return (
    <ListScreen
      list={rolloutDroneList}
      title={answer ? t('dronesOf', { name: answer.rolloutName }) : t('terms:drones')}
      head={
        <p>
          <Link to={`${rolloutPath}?open=${rolloutId}`}>
            <LeftOutlined aria-hidden /> {t('rollouts')}
          </Link>
        </p>
      }
      as={{ narrowed: { rolloutId } }}
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
      looks={looks}
      filters={['droneId', 'state', 'direction', { name: 'reason', label: t('terms:reason') }]}
      rows={{
        onCame,
        onOpen: ({ droneId }) =>
          void navigate(`/business_manage/drone-list/${encodeURIComponent(droneId)}`),
      }}
      empty={{ title: t('dronesNone') }}
      refreshMs={lookMs}
    />
  )
}
