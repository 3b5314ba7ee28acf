import { useTranslation } from 'react-i18next'
import { PageTabs } from '../../../ui/page-tabs.tsx'

const whiteListPath = '/business_manage/accessory-white-list'
const partAlarmPath = `${whiteListPath}/alarms`

/** Tabs for allowed parts and for part alarms, with the number of open alarms. */
export const AccessoryTabs = ({ openNum }: { openNum: number | undefined }) => {
  const { t } = useTranslation('ui')
  return (
    <PageTabs
      name={t('terms:accessoryWhiteList')}
      tabs={[
        { path: whiteListPath, label: t('accessories:list') },
        {
          path: partAlarmPath,
          label: t('accessories:alarms'),
          ...(openNum === undefined ? {} : { count: openNum }),
        },
      ]}
    />
  )
}
