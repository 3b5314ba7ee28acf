import { DownloadOutlined, LockOutlined, QrcodeOutlined, UnlockOutlined } from '@ant-design/icons'
import type { DroneRow } from '@swath/contract/fleet/drone-list'
import { useMutation } from '@tanstack/react-query'
import { Button, Dropdown, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { useAreaUnit } from '../../../lib/area-unit.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { BulkActions } from '../../../ui/bulk-actions.tsx'
import { tableNames } from '../../../ui/table-exports.ts'
import { DroneLabels } from './drone-label.tsx'
import { saleTypeLabels } from './drone.labels.ts'
import { afterDroneChange } from './drones.mutations.ts'
import { LockMany } from './lock-many.tsx'
import style from './drone-bulk.module.css'

/** Maximum number of serial numbers that fit into a URL. */
const exportedAtMost = 250

type Props = { drones: readonly DroneRow[]; clear: () => void }

const SaleTypeAction = ({ drones, clear }: Props) => {
  const { t } = useTranslation('drones')
  const [saleType, setSaleType] = useState<DroneRow['saleType']>(1)
  return (
    <>
      <Select
        size="small"
        className={style.choice}
        aria-label={t('saleType')}
        value={saleType}
        onChange={setSaleType}
        options={([1, 2, 3] as const).map((value) => ({ value, label: t(saleTypeLabels[value]) }))}
      />
      <BulkActions<DroneRow>
        rows={drones}
        toKey={({ droneId }) => droneId}
        toName={({ droneName }) => droneName}
        after={afterDroneChange}
        clear={clear}
        actions={[
          {
            verb: t('saleTypeSet'),
            ask: (count) => t('saleTypeAsk', { count, sale: t(saleTypeLabels[saleType]) }),
            effect: () => null,
            applies: (drone) => drone.can.update && drone.saleType !== saleType,
            run: ({ droneId }) => call('setSaleType', { params: { droneId }, body: { saleType } }),
          },
        ]}
      />
    </>
  )
}

const ExportChosen = ({ drones }: { drones: readonly DroneRow[] }) => {
  const { t } = useTranslation('drones')
  const unit = useAreaUnit()
  const save = useMutation({
    mutationFn: async (format: 'csv' | 'xlsx') =>
      saveFile(
        `${t('exportName')}.${format}`,
        await call(
          'exportDrones',
          {
            query: {
              format,
              areaUnit: unit,
              chosen: drones
                .slice(0, exportedAtMost)
                .map(({ droneId }) => droneId)
                .join(','),
            },
          },
          { timeoutMs: null },
        ),
      ),
  })
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'csv', label: tableNames.csv },
          { key: 'xlsx', label: tableNames.xlsx },
        ],
        onClick: ({ key }) => save.mutate(key as 'csv' | 'xlsx'),
      }}
    >
      <Button
        size="small"
        icon={<DownloadOutlined aria-hidden />}
        loading={save.isPending}
        disabled={drones.length > exportedAtMost}
      >
        {t('terms:export')}
      </Button>
    </Dropdown>
  )
}

/** Actions on many drones at once. */
export const DroneBulk = ({ drones, clear }: Props) => {
  const { t } = useTranslation('drones')
  const [open, setOpen] = useState<'lock' | 'unlock' | 'label' | null>(null)
  const lockable = drones.filter(({ can, locked }) => can.lock && !locked)
  const unlockable = drones.filter(({ can, locked }) => can.lock && locked)
  return (
    <>
      {drones.some(({ can }) => can.update) && <SaleTypeAction drones={drones} clear={clear} />}
      {lockable.length > 0 && (
        <Button
          size="small"
          danger
          icon={<LockOutlined aria-hidden />}
          onClick={() => setOpen('lock')}
        >
          {t('lock')}
        </Button>
      )}
      {unlockable.length > 0 && (
        <Button
          size="small"
          icon={<UnlockOutlined aria-hidden />}
          onClick={() => setOpen('unlock')}
        >
          {t('unlock')}
        </Button>
      )}
      <Button size="small" icon={<QrcodeOutlined aria-hidden />} onClick={() => setOpen('label')}>
        {t('labels')}
      </Button>
      <ExportChosen drones={drones} />
      {open === 'label' && <DroneLabels drones={drones} onClose={() => setOpen(null)} />}
      {(open === 'lock' || open === 'unlock') && (
        <LockMany
          drones={open === 'lock' ? lockable : unlockable}
          opr={open}
          onClose={(isOver) => {
            setOpen(null)
            if (isOver) clear()
          }}
        />
      )}
    </>
  )
}
