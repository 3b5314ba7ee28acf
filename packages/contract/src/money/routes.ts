import { invoiceRoutes } from './invoices.ts'
import { leaseBillingRoutes } from './lease-billing.ts'
import { leasingRoutes } from './leasing.ts'
import { orderRoutes } from './orders.ts'
import { paymentRoutes } from './payments.ts'

export const moneyRoutes = {
  ...leasingRoutes,
  ...orderRoutes,
  ...paymentRoutes,
  ...invoiceRoutes,
  ...leaseBillingRoutes,
}
