// All calls of lease billing: bills, recharges and charged flights.
import { leaseBillRoutes } from './lease-bills.ts'
import { leaseRechargeRoutes } from './lease-recharges.ts'
import { leaseWorkRoutes } from './lease-work-records.ts'

export const leaseBillingRoutes = { ...leaseBillRoutes, ...leaseRechargeRoutes, ...leaseWorkRoutes }
