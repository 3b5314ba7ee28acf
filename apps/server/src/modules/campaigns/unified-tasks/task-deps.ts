// Common code of the changes of tasks.
import type { unifiedTaskRoutes } from '@swath/contract/campaigns/unified-tasks'
import type { Changes } from '../../../platform/change/change.ts'
import type { Handlers, SignedInContext } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'
import type { TaskReader } from './unified-tasks.queries.ts'

export type Deps = Services & Changes
export type Calls = Handlers<typeof unifiedTaskRoutes>

export const toTaskReader = ({ caller, language }: SignedInContext): TaskReader => ({
  caller,
  language,
})
