import { dataStatList } from '@swath/contract/figures/data-stats'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { CreateButton } from '../../../ui/create-button.tsx'
import { toOptions } from '../../../ui/list-filters.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { describeQuestion } from './stat.labels.ts'
import { statsPath, StatTabs } from './stat-tabs.tsx'

export const DataStatListScreen = () => {
  const { t } = useTranslation('data-stats')
  const navigate = useNavigate()
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
      actions={create}
      rows={{ onOpen: ({ statId }) => void navigate(`${statsPath}/${statId}`) }}
      empty={{ title: t('noneYet'), reason: t('noneYetReason'), action: create }}
    />
  )
}
