import type { Planned, PlanSettings } from '@swath/planner/plan'
import { planGroup } from '@swath/planner/plan-group'

export const run = (settings: PlanSettings): Planned => planGroup(settings)
