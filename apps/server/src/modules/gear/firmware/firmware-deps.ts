// Dependencies of the firmware calls, and the rights to manage firmware.
import type { firmwareRoutes } from '@swath/contract/gear/firmware'
import type { Caller } from '@swath/domain/access/caller'
import type { createDeviceCredentials } from '../../../gateway/mqtt/public.ts'
import type { Changes } from '../../../platform/change/change.ts'
import type { Throttle } from '../../../platform/auth/throttle.ts'
import type { Sealer } from '../../../platform/config/master-key.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import type { ReceivingGate } from '../../../platform/files/receiving-gate.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'

export type Deps = Services &
  Changes & {
    store: FileStore
    sealer: () => Promise<Sealer | null>
    throttle: Throttle
    throughGate: ReceivingGate
    credentials: ReturnType<typeof createDeviceCredentials>
  }
export type Calls = Handlers<typeof firmwareRoutes>

/** Keys, builds and signatures belong to one maker: nobody else may sign in its name. */
export const makesFirmware = ({ accountType, rights }: Caller): boolean =>
  accountType === 'manufacturer' && rights.includes('equipment.manage')

export const ownsFirmware = (caller: Caller, accountId: string): boolean =>
  makesFirmware(caller) && caller.accountId === accountId

/** Platforms may stop a maker's roll-outs and remove its builds. */
export const managesFirmware = (caller: Caller, accountId: string): boolean =>
  ownsFirmware(caller, accountId) ||
  (caller.rights.includes('equipment.manage') &&
    (caller.scope.kind === 'all' ||
      (caller.scope.kind === 'accounts' &&
        caller.scope.as === 'sub-platform' &&
        caller.scope.accountIds.includes(accountId))))
