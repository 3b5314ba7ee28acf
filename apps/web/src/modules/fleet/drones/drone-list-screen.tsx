import type { AccountType } from '@swath/domain/access/screens'
import { DownOutlined } from '@ant-design/icons'
import { droneList } from '@swath/contract/fleet/drone-list'
import { Button, Dropdown, Space } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAreaUnit } from '../../../lib/area-unit.ts'
import { formatArea, formatCount } from '../../../lib/format.ts'
import { useUser } from '../../../lib/session.ts'
import { useAreaWord } from '../../../ui/area.tsx'
import { useStateChips } from '../../../ui/count-chips.tsx'
import { CreateButton } from '../../../ui/create-button.tsx'
import { FlightBadge, flightLabels } from '../../../ui/flight-badge.tsx'
import type { CellRenderers } from '../../../ui/list-declared.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { TimeAgo } from '../../../ui/time.tsx'
import { LogsLink } from '../../../ui/logs-link.tsx'
import { DroneBulk } from './drone-bulk.tsx'
import { useDronesOnMap } from './drones-on-map.tsx'
import { DroneDetailView } from './drone-detail.tsx'
import { ImportDrones } from './drone-import.tsx'
import { DroneLinks } from './drone-links.tsx'
import { MergeManufacturer } from './merge-manufacturer.tsx'
import { RegisterDrone } from './register-drone.tsx'

const emptyReasons: Readonly<Partial<Record<AccountType, string>>> = {
  platform: 'drones:emptyPlatform',
  government: 'drones:emptyGovernment',
  manufacturer: 'drones:emptyManufacturer',
  operator: 'drones:emptyOperator',
}

/** Operators see the maker, because the operator is always themselves; others see the operator. */
const shownTo = (isOperator: boolean) =>
  [
    'droneName',
    'droneId',
    'flight',
    'modelName',
    isOperator ? 'zzAccountName' : 'yyAccountName',
    'workArea',
    'sortieCount',
    'lastMessageAt',
  ] as const

const cellRenderers: CellRenderers<typeof droneList> = {
  droneName: { width: 184, render: (row) => <span className="medium">{row.droneName}</span> },
  flight: {
    render: (row) => (
      <FlightBadge flight={row.flight} locked={row.locked} simulated={row.simulated} />
    ),
  },
  lastMessageAt: { number: true, render: ({ lastMessageAt }) => <TimeAgo time={lastMessageAt} /> },
  lastSortieAt: { number: true, render: ({ lastSortieAt }) => <TimeAgo time={lastSortieAt} /> },
}

const states = ['all', 'spraying', 'flying', 'ground', 'offline'] as const

type Opened = 'register' | 'import' | 'merge'

/** Registers one drone or a table of them, or merges two makers. */
const RegisterButtons = ({ onOpen }: { onOpen: (what: Opened) => void }) => {
  const { t } = useTranslation('drones')
  const { can } = useUser()
  const more = [
    { key: 'import', label: t('import') },
    ...(can.mergeManufacturers ? [{ key: 'merge', label: t('mergeTitle') }] : []),
  ]
  return (
    <Space.Compact>
      <CreateButton label={t('register')} onClick={() => onOpen('register')} />
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{ items: more, onClick: ({ key }) => onOpen(key as Opened) }}
      >
        <Button type="primary" icon={<DownOutlined />} aria-label={t('registerMore')} />
      </Dropdown>
    </Space.Compact>
  )
}

/** The drones that the signed-in person can see; a row opens the drone next to the list. */
export const DroneListScreen = () => {
  const { t } = useTranslation('drones')
  const user = useUser()
  const unit = useAreaUnit()
  const areaWord = useAreaWord()
  const [open, setOpen] = useState<Opened | null>(null)
  const close = (): void => setOpen(null)
  const { onMap, listeners, answer } = useDronesOnMap()
  const { chips, narrowed } = useStateChips({
    name: 'flight',
    states,
    labels: flightLabels,
    counts: answer?.stats.states,
  })
  const register = user.can.manageEquipment && <RegisterButtons onOpen={setOpen} />
  return (
    <>
      {onMap}
      <ListScreen
        list={droneList}
        title={t('terms:drones')}
        head={chips}
        as={{ narrowed }}
        shown={shownTo(user.accountType === 'operator')}
        cellRenderers={cellRenderers}
        filters={[
          'droneId',
          'droneName',
          'regMark',
          'rackNo',
          'zzDroneNum',
          'modelName',
          'zzAccountName',
          'yyAccountName',
          { name: 'oprName', label: t('terms:pilot') },
          { name: 'regFlag', column: 'activation' },
          'deviceType',
          'saleType',
        ]}
        refreshMs={15_000}
        statsUsual={4}
        stats={({ stats }) => [
          { label: t('statArea'), value: formatArea(stats.workArea, unit), unit: areaWord },
          { label: t('terms:sorties'), value: formatCount(stats.sortieCount) },
          { label: t('terms:manufacturers'), value: formatCount(stats.zzNum) },
          { label: t('terms:models'), value: formatCount(stats.modelNum) },
        ]}
        actions={
          <>
            <LogsLink />
            {register}
          </>
        }
        rows={{
          ...listeners,
          bulk: (drones, clear) => <DroneBulk drones={drones} clear={clear} />,
          detail: {
            title: (id, row) => row?.droneName ?? id,
            extra: (id) => <DroneLinks droneId={id} />,
            render: (id) => <DroneDetailView droneId={id} />,
          },
        }}
        empty={{
          title: t('emptyTitle'),
          reason: t(emptyReasons[user.accountType] ?? 'drones:emptyPlatform'),
          ...(user.can.manageEquipment ? { action: register } : {}),
        }}
      />
      {user.can.manageEquipment && <RegisterDrone open={open === 'register'} onClose={close} />}
      {open === 'import' && <ImportDrones onClose={close} />}
      {open === 'merge' && <MergeManufacturer onClose={close} />}
    </>
  )
}
