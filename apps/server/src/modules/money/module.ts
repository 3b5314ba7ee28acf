// Parts of this module that the program starts.
import type { JobKind } from '../../platform/jobs/job-kind.ts'
import { orderHandlers } from './orders/orders.routes.ts'
import { paymentHandlers } from './payments/payments.routes.ts'
import { invoiceHandlers } from './invoices/invoices.routes.ts'
import { leasingHandlers } from './leasing/leasing.routes.ts'
import { leaseBillingHandlers } from './lease-billing/lease-billing.routes.ts'
import {
  followBalanceJob,
  notifyOfBalanceJob,
  notifyOfBalanceKind,
} from './lease-billing/follow-balance.ts'
import { lockDronesJob } from './leasing/lock-drones.ts'
import { sealLedgerJob, sealLedgerKind } from './ledger/seal.ts'
import { tellSealedBalances } from './lease-billing/tell-balance.ts'
import { balanceChanges } from './lease-billing/balance-changes.ts'
import { lockDronesKind } from './lease-billing/locking-of-drones.ts'
import {
  notifyOfServicesJob,
  warnOfServicesJob,
  notifyOfServicesKind,
  warnOfServicesKind,
} from './orders/service-warnings.ts'
import { queryGatewayJob, queryGatewayKind } from './payments/ask-gateway.ts'
import { compareBillsJob, compareBillsKind } from './payments/compare-bills.ts'
import { sendRefundsJob, sendRefundsKind } from './payments/refunds.ts'
import type { JobParts, ModuleParts } from '../module-parts.ts'

export const createHandlers = ({ messages, payments, services, themes }: ModuleParts) => ({
  ...orderHandlers(services, payments),
  ...paymentHandlers(services, payments),
  ...invoiceHandlers(services),
  ...leasingHandlers(services, { themes, messages }),
  ...leaseBillingHandlers(services, payments),
})

export const jobKinds: readonly JobKind<unknown>[] = [
  balanceChanges,
  notifyOfBalanceKind,
  sealLedgerKind,
  notifyOfServicesKind,
  warnOfServicesKind,
  queryGatewayKind,
  compareBillsKind,
  sendRefundsKind,
  lockDronesKind,
]

/** Background jobs of the module: scheduled, retried or long-running work. */
export const createJobs = ({ payments, services, withMessages }: JobParts) => ({
  'leasing.balance': followBalanceJob(services),
  'leasing.lock': lockDronesJob(services),
  'leasing.tell-balance': notifyOfBalanceJob(withMessages()),
  'ledger.seal': sealLedgerJob(services, (clientIds) => tellSealedBalances(services.db, clientIds)),
  'orders.tell': notifyOfServicesJob(withMessages()),
  'orders.warn': warnOfServicesJob(services),
  'payments.ask': queryGatewayJob({ ...services, payments }),
  'payments.compare': compareBillsJob({ ...services, payments }),
  'payments.refund': sendRefundsJob(payments),
})
