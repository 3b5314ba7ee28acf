import { call } from '../../../lib/api.ts'
import { useChange, type Body } from '../../../lib/use-change.ts'

export const useConfirmPayment = () =>
  useChange({
    run: ({ paymentId }: { paymentId: string }) =>
      call('confirmPayment', { params: { paymentId } }),
    outdated: ['getPayment', 'listOrders', 'getOrder'],
    refused: 'toldByCaller',
  })
export const useConfirmRefund = () =>
  useChange({
    run: ({ paymentId }: { paymentId: string }) => call('confirmRefund', { params: { paymentId } }),
    outdated: ['getPayment', 'listOrders', 'getOrder'],
    refused: 'toldByCaller',
  })
export const useSettleDifference = () =>
  useChange({
    run: ({ differenceId, ...body }: { differenceId: string } & Body<'settlePaymentDifference'>) =>
      call('settlePaymentDifference', { params: { differenceId }, body }),
    outdated: ['listPaymentDifferences'],
  })
