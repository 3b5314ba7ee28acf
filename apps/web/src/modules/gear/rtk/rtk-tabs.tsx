import { useTranslation } from 'react-i18next'
import { PageTabs } from '../../../ui/page-tabs.tsx'

const base = '/business_manage/rtk-list'

/** Tabs for receivers and base stations. */
export const RtkTabs = () => {
  const { t } = useTranslation('ui')
  return (
    <PageTabs
      name={t('terms:rtkDevices')}
      tabs={[
        { path: base, label: t('rtk:receivers') },
        { path: `${base}/mounts`, label: t('rtk:mounts') },
      ]}
    />
  )
}
