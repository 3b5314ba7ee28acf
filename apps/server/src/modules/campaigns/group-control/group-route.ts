// Creates, recomputes or previews a plan.
import type { groupControlRoutes } from '@swath/contract/campaigns/group-control'
import type { GroupRoutePreview } from '@swath/contract/campaigns/group-plans'
import type { RoutePoint } from '@swath/domain/command'
import type { GroupPlan } from '@swath/planner/plan'
import type { Changes } from '../../../platform/change/change.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import type { Handlers, SignedInContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { checkRoute } from '../../live/public.ts'
import { findPlot } from '../../land/public.ts'
import { readGroupPlan } from './group-presenters.ts'
import { countDrones, insertGroupPlan, rewriteGroupPlan } from './group-control.queries.ts'
import { dronesOfPlan, putPlanDrones } from './group-drones.queries.ts'
import { isUnderWay } from './group-orders.ts'
import { groupPlanKind } from './group-plan-kind.ts'
import { areasOfSorties, workOut, type KeptSettings } from './work-out.ts'

export type GroupDeps = Services & Changes
type Calls = Handlers<typeof groupControlRoutes>

/** The plots with their current shapes, in the selected order. */
const withGround = async (
  { readDb }: Pick<Services, 'readDb'>,
  asked: GroupRoutePreview,
  { caller }: SignedInContext,
): Promise<{ settings: KeptSettings; plotNames: string }> => {
  const plots = []
  for (const plotId of new Set(asked.block))
    plots.push((await findPlot(readDb, caller, plotId)) ?? fail('not_found'))
  return {
    settings: { ...asked, grounds: plots.map(({ all_parts }) => all_parts) },
    plotNames: plots.map(({ name }) => name).join(', '),
  }
}

/**
 * The caller must be able to see the selected drones; the right to command them is checked when a
 * command is sent.
 */
const requireDrones = async (
  { readDb }: Pick<Services, 'readDb'>,
  { drones }: GroupRoutePreview,
  { caller }: SignedInContext,
): Promise<void> => {
  const named = drones.flatMap(({ droneId }) => (droneId === null ? [] : [droneId]))
  if ((await countDrones(readDb, caller.scope, named)) < named.length) fail('not_found')
}

/** All waypoints of a plan, one share after the other. */
export const pointsOf = ({ shares }: GroupPlan): RoutePoint[] =>
  shares.flatMap(({ sorties }) => sorties.flatMap(({ points }) => points))

export const previewGroupRoute =
  (deps: GroupDeps): Calls['previewGroupRoute'] =>
  async ({ body }, context) => {
    const { settings } = await withGround(deps, body, context)
    await requireDrones(deps, body, context)
    return (await workOut(settings, context)) as never
  }

export const putGroupRoute =
  (deps: GroupDeps): Calls['putGroupRoute'] =>
  async ({ body }, context) => {
    const { clock, db, change, record } = deps
    const { caller } = context
    const { plan: id, name: given, version, ...asked } = body
    const { settings, plotNames } = await withGround(deps, asked, context)
    const name = given === '' ? plotNames.slice(0, 60) : given
    await requireDrones(deps, asked, context)
    const route = await workOut(settings, context)
    await checkRoute(
      db,
      { points: pointsOf(route), hasConsent: asked.hasConsent },
      clock.now(),
      context,
    )
    const plan = { name, plotIds: asked.block, plotNames, settings, route, done: [] }
    const drones = settings.drones.map(({ droneId }, position) => ({
      position,
      drone_id: droneId,
      share: position,
      status: route.shares[position]!.sorties.length > 0 ? ('waiting' as const) : ('done' as const),
      done_sortie_num: 0,
      sortie_m2: areasOfSorties(route, position, settings),
    }))
    const details = {
      plots: plotNames,
      drones: drones.length,
      litres: Math.round(route.totals.sprayL),
    }
    if (id === null)
      return record(context, async (trx, now) => {
        const newId = uuidv7(clock.now())
        return {
          action: 'group-plan.create',
          object: { type: 'group-plan', id: newId, name },
          details,
          write: async () => {
            const { accountId, userId } = caller
            await insertGroupPlan(trx, { id: newId, accountId, userId, plan, now })
            await putPlanDrones(trx, newId, drones)
          },
          answer: () => readGroupPlan(trx, caller, newId),
        }
      })
    return change(
      context,
      groupPlanKind,
      { id, version, to: 'change', action: 'group-plan.plan' },
      async (trx, _row, now) => {
        if (isUnderWay(await dronesOfPlan(trx, caller.scope, id))) fail('group_plan_flying')
        return {
          name,
          details,
          write: async () => {
            await rewriteGroupPlan(trx, id, plan, now)
            await putPlanDrones(trx, id, drones)
          },
          answer: () => readGroupPlan(trx, caller, id),
        }
      },
    )
  }
