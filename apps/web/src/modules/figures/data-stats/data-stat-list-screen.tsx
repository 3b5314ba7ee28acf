import { AppstoreOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { dataStatList } from '@swath/contract/figures/data-stats'
import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { stored, useStored } from '../../../lib/stored.ts'
import { CreateButton } from '../../../ui/create-button.tsx'
import { toOptions } from '../../../ui/list-filters.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useNarrow } from '../../../ui/use-width.ts'
import { StatCard } from './stat-card.tsx'
import { describeQuestion } from './stat.labels.ts'
import { statsPath, StatTabs } from './stat-tabs.tsx'

const shapes = ['cards', 'table'] as const
type Shape = (typeof shapes)[number]
const shapeWish = stored<Shape>('data-stats.shape', (kept) => (kept === 'table' ? kept : 'cards'))

/** Cards with small charts, or the table with sorting and more columns. */
const ShapeChoice = ({ shape }: { shape: Shape }) => {
  const { t } = useTranslation('data-stats')
  return (
    <Segmented<Shape>
      aria-label={t('shape')}
      value={shape}
      options={[
        { value: 'cards', label: t('asCards'), icon: <AppstoreOutlined aria-hidden /> },
        { value: 'table', label: t('asTable'), icon: <UnorderedListOutlined aria-hidden /> },
      ]}
      onChange={shapeWish.set}
    />
  )
}

/** Saved statistics with their current figures. */
export const DataStatListScreen = () => {
  const { t } = useTranslation('data-stats')
  const navigate = useNavigate()
  const narrow = useNarrow()
  const wish = useStored(shapeWish)
  const shape = narrow ? 'cards' : wish
  const create = (
    <CreateButton label={t('create')} onClick={() => void navigate(`${statsPath}/new`)} />
  )
  const { labels } = dataStatList.columns.own
  return (
    <ListScreen
      list={dataStatList}
      title={t('terms:dataStats')}
      head={<StatTabs />}
      as={{ pageSize: 10 }}
      shown={['name', 'settings', 'showType', 'shared', 'createdByName', 'mailDueAt', 'updatedAt']}
      cellRenderers={{
        settings: { render: ({ settings }) => describeQuestion(settings, t), width: 320 },
      }}
      filters={[
        'name',
        'createdByName',
        'showType',
        { name: 'own', label: t('own'), options: toOptions(labels, t) },
      ]}
      actions={
        narrow ? (
          create
        ) : (
          <>
            <ShapeChoice shape={shape} />
            {create}
          </>
        )
      }
      rows={{
        onOpen: ({ statId }) => void navigate(`${statsPath}/${statId}`),
        card: shape === 'cards' ? (stat) => <StatCard stat={stat} /> : undefined,
      }}
      empty={{ title: t('noneYet'), reason: t('noneYetReason'), action: create }}
    />
  )
}
