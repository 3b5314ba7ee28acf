import { useTranslation } from 'react-i18next'
import { useOwnScreens } from '../../../ui/own-screens.ts'
import { PageTabs } from '../../../ui/page-tabs.tsx'

/** Tabs for the statistics of leasing and of operators, for people who have both. */
export const LeaseFigureTabs = () => {
  const { t } = useTranslation()
  const { findPath } = useOwnScreens()
  const [leasing, operators] = [findPath('lease-data-stat'), findPath('operator-data-stat')]
  return leasing && operators ? (
    <PageTabs
      name={t('app:leaseDataStat')}
      tabs={[
        { path: leasing, label: t('app:leaseDataStat') },
        { path: operators, label: t('app:operatorDataStat') },
      ]}
    />
  ) : null
}
