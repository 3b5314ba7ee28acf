import { createChanges } from '../../../platform/change/change.ts'
import type { Services } from '../../../platform/services.ts'
import { subsidyLineHandlers } from './lines.ts'
import { subsidyObjectionHandlers } from './objections.ts'
import { subsidyRuleHandlers } from './rules.ts'
import { subsidyListHandlers } from './subsidy-list.ts'
import type { Calls, Needs, RuleCalls } from './subsidy-needs.ts'
import { subsidyStepHandlers } from './subsidy-steps.ts'
import { subsidySumHandlers } from './subsidy-sums.ts'

export const subsidyHandlers = (services: Services): Calls & RuleCalls => {
  const needs: Needs = { ...services, ...createChanges(services) }
  return {
    ...subsidyRuleHandlers(needs),
    ...subsidyListHandlers(needs),
    ...subsidySumHandlers(needs),
    ...subsidyStepHandlers(needs),
    ...subsidyLineHandlers(needs),
    ...subsidyObjectionHandlers(needs),
  }
}
