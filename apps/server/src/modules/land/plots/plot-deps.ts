import type { plotRoutes } from '@swath/contract/land/plots'
import type { Changes } from '../../../platform/change/change.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import type { Themes } from '../../../platform/auth/themes.ts'
import type { Services } from '../../../platform/services.ts'

export type Deps = Services & Changes & { themes: Themes }
export type Calls = Handlers<typeof plotRoutes>
