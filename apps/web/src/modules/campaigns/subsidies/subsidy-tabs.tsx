import { useTranslation } from 'react-i18next'
import { PageTabs } from '../../../ui/page-tabs.tsx'
import { listPath, objectionsPath, rulesPath } from './subsidy.labels.ts'

/** From what was proposed to what was said of it and to the rules, and back. */
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
