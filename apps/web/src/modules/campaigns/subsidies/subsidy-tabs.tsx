import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { buildQuery } from '../../../lib/query.ts'
import { PageTabs } from '../../../ui/page-tabs.tsx'
import { listPath, objectionsPath, rulesPath } from './subsidy.labels.ts'

/** Tabs of the proposals, the objections with the number of open ones, and the rules. */
export const SubsidyTabs = () => {
  const { t } = useTranslation('subsidies')
  const { data } = useQuery(
    buildQuery('listSubsidyObjections', { query: { state: 'open', pageSize: '1' } }),
  )
  return (
    <PageTabs
      name={t('app:subsidyList')}
      tabs={[
        { path: listPath, label: t('app:subsidyList') },
        { path: objectionsPath, label: t('objections'), ...(data && { count: data.stats.open }) },
        { path: rulesPath, label: t('rules') },
      ]}
    />
  )
}
