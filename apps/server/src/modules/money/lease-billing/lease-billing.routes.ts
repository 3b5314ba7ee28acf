// The money of leases: bills, recharges, statements, and what flights were charged.
import type { leaseBillingRoutes } from '@swath/contract/money/lease-billing'
import type { Handlers } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'
import type { Payments } from '../payments/create-payments.ts'
import { billHandlers } from './bills.ts'
import { enteredBillHandlers } from './enter-bill.ts'
import { ledgerMonthHandlers } from './ledger-months.ts'
import { rechargeHandlers } from './recharges.ts'
import { statementHandlers } from './statement.ts'
import { workRecordHandlers } from './work-records.ts'

export const leaseBillingHandlers = (
  services: Services,
  payments: Payments,
): Handlers<typeof leaseBillingRoutes> => ({
  ...billHandlers(services),
  ...enteredBillHandlers(services),
  ...ledgerMonthHandlers(services),
  ...rechargeHandlers(services, payments),
  ...statementHandlers(services),
  ...workRecordHandlers(services),
})
