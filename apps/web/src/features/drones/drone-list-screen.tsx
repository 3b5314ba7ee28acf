import { DownOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Dropdown, Space } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAreaUnit } from '../../lib/area-unit.ts'
import { formatArea, formatCount } from '../../lib/format.ts'
import { useUser } from '../../lib/session.ts'
import { useAreaWord } from '../../ui/area.tsx'
import { OldListScreen } from '../../ui/old-list-screen.tsx'
import { tableExports } from '../../ui/table-exports.ts'
import type { Filter } from '../../ui/list-filters.tsx'
import { LogsLink } from '../flight-logs/public.ts'
import { DroneBulk } from './drone-bulk.tsx'
import { useDroneColumns } from './drone-columns.tsx'
import { DroneDetailView } from './drone-detail.tsx'
import { ImportDrones } from './drone-import.tsx'
import { DroneLinks, FlightsLink } from './drone-links.tsx'
import { activationWords, deviceTypeWords, saleTypeWords } from './drone-words.ts'
import { MergeManufacturer } from './merge-manufacturer.tsx'
import { RegisterDrone } from './register-drone.tsx'

const emptyReasons: Readonly<Record<number, string>> = {
  1: 'drones:emptyPlatform',
  2: 'drones:emptyGovernment',
  3: 'drones:emptyManufacturer',
  4: 'drones:emptyOperator',
}

const flightWords = {
  spraying: 'ui:flightSpraying',
  flying: 'ui:flightFlying',
  ground: 'ui:flightGround',
  offline: 'ui:flightOffline',
} as const

const useFilters = (): readonly Filter[] => {
  const { t } = useTranslation('drones')
  return useMemo((): Filter[] => {
    const choice = (
      name: string,
      label: string,
      words: Readonly<Record<string, string>>,
    ): Filter => ({
      kind: 'choice',
      name,
      label,
      options: Object.entries(words).map(([value, word]) => ({ value, label: t(word) })),
    })
    return [
      { kind: 'text', name: 'droneId', label: t('droneId') },
      { kind: 'text', name: 'droneName', label: t('droneName') },
      choice('flight', t('flight'), flightWords),
      { kind: 'text', name: 'modelName', label: t('modelName') },
      { kind: 'text', name: 'zzAccountName', label: t('manufacturer') },
      { kind: 'text', name: 'yyAccountName', label: t('operator') },
      { kind: 'text', name: 'oprName', label: t('pilot') },
      choice('regFlag', t('activation'), activationWords),
      choice('deviceType', t('deviceType'), deviceTypeWords),
      choice('saleType', t('saleType'), saleTypeWords),
    ]
  }, [t])
}

/** Drones that exist for whoever is signed in; a row opens the drone beside the list. */
export const DroneListScreen = () => {
  const { t } = useTranslation('drones')
  const user = useUser()
  const unit = useAreaUnit()
  const areaWord = useAreaWord()
  const columns = useDroneColumns()
  const filters = useFilters()
  const [open, setOpen] = useState<'register' | 'import' | 'merge' | null>(null)
  const close = (): void => setOpen(null)
  // A government sees drones where they work and holds none.
  const mayRegister = user.rights.includes('equipment.manage') && user.accountType !== 2
  // Two makers are one: only the platform says so.
  const more = [
    { key: 'import', label: t('import') },
    ...(user.accountType === 1 ? [{ key: 'merge', label: t('mergeTitle') }] : []),
  ]
  const register = mayRegister && (
    <Space.Compact>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen('register')}>
        {t('register')}
      </Button>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{ items: more, onClick: ({ key }) => setOpen(key as 'import' | 'merge') }}
      >
        <Button type="primary" icon={<DownOutlined />} aria-label={t('registerMore')} />
      </Dropdown>
    </Space.Compact>
  )
  return (
    <>
      <OldListScreen
        name="drones"
        title={t('title')}
        operation="listDrones"
        rowKey="droneId"
        columns={columns}
        filters={filters}
        defaultSort="droneId"
        refreshMs={15_000}
        stats={({ stats }) => [
          { label: t('statDrones'), value: formatCount(stats.total) },
          { label: t('statArea'), value: formatArea(stats.workArea, unit), unit: areaWord },
          { label: t('statSorties'), value: formatCount(stats.sortieCount) },
          { label: t('statManufacturers'), value: formatCount(stats.zzNum) },
          { label: t('statModels'), value: formatCount(stats.modelNum) },
        ]}
        exports={tableExports('exportDrones', t('exportName'), { areaUnit: unit })}
        bulk={(drones, clear) => <DroneBulk drones={drones} clear={clear} />}
        actions={
          <>
            <FlightsLink />
            <LogsLink />
            {register}
          </>
        }
        detail={{
          title: (id, row) => row?.droneName ?? id,
          extra: (id) => <DroneLinks droneId={id} />,
          render: (id) => <DroneDetailView droneId={id} />,
        }}
        empty={{
          title: t('emptyTitle'),
          reason: t(emptyReasons[user.accountType] ?? 'drones:emptyPlatform'),
          ...(mayRegister ? { action: register } : {}),
        }}
      />
      {mayRegister && <RegisterDrone open={open === 'register'} onClose={close} />}
      {open === 'import' && <ImportDrones onClose={close} />}
      {open === 'merge' && <MergeManufacturer onClose={close} />}
    </>
  )
}
