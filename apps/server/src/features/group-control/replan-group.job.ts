import type { GroupPlan, PlanSettings } from '@swath/planner/plan'
import { replanGroup, type Progress, type Replanned } from '@swath/planner/replan'

export const run = ({
  plan,
  progress,
  settings,
}: {
  plan: GroupPlan
  progress: Progress[]
  settings: PlanSettings
}): Replanned => replanGroup(plan, progress, settings)
