// Dependencies of the calls of app logs.
import type { appLogRoutes } from '@swath/contract/gear/app-logs'
import type { createDeviceCredentials } from '../../../gateway/mqtt/public.ts'
import type { Changes } from '../../../platform/change/change.ts'
import type { Throttle } from '../../../platform/auth/throttle.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import type { ReceivingGate } from '../../../platform/files/receiving-gate.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'

export type Deps = Services &
  Changes & {
    store: FileStore
    throttle: Throttle
    throughGate: ReceivingGate
    credentials: ReturnType<typeof createDeviceCredentials>
  }
export type Calls = Handlers<typeof appLogRoutes>
