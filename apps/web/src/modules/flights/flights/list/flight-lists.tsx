import { useTranslation } from 'react-i18next'
import { PageTabs } from '../../../../ui/page-tabs.tsx'

export const simulatedListPath = '/business_manage/drone-list/simulated-flights'

/** Tabs for real and simulated flights. */
export const FlightLists = () => {
  const { t } = useTranslation('flights')
  return (
    <PageTabs
      name={t('whichFlights')}
      tabs={[
        { path: '/business_manage/drone-list/flights', label: t('terms:flights') },
        { path: simulatedListPath, label: t('terms:simulatedFlights') },
      ]}
    />
  )
}
