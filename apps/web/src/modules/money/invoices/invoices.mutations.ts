import { call } from '../../../lib/api.ts'
import { keepUntilChanged } from '../../../lib/query.ts'
import { useChange, type Body } from '../../../lib/use-change.ts'

keepUntilChanged('getInvoice')
const shown = ['listInvoices', 'getInvoice', 'listOrders', 'getOrder'] as const

export const useUpdateInvoiceInfo = () =>
  useChange({
    run: (body: Body<'updateInvoiceInfo'>) => call('updateInvoiceInfo', { body }),
    outdated: ['getInvoiceInfo', 'getInvoice', 'getPayment'],
  })
export const useApplyInvoice = () =>
  useChange({
    run: (body: Body<'applyInvoice'>) => call('applyInvoice', { body }),
    outdated: shown,
  })
export const useSetInvoiceStatus = () =>
  useChange({
    run: ({ ticketId, ...body }: { ticketId: string } & Body<'setInvoiceStatus'>) =>
      call('setInvoiceStatus', { params: { ticketId }, body }),
    outdated: shown,
  })
