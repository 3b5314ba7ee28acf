// Lessors of drones, their clients, leases and contracts.
import type { leasingRoutes } from '@swath/contract/money/leasing'
import { createThrottle } from '../../../platform/auth/throttle.ts'
import { createVerificationCodes } from '../../../platform/auth/verification-codes.ts'
import { createChanges } from '../../../platform/change/change.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'
import { basicPriceHandlers } from './basic-prices.ts'
import { clientChangeHandlers } from './client-changes.ts'
import { clientListHandlers } from './client-list.ts'
import { contractHandlers } from './contracts.ts'
import { leaseChangeHandlers } from './lease-changes.ts'
import { leaseListHandlers } from './lease-list.ts'
import type { LeasingParts, Deps } from './leasing-deps.ts'
import { sharedDroneHandlers } from './shared-drones.ts'
import { statisticHandlers } from './statistics.ts'

export const leasingHandlers = (
  services: Services,
  parts: LeasingParts,
): Handlers<typeof leasingRoutes> => {
  const deps: Deps = {
    ...services,
    ...parts,
    ...createChanges(services),
    throttle: createThrottle(services.db),
    codes: createVerificationCodes(services),
  }
  return {
    ...clientListHandlers(deps),
    ...clientChangeHandlers(deps),
    ...leaseListHandlers(deps),
    ...leaseChangeHandlers(deps),
    ...contractHandlers(deps),
    ...basicPriceHandlers(deps),
    ...sharedDroneHandlers(deps),
    ...statisticHandlers(deps),
  }
}
