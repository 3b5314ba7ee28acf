import { useTranslation } from 'react-i18next'
import { PageTabs } from '../../../ui/page-tabs.tsx'

const base = '/business_manage/block-list'
const tabs = [
  { path: base, label: 'terms:plots' },
  { path: `${base}/crops`, label: 'terms:crops' },
  { path: `${base}/chemicals`, label: 'terms:chemicals' },
  { path: `${base}/work-types`, label: 'terms:workTypes' },
] as const

/** Tabs for plots, and for the terms that describe them: crops, chemicals, kinds of work. */
export const TermTabs = () => {
  const { t } = useTranslation('terms')
  return (
    <PageTabs
      name={t('terms:cropsAndChemicals')}
      tabs={tabs.map(({ path, label }) => ({ path, label: t(label) }))}
    />
  )
}
