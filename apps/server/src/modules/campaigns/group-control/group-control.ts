// Sends commands to the drones of a plan: one command per drone, with its own result.
import type { GroupControl, groupControlRoutes } from '@swath/contract/campaigns/group-control'
import type { CommandInput } from '@swath/contract/live/commands'
import { commandLimits } from '@swath/domain/command'
import type { z } from 'zod'
import type { Handlers, SignedInContext } from '../../../platform/http/context.ts'
import { fail, ServiceError } from '../../../platform/errors/fail.ts'
import { errorSentence } from '../../../platform/http/messages.ts'
import { commandHandlers } from '../../live/public.ts'
import { managesPlansOf, readGroupPlan } from './group-presenters.ts'
import { findGroupPlan, writeState, type WholePlan } from './group-control.queries.ts'
import {
  dronesOfPlan,
  keepOrders,
  writeProgress,
  type GivenOrder,
  type PlanDroneRow,
} from './group-drones.queries.ts'
import { isUnderWay, opensFlight, statusAfter } from './group-orders.ts'
import { groupPlanKind } from './group-plan-kind.ts'
import type { GroupDeps } from './group-route.ts'

type Calls = Handlers<typeof groupControlRoutes>
type Asked = z.output<typeof GroupControl>

/** The route of a drone's next flight, which begins and ends above its takeoff position. */
const nextRoute = (plan: WholePlan, drone: PlanDroneRow): CommandInput | null => {
  const share = drone.share === null ? undefined : plan.route.shares[drone.share]
  const index = Math.max(0, drone.done_sortie_num)
  const sortie = share?.sorties[index]
  if (!share || !sortie) return null
  const { name, settings } = plan
  const [least, most] = commandLimits.heightM
  return {
    type: 'uploadRoute',
    name: `${name.slice(0, 48)} ${index + 1}/${share.sorties.length}`,
    points: sortie.points
      .slice(1, -1)
      .map(({ at, heightM, pumpOn, doseLHa }) => ({
        at: [at[0], at[1]],
        heightM: Math.min(most, Math.max(least, heightM)),
        pumpOn,
        ...(pumpOn ? { doseLHa } : {}),
      })),
    speedMs: settings.drones[drone.position]!.speed,
    widthM: settings.width,
    hasConsent: settings.hasConsent,
  }
}

/** A plan, and the state of a drone in it. */
type InPlan = { plan: WholePlan; drone: PlanDroneRow }

const commandsFor = (asked: Asked, inPlan: InPlan | null): CommandInput[] => {
  switch (asked.action) {
    case 'send': {
      const route = inPlan && nextRoute(inPlan.plan, inPlan.drone)
      return route === null ? [] : [route]
    }
    case 'set':
      return [
        ...(asked.width === undefined ? [] : [{ type: 'setWidth', widthM: asked.width } as const]),
        ...(asked.height === undefined
          ? []
          : [{ type: 'setHeight', heightM: asked.height } as const]),
        ...(asked.speed === undefined ? [] : [{ type: 'setSpeed', speedMs: asked.speed } as const]),
      ]
    default:
      return [{ type: asked.action }]
  }
}

type CommandResult = { droneId: string; refusal: string | null; order: GivenOrder | null }

const tellAll = async (
  sendCommand: ReturnType<typeof commandHandlers>['sendCommand'],
  asked: Asked,
  plan: WholePlan | null,
  drones: readonly PlanDroneRow[],
  context: SignedInContext,
): Promise<CommandResult[]> => {
  const results: CommandResult[] = []
  for (const droneId of new Set(asked.droneIds)) {
    const inPlan = plan && {
      plan,
      drone: drones.find((one) => one.drone_id === droneId) ?? fail('not_found'),
    }
    const commands = commandsFor(asked, inPlan)
    if (commands.length === 0) {
      const refusal = errorSentence(context.language, 'group_plan_nothing_left')
      results.push({ droneId, refusal, order: null })
      continue
    }
    let order: GivenOrder | null = null
    try {
      for (const command of commands) {
        const { commandId, createTime } = await sendCommand(
          { body: { droneId, command }, params: undefined, query: undefined, file: undefined },
          context,
        )
        order = { droneId, commandId, sentAt: new Date(createTime) }
      }
      results.push({ droneId, refusal: null, order })
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      const refusal = errorSentence(context.language, error.code, error.values)
      results.push({ droneId, refusal, order })
    }
  }
  return results
}

export const controlGroup = (deps: GroupDeps): Calls['controlGroup'] => {
  const { sendCommand } = commandHandlers(deps)
  return async ({ body }, context) => {
    const { db, change } = deps
    const { caller } = context
    if (body.plan === null) {
      const results = await tellAll(sendCommand, body, null, [], context)
      return { told: results.map(({ droneId, refusal }) => ({ droneId, refusal })), detail: null }
    }
    const plan = (await findGroupPlan(db, caller.scope, body.plan)) ?? fail('not_found')
    if (!managesPlansOf(caller, plan.account_id)) fail('forbidden')
    const drones = await dronesOfPlan(db, caller.scope, plan.id)
    const results = await tellAll(sendCommand, body, plan, drones, context)
    const reached = results.flatMap(({ droneId, refusal }) => (refusal === null ? [droneId] : []))
    const orders = results.flatMap(({ order }) => (order === null ? [] : [order]))
    const status = statusAfter[body.action]
    const detail = await change(
      context,
      groupPlanKind,
      { id: plan.id, to: 'change', action: 'group-plan.control' },
      async (trx, _row, now) => ({
        changes: status !== null && reached.length > 0,
        details: { command: body.action, drones: reached },
        write: async () => {
          // The states before this command, so that a flight that has ended counts.
          const standing = await dronesOfPlan(trx, caller.scope, plan.id)
          await keepOrders(trx, plan.id, body.action, orders)
          if (status === null) return
          await writeProgress(
            trx,
            plan.id,
            standing
              .filter(({ drone_id }) => drone_id !== null && reached.includes(drone_id))
              // A drone that has landed meanwhile cannot be paused.
              .filter((drone) => opensFlight(body.action) || isUnderWay([drone]))
              .map(({ position, share, done_sortie_num }) => ({
                position,
                share,
                status,
                done_sortie_num,
              })),
          )
          await writeState(trx, plan.id, 'flying', now)
        },
        answer: () => readGroupPlan(trx, caller, plan.id),
      }),
    )
    return { told: results.map(({ droneId, refusal }) => ({ droneId, refusal })), detail }
  }
}
