import { firmwareRolloutList, type FirmwareRollout } from '@swath/contract/gear/firmware-rollouts'
import { rolloutStates } from '@swath/domain/firmware-rollout'
import { Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format.ts'
import { useStateChips } from '../../../ui/count-chips.tsx'
import type { CellRenderers } from '../../../ui/list-declared.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { FirmwareTabs } from './firmware-tabs.tsx'
import { rolloutLabels, rolloutTones } from './firmware.labels.ts'
import { RolloutView } from './rollout-detail.tsx'
import style from './firmware.module.css'

const lookMs = 5_000
const states = ['all', ...rolloutStates] as const

/** The share of drones that have it. */
export const InstalledShare = ({
  rollout: { installedNum, droneNum },
}: {
  rollout: FirmwareRollout
}) => {
  const { t } = useTranslation('firmware')
  return (
    <span className={`inline-flex gap-8 items-center nowrap ${style.share}`}>
      <Progress
        percent={(installedNum / Math.max(1, droneNum)) * 100}
        showInfo={false}
        size="small"
        aria-label={t('installed')}
      />
      <span className="figure">
        {t('ofDrones', { installed: formatCount(installedNum), all: formatCount(droneNum) })}
      </span>
    </span>
  )
}

const useRolloutCells = (): CellRenderers<typeof firmwareRolloutList> => {
  const { t } = useTranslation('firmware')
  return {
    state: {
      render: ({ state }) => (
        <StateTag tone={rolloutTones[state]}>{t(rolloutLabels[state])}</StateTag>
      ),
    },
    step: {
      render: ({ step, steps, stepPercent }) =>
        t('stepOf', { step, count: steps.length, percent: stepPercent }),
    },
    installedNum: { render: (rollout) => <InstalledShare rollout={rollout} /> },
    modelName: { render: ({ modelName }) => modelName ?? t('allModels') },
  }
}

export const RolloutListScreen = () => {
  const { t } = useTranslation('firmware')
  const cellRenderers = useRolloutCells()
  const { answer, onLoaded } = useLoadedRows<typeof firmwareRolloutList>()
  const { chips, narrowed } = useStateChips({
    states,
    labels: rolloutLabels,
    counts: answer?.stats,
  })
  return (
    <ListScreen
      list={firmwareRolloutList}
      title={t('rollouts')}
      head={
        <>
          <FirmwareTabs />
          {chips}
        </>
      }
      as={{ narrowed }}
      shown={[
        'rolloutName',
        'firmwareVersion',
        'state',
        'step',
        'installedNum',
        'failedNum',
        'modelName',
        'createdByName',
        'createdAt',
      ]}
      cellRenderers={cellRenderers}
      filters={['rolloutName', 'firmwareVersion', 'modelName']}
      rows={{
        onLoaded,
        detail: {
          title: (_id, row) => row?.rolloutName ?? t('rollouts'),
          render: (rolloutId) => <RolloutView key={rolloutId} rolloutId={rolloutId} />,
        },
      }}
      empty={{ title: t('rolloutsNone'), reason: t('rolloutsNoneReason') }}
      refreshMs={lookMs}
    />
  )
}
