import { useTranslation } from 'react-i18next'
import { PageTabs } from '../../../ui/page-tabs.tsx'

export const orderPath = '/institution_manage/order-list'
export const billPath = (paymentId: string): string => `${orderPath}/bills/${paymentId}`

/**
 * Tabs for orders, and for differences to the gateway's statements; for the operator of the
 * service.
 */
export const OrderTabs = () => {
  const { t } = useTranslation('payments')
  return (
    <PageTabs
      name={t('app:orderList')}
      tabs={[
        { path: orderPath, label: t('app:orderList') },
        { path: `${orderPath}/differences`, label: t('differences') },
      ]}
    />
  )
}
