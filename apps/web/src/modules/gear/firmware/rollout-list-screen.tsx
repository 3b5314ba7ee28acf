import { firmwareRolloutList, type FirmwareRollout } from '@swath/contract/gear/firmware-rollouts'
import { Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format.ts'
import type { CellRenderers } from '../../../ui/list-declared.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { FirmwareTabs } from './firmware-tabs.tsx'
import { rolloutLabels, rolloutTones } from './firmware.labels.ts'
import { RolloutView } from './rollout-detail.tsx'
import style from './firmware.module.css'

const lookMs = 5_000

const Share = ({ rollout: { installedNum, droneNum } }: { rollout: FirmwareRollout }) => {
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
    installedNum: { render: (rollout) => <Share rollout={rollout} /> },
    modelName: { render: ({ modelName }) => modelName ?? t('allModels') },
  }
}

export const RolloutListScreen = () => {
  const { t } = useTranslation('firmware')
  const cellRenderers = useRolloutCells()
  return (
    <ListScreen
      list={firmwareRolloutList}
      title={t('rollouts')}
      head={<FirmwareTabs />}
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
      filters={['rolloutName', 'firmwareVersion', 'modelName', 'state']}
      stats={({ stats }) => [
        { label: t('statRunning'), value: formatCount(stats.running) },
        { label: t('statPaused'), value: formatCount(stats.paused) },
        { label: t('statStopped'), value: formatCount(stats.stopped) },
        { label: t('statEnded'), value: formatCount(stats.ended) },
      ]}
      rows={{
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
