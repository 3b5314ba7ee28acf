import type { plotRoutes } from '@swath/contract/plots'
import type { Changes } from '../../platform/change/change.ts'
import type { Handlers } from '../../platform/http/context.ts'
import type { Services } from '../../platform/services.ts'

export type Needs = Services & Changes
export type Calls = Handlers<typeof plotRoutes>
