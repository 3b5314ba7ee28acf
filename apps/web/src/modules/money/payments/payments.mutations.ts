import { buildChange } from '../../../lib/use-change.ts'

export const useConfirmPayment = buildChange(
  'confirmPayment',
  ['getPayment', 'listOrders', 'getOrder'],
  { refused: 'shownByCaller' },
)
export const useConfirmRefund = buildChange(
  'confirmRefund',
  ['getPayment', 'listOrders', 'getOrder'],
  { refused: 'shownByCaller' },
)
export const useSettleDifference = buildChange('settlePaymentDifference', [
  'listPaymentDifferences',
])
