// Computes a plan in a thread, because the duration depends on the plots.
import type { GroupDrone, GroupRoutePreview } from '@swath/contract/campaigns/group-plans'
import type { GroupPlan, Planned, PlanSettings, PlanStrip } from '@swath/planner/plan'
import type { Progress, Replanned } from '@swath/planner/replan'
import { workerJob } from '../../../platform/workers/workers.ts'
import type { Parts } from '../../../platform/database/column-types.ts'
import type { SignedInContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { run as planRun } from './plan-group.job.ts'
import type { run as replanRun } from './replan-group.job.ts'

/** Speed between strips and on the way home, m/s. */
const transitSpeedMs = 8
/** Overlap of two neighbouring swaths, as pilots with RTK set it. */
const overlapShare = 0.04

type Asking = Pick<SignedInContext, 'caller' | 'signal'>

const planInWorker = workerJob<typeof planRun>({
  name: 'plan-group',
  module: new URL('./plan-group.job.ts', import.meta.url),
  deadlineMs: 20_000,
})
const replanInWorker = workerJob<typeof replanRun>({
  name: 'replan-group',
  module: new URL('./replan-group.job.ts', import.meta.url),
  deadlineMs: 20_000,
})

/** The requested settings, with the plots' shapes at that time. */
export type KeptSettings = Omit<GroupRoutePreview, 'drones'> & {
  drones: GroupDrone[]
  grounds: Parts[]
}

export const toPlanSettings = (
  asked: KeptSettings,
  drones: readonly GroupDrone[],
): PlanSettings => ({
  plots: asked.grounds,
  obstacles: asked.obstacles,
  alignEdgeIndex: asked.alignEdgeIndex,
  marginM: asked.marginM,
  holeMarginM: asked.holeMarginM,
  headland: asked.headland,
  widthM: asked.width,
  overlapShare,
  home: asked.home,
  refillPlaces: asked.refillPlaces,
  separationM: asked.separationM,
  heightM: asked.height,
  transitHeightM: Math.max(asked.transitHeightM, asked.height),
  windFromDeg: asked.windFromDeg,
  doseLHa: asked.doseLHa,
  doseZones: asked.doseZones,
  drones: drones.map(({ tankL, enduranceS, speed }) => ({
    tankL,
    enduranceS,
    speedMs: speed,
    transitSpeedMs: Math.max(transitSpeedMs, speed),
    serviceS: asked.serviceS,
  })),
  cuts: asked.cuts,
})

/** Planned area of each flight of a share, m²; empty without a share. */
export const areasOfSorties = (
  { shares }: GroupPlan,
  share: number,
  { width }: Pick<KeptSettings, 'width'>,
): number[] => shares[share]?.sorties.map(({ sprayM }) => sprayM * width) ?? []

const problemCodes = {
  too_small: 'group_plan_too_small',
  too_far: 'group_plan_too_far',
  too_many_lines: 'group_plan_too_long',
} as const

export const requirePlan = (planned: Planned): GroupPlan =>
  planned.ok ? planned.plan : fail(problemCodes[planned.problem])

/** @throws group_plan_too_small, group_plan_too_far, group_plan_too_long */
export const workOut = async (
  asked: KeptSettings,
  { caller, signal }: Asking,
): Promise<GroupPlan> =>
  requirePlan(
    await planInWorker(toPlanSettings(asked, asked.drones), { owner: caller.userId, signal }),
  )

export const workOutAnew = (
  { settings, route, done }: { settings: KeptSettings; route: GroupPlan; done: PlanStrip[] },
  progress: Progress[],
  drones: readonly GroupDrone[],
  { caller, signal }: Asking,
): Promise<Replanned> =>
  replanInWorker(
    { plan: route, progress, settings: toPlanSettings(settings, drones), doneBefore: done },
    { owner: caller.userId, signal },
  )
