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
import { useNavigate } from 'react-router'
import { outdated } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { buildLogsPath } from '../../../ui/logs-link.tsx'
import { useNarrow } from '../../../ui/use-width.ts'
import { LockDialog } from '../../live/public.ts'
import { ChangeOwner, EditDrone, EquipDrone } from './drone-forms.tsx'
import { DroneLabels } from './drone-label.tsx'
import { HistoryButton } from './drone-links.tsx'
import style from './drones.module.css'

type Dialog = 'edit' | 'equip' | 'owner' | 'lock' | 'label'

/**
 * The actions that the signed-in person may take on a drone. `isPage`: with the links to its
 * flights and logs, which the drawer has in its head.
 */
export const DroneActions = ({ drone, isPage = false }: { drone: DroneRow; isPage?: boolean }) => {
  const { t } = useTranslation('drones')
  const navigate = useNavigate()
  const narrow = useNarrow()
  const user = useUser()
  const [open, setOpen] = useState<Dialog | null>(null)
  const close = (): void => setOpen(null)
  const { can, locked } = drone
  const isOwnerInMenu = isPage && narrow
  const more = [
    ...(can.update && isOwnerInMenu ? [{ key: 'owner', label: t('changeOwner') }] : []),
    ...(isPage && user.can.manageEquipment ? [{ key: 'logs', label: t('terms:flightLogs') }] : []),
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
      {isPage && <HistoryButton droneId={drone.droneId} />}
      {can.update && (
        <Button icon={<EditOutlined aria-hidden />} onClick={() => setOpen('edit')}>
          {t('edit')}
        </Button>
      )}
      {can.update && !isOwnerInMenu && (
        <Button icon={<SwapOutlined aria-hidden />} onClick={() => setOpen('owner')}>
          {t('changeOwner')}
        </Button>
      )}
      <Dropdown
        trigger={['click']}
        menu={{
          items: more,
          onClick: ({ key }) =>
            key === 'logs' ? void navigate(buildLogsPath(drone.droneId)) : setOpen(key as Dialog),
        }}
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
