import { crops } from '@swath/contract/land/crops'
import { droneList } from '@swath/contract/fleet/drone-list'
import { useTranslation } from 'react-i18next'
import { Area } from '../../src/ui/area.tsx'
import { CreateButton } from '../../src/ui/create-button.tsx'
import { FlightBadge } from '../../src/ui/flight-badge.tsx'
import { ListScreen } from '../../src/ui/list-screen.tsx'
import { PlainListScreen } from '../../src/ui/plain-list-screen.tsx'
import type { Example } from '../example.tsx'

const Drones = () => {
  const { t } = useTranslation('ui')
  return (
    <ListScreen
      list={droneList}
      title={t('terms:drones')}
      shown={['droneName', 'modelName', 'flight', 'workArea', 'lastSortieAt']}
      cellRenderers={{
        flight: { render: (row) => <FlightBadge flight={row.flight} locked={row.locked} /> },
      }}
      filters={['droneName', 'modelName', 'deviceType', 'flight']}
      stats={({ stats }) => [
        { label: t('terms:drones'), value: stats.total },
        { label: t('terms:coveredArea'), value: <Area mu={stats.workArea} decimals={0} /> },
      ]}
      actions={<CreateButton label={t('terms:drone')} onClick={() => undefined} />}
      rows={{
        bulk: () => null,
        detail: { title: (_id, row) => row?.droneName, render: (_id, row) => row?.modelName },
      }}
      empty={{ title: t('nothingFits') }}
    />
  )
}

const Crops = () => {
  const { t } = useTranslation('crops')
  return (
    <PlainListScreen
      list={crops}
      title={t('terms:crops')}
      mayAdd
      initial={{ scientificName: '' }}
      hints={{ scientificName: t('scientificNameHint') }}
      texts={{ create: t('create'), none: t('none'), deleteEffect: t('deleteEffect') }}
    />
  )
}

export const listExamples: readonly Example[] = [
  { name: 'list-screen', folder: 'ui', isWide: true, Show: Drones, isScreen: true },
  {
    name: 'list-screen-detail',
    folder: 'ui',
    isWide: true,
    Show: Drones,
    isScreen: true,
    isCover: true,
    path: '/drones?open=SW25-00002',
  },
  { name: 'plain-list-screen', folder: 'ui', isWide: true, Show: Crops, isScreen: true },
  {
    name: 'row-editing',
    folder: 'ui',
    isWide: true,
    Show: Crops,
    isScreen: true,
    isCover: true,
    path: '/crops?open=tea',
  },
]
