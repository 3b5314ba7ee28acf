import { keepUntilChanged } from '../../../lib/query.ts'
import { buildChange } from '../../../lib/use-change.ts'

keepUntilChanged('getInvoice')
const shown = ['listInvoices', 'getInvoice', 'listOrders', 'getOrder'] as const

export const useUpdateInvoiceInfo = buildChange('updateInvoiceInfo', [
  'getInvoiceInfo',
  'getInvoice',
  'getPayment',
])
export const useApplyInvoice = buildChange('applyInvoice', shown)
export const useSetInvoiceStatus = buildChange('setInvoiceStatus', shown)
