import { useTranslation } from 'react-i18next'
import { PageTabs } from '../../../ui/page-tabs.tsx'

export const statsPath = '/data_stat_manage/data-stat-list'
const tabs = [
  { path: statsPath, label: 'terms:dataStats' },
  { path: `${statsPath}/~/drone-statistics`, label: 'terms:droneStatistics' },
] as const

/** Tabs for saved statistics, and for the figures of each drone. */
export const StatTabs = () => {
  const { t } = useTranslation('terms')
  return (
    <PageTabs
      name={t('terms:dataStats')}
      tabs={tabs.map(({ path, label }) => ({ path, label: t(label) }))}
    />
  )
}
