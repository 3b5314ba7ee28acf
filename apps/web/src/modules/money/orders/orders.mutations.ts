import { keepUntilChanged } from '../../../lib/query.ts'
import { buildChange } from '../../../lib/use-change.ts'

keepUntilChanged('getOrder')
/** Operations that show orders, or their state. */
const shown = ['listOrders', 'getOrder', 'listOrderableDrones', 'getPayment'] as const

export const useCreateOrders = buildChange('createOrders', shown)
export const useCancelOrder = buildChange('cancelOrder', shown, { refused: 'shownByCaller' })
export const useRefundOrder = buildChange('refundOrder', shown)
export const usePayOrders = buildChange('payOrders', shown)
export const useSetServicePrice = buildChange('setServicePrice', [
  'listServicePrices',
  'listOrderableDrones',
])
