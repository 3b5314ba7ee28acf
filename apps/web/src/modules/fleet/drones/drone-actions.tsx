import {
  EditOutlined,
  EllipsisOutlined,
  LockOutlined,
  SwapOutlined,
  UnlockOutlined,
} from '@ant-design/icons'
import type { DroneRow } from '@swath/contract/fleet/drone-list'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { outdated } from '../../../lib/query.ts'
import { LockDialog } from '../../live/public.ts'
import { ChangeOwner, EditDrone, EquipDrone } from './drone-forms.tsx'
import { DroneLabels } from './drone-label.tsx'
import style from './drones.module.css'

type Dialog = 'edit' | 'equip' | 'owner' | 'lock' | 'label'

/** The actions that the signed-in person may take on a drone. */
export const DroneActions = ({ drone }: { drone: DroneRow }) => {
  const { t } = useTranslation('drones')
  const [open, setOpen] = useState<Dialog | null>(null)
  const close = (): void => setOpen(null)
  const { can, locked } = drone
  const more = [
    ...(can.update ? [{ key: 'equip', label: t('equip') }] : []),
    { key: 'label', label: t('label') },
    ...(can.lock
      ? [
          {
            key: 'lock',
            label: locked ? t('unlock') : t('lock'),
            icon: locked ? <UnlockOutlined aria-hidden /> : <LockOutlined aria-hidden />,
            danger: !locked,
          },
        ]
      : []),
  ]
  return (
    <div className={`flex wrap gap-8 ${style.actions}`}>
      {can.update && (
        <Button icon={<EditOutlined aria-hidden />} onClick={() => setOpen('edit')}>
          {t('edit')}
        </Button>
      )}
      {can.update && (
        <Button icon={<SwapOutlined aria-hidden />} onClick={() => setOpen('owner')}>
          {t('changeOwner')}
        </Button>
      )}
      <Dropdown
        trigger={['click']}
        menu={{ items: more, onClick: ({ key }) => setOpen(key as Dialog) }}
      >
        <Button icon={<EllipsisOutlined aria-hidden />} aria-label={t('more')} />
      </Dropdown>
      {open === 'edit' && <EditDrone drone={drone} onClose={close} />}
      {open === 'equip' && <EquipDrone drone={drone} onClose={close} />}
      {open === 'owner' && <ChangeOwner drone={drone} onClose={close} />}
      {open === 'label' && <DroneLabels drones={[drone]} onClose={close} />}
      {open === 'lock' && (
        <LockDialog
          drone={drone}
          opr={locked ? 'unlock' : 'lock'}
          isAirborne={drone.flight === 'flying' || drone.flight === 'spraying'}
          onClose={() => {
            close()
            void outdated('getDrone', 'listDrones', 'listCommands')
          }}
        />
      )}
    </div>
  )
}
