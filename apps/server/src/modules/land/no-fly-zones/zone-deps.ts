import type { noFlyZoneRoutes } from '@swath/contract/land/no-fly-zones'
import type { Changes } from '../../../platform/change/change.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'

export type Deps = Services & Changes
export type Calls = Handlers<typeof noFlyZoneRoutes>
