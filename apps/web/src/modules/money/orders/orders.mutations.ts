import { call } from '../../../lib/api.ts'
import { keepUntilChanged } from '../../../lib/query.ts'
import { useChange, type Body } from '../../../lib/use-change.ts'

keepUntilChanged('getOrder')
/** What shows orders, or what became of them. */
const shown = ['listOrders', 'getOrder', 'listOrderableDrones', 'getPayment'] as const

type OfOrder<B> = { orderId: string; body: B }

export const useCreateOrders = () =>
  useChange({
    run: (body: Body<'createOrders'>) => call('createOrders', { body }),
    outdated: shown,
  })
export const useCancelOrder = () =>
  useChange({
    run: ({ orderId, body }: OfOrder<Body<'cancelOrder'>>) =>
      call('cancelOrder', { params: { orderId }, body }),
    outdated: shown,
    refused: 'toldByCaller',
  })
export const useRefundOrder = () =>
  useChange({
    run: ({ orderId, body }: OfOrder<Body<'refundOrder'>>) =>
      call('refundOrder', { params: { orderId }, body }),
    outdated: shown,
  })
export const usePayOrders = () =>
  useChange({ run: (body: Body<'payOrders'>) => call('payOrders', { body }), outdated: shown })
export const useSetServicePrice = () =>
  useChange({
    run: (body: Body<'setServicePrice'>) => call('setServicePrice', { body }),
    outdated: ['listServicePrices', 'listOrderableDrones'],
  })
