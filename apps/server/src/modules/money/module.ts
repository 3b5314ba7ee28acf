// Parts of this module that the program starts.
import type { JobKind } from '../../platform/jobs/job-kind.ts'
import { orderHandlers } from './orders/orders.routes.ts'
import { paymentHandlers } from './payments/payments.routes.ts'
import { invoiceHandlers } from './invoices/invoices.routes.ts'
import { leasingHandlers } from './leasing/leasing.routes.ts'
import { leaseBillingHandlers } from './lease-billing/lease-billing.routes.ts'
import {
  followingOfBalanceJob,
  tellingOfBalanceJob,
  tellingOfBalance,
} from './lease-billing/follow-balance.ts'
import { lockingOfDronesJob } from './leasing/lock-drones.ts'
import { sealingOfLedgerJob, sealingOfLedger } from './ledger/seal.ts'
import { tellSealedBalances } from './lease-billing/tell-balance.ts'
import { balanceChanges } from './lease-billing/balance-changes.ts'
import { lockingOfDrones } from './lease-billing/locking-of-drones.ts'
import {
  tellingOfServicesJob,
  warningOfServicesJob,
  tellingOfServices,
  warningOfServices,
} from './orders/service-warnings.ts'
import { askingOfGatewayJob, askingOfGateway } from './payments/ask-gateway.ts'
import { comparisonOfBillsJob, comparisonOfBills } from './payments/compare-bills.ts'
import { givingOfRefundsJob, givingOfRefunds } from './payments/refunds.ts'
import type { JobParts, ModuleParts } from '../module-parts.ts'

/** The calls of this module. */
export const createHandlers = ({ messages, payments, services, themes }: ModuleParts) => ({
  ...orderHandlers(services, payments),
  ...paymentHandlers(services, payments),
  ...invoiceHandlers(services),
  ...leasingHandlers(services, { themes, messages }),
  ...leaseBillingHandlers(services, payments),
})

export const jobKinds: readonly JobKind<unknown>[] = [
  balanceChanges,
  tellingOfBalance,
  sealingOfLedger,
  tellingOfServices,
  warningOfServices,
  askingOfGateway,
  comparisonOfBills,
  givingOfRefunds,
  lockingOfDrones,
]

/** Background jobs of the module: scheduled, retried or long-running work. */
export const createJobs = ({ payments, services, withMessages }: JobParts) => ({
  'leasing.balance': followingOfBalanceJob(services),
  'leasing.lock': lockingOfDronesJob(services),
  'leasing.tell-balance': tellingOfBalanceJob(withMessages()),
  'ledger.seal': sealingOfLedgerJob(services, (clientIds) =>
    tellSealedBalances(services.db, clientIds),
  ),
  'orders.tell': tellingOfServicesJob(withMessages()),
  'orders.warn': warningOfServicesJob(services),
  'payments.ask': askingOfGatewayJob({ ...services, payments }),
  'payments.compare': comparisonOfBillsJob({ ...services, payments }),
  'payments.refund': givingOfRefundsJob(payments),
})
