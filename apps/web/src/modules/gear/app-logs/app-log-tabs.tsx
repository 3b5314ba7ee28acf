import { useTranslation } from 'react-i18next'
import { PageTabs } from '../../../ui/page-tabs.tsx'

const base = '/business_manage/app-log'

/** Tabs for the logs of ground apps, and for their versions. */
export const AppLogTabs = () => {
  const { t } = useTranslation('ui')
  return (
    <PageTabs
      name={t('terms:appLogs')}
      tabs={[
        { path: base, label: t('terms:appLogs') },
        { path: `${base}/versions`, label: t('app-logs:versions') },
      ]}
    />
  )
}
