import type { GroupPlan, PlanSettings, PlanStrip } from '@swath/planner/plan'
import { replanGroup, type Progress, type Replanned } from '@swath/planner/replan'

export const run = ({
  plan,
  progress,
  settings,
  doneBefore,
}: {
  plan: GroupPlan
  progress: Progress[]
  settings: PlanSettings
  doneBefore: PlanStrip[]
}): Replanned => replanGroup(plan, progress, settings, doneBefore)
