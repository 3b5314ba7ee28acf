// All calls of leasing except those of lease billing.
import { basicPriceRoutes } from './basic-prices.ts'
import { leaseContractRoutes } from './lease-contracts.ts'
import { leaseStatisticRoutes } from './lease-statistics.ts'
import { leaseRoutes } from './leases.ts'
import { rentalClientRoutes } from './rental-clients.ts'
import { sharedDroneRoutes } from './shared-drones.ts'

export const leasingRoutes = {
  ...rentalClientRoutes,
  ...leaseRoutes,
  ...leaseContractRoutes,
  ...basicPriceRoutes,
  ...sharedDroneRoutes,
  ...leaseStatisticRoutes,
}
