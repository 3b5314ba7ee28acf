import { useTranslation } from 'react-i18next'
import { PageTabs } from '../../../ui/page-tabs.tsx'
import { listPath, objectionsPath, rulesPath } from './subsidy.labels.ts'

/** Tabs of the proposals, the objections and the rules. */
export const SubsidyTabs = () => {
  const { t } = useTranslation('subsidies')
  return (
    <PageTabs
      name={t('app:subsidyList')}
      tabs={[
        { path: listPath, label: t('app:subsidyList') },
        { path: objectionsPath, label: t('objections') },
        { path: rulesPath, label: t('rules') },
      ]}
    />
  )
}
