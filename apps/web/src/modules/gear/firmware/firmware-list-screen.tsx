import { firmwareList } from '@swath/contract/gear/firmware'
import { firmwareStates } from '@swath/domain/firmware-container'
import { Alert } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatBytes, formatCount } from '../../../lib/format.ts'
import { useStateChips } from '../../../ui/count-chips.tsx'
import { CreateButton } from '../../../ui/create-button.tsx'
import type { CellRenderers } from '../../../ui/list-declared.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { FirmwareView } from './firmware-detail.tsx'
import { FirmwareTabs } from './firmware-tabs.tsx'
import { keyPath, stateLabels, stateTones } from './firmware.labels.ts'
import { UploadFirmware } from './upload-firmware.tsx'
import style from './firmware.module.css'

const useFirmwareCells = (): CellRenderers<typeof firmwareList> => {
  const { t } = useTranslation('firmware')
  return {
    modelName: { render: ({ modelName }) => modelName ?? t('allModels') },
    state: {
      render: ({ state }) => <StateTag tone={stateTones[state]}>{t(stateLabels[state])}</StateTag>,
    },
  }
}

const workingMs = 3_000

/** Builds of a maker, with their release state. */
export const FirmwareListScreen = () => {
  const { t } = useTranslation('firmware')
  const cellRenderers = useFirmwareCells()
  const { answer, rows, onLoaded } = useLoadedRows<typeof firmwareList>()
  const { chips, narrowed } = useStateChips({
    states: ['all', ...firmwareStates],
    labels: stateLabels,
    counts: answer?.stats.states,
    hidesEmpty: true,
  })
  const [isUploading, setUploading] = useState(false)
  const mayUpload = answer?.can.upload ?? false
  const isWorking = rows?.some(({ state }) => state === 'encrypting') ?? false
  const upload = mayUpload && (
    <CreateButton label={t('upload')} onClick={() => setUploading(true)} />
  )
  return (
    <>
      <ListScreen
        list={firmwareList}
        title={t('terms:firmware')}
        head={
          <>
            <FirmwareTabs />
            {mayUpload && answer?.hasKey === false && (
              <Alert
                className={style.notice!}
                type="info"
                showIcon
                title={t('noKey')}
                action={<Link to={keyPath}>{t('toKeys')}</Link>}
              />
            )}
            {chips}
          </>
        }
        as={{ narrowed }}
        shown={[
          'firmwareVersion',
          'firmwareType',
          'accountName',
          'modelName',
          'state',
          'bytes',
          'droneNum',
          'filename',
          'createdAt',
        ]}
        cellRenderers={cellRenderers}
        filters={[
          'firmwareVersion',
          'firmwareType',
          'filename',
          'modelName',
          { name: 'rcid', label: t('rcid') },
          'accountName',
        ]}
        stats={({ stats }) => [
          { label: t('terms:size'), value: formatBytes(stats.bytes) },
          { label: t('statRollouts'), value: formatCount(stats.rolloutNum) },
        ]}
        actions={upload}
        rows={{
          onLoaded,
          detail: {
            title: (_id, row) => row?.firmwareVersion ?? t('terms:firmware'),
            render: (firmwareId, row) => (
              <FirmwareView key={firmwareId} firmwareId={firmwareId} row={row} />
            ),
          },
        }}
        empty={{ title: t('none'), reason: t('noneReason'), action: upload }}
        {...(isWorking ? { refreshMs: workingMs } : {})}
      />
      {isUploading && <UploadFirmware onClose={() => setUploading(false)} />}
    </>
  )
}
