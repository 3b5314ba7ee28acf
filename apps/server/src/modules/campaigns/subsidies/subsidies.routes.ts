import { createChanges } from '../../../platform/change/change.ts'
import type { Services } from '../../../platform/services.ts'
import { subsidyLineHandlers } from './lines.ts'
import { subsidyObjectionHandlers } from './objections.ts'
import { subsidyRuleHandlers } from './rules.ts'
import { subsidyListHandlers } from './subsidy-list.ts'
import type { Calls, Deps, RuleCalls } from './subsidy-deps.ts'
import { subsidyStepHandlers } from './subsidy-steps.ts'
import { subsidySumHandlers } from './subsidy-sums.ts'

export const subsidyHandlers = (services: Services): Calls & RuleCalls => {
  const deps: Deps = { ...services, ...createChanges(services) }
  return {
    ...subsidyRuleHandlers(deps),
    ...subsidyListHandlers(deps),
    ...subsidySumHandlers(deps),
    ...subsidyStepHandlers(deps),
    ...subsidyLineHandlers(deps),
    ...subsidyObjectionHandlers(deps),
  }
}
