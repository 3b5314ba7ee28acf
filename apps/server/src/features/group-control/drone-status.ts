// How drones of a plan come along: a flight is done, one broke off, one drops out and others take
// over its rest, one comes back.
import type { GroupDroneStatus, groupControlRoutes } from '@swath/contract/group-control'
import type { LngLat } from '@swath/domain/lng-lat'
import type { PlanStrip } from '@swath/planner/plan'
import type { Progress } from '@swath/planner/replan'
import type { z } from 'zod'
import type { Handlers, SignedInContext } from '../../platform/http/context.ts'
import { fail } from '../../platform/http/fail.ts'
import { readGroupPlan } from './group-answers.ts'
import { findGroupPlan, writeRest, writeState, type WholePlan } from './group-control.queries.ts'
import {
  dronesOfPlan,
  writeProgress,
  type DroneProgress,
  type PlanDroneRow,
} from './group-drones.queries.ts'
import { groupPlanKind } from './group-plan-kind.ts'
import type { GroupNeeds } from './group-route.ts'
import { requirePlan, workOutAnew } from './work-out.ts'

type Calls = Handlers<typeof groupControlRoutes>
type Asked = z.output<typeof GroupDroneStatus>
type Standing = Omit<DroneProgress, 'drone_id'>

const isInFlight = ({ status }: Pick<PlanDroneRow, 'status'>): boolean =>
  status === 'flying' || status === 'paused' || status === 'sent'

const standingOf = ({ position, share, status, done_sortie_num }: PlanDroneRow): Standing => ({
  position,
  share,
  status,
  done_sortie_num,
})

/** One flight more is over. */
const landed = (drone: PlanDroneRow, plan: WholePlan): Standing => {
  const done = drone.done_sortie_num + 1
  const all = drone.share === null ? 0 : plan.route.shares[drone.share]!.sorties.length
  return { ...standingOf(drone), status: done >= all ? 'done' : 'waiting', done_sortie_num: done }
}

/**
 * How far the drone of each share has come. Whoever is in the air flies its flight to the end: the
 * rest is planned from the next one on.
 */
const progressOf = (
  plan: WholePlan,
  drones: readonly PlanDroneRow[],
  concerned: ReadonlySet<string>,
  brokeOffAt: LngLat | null,
): Progress[] =>
  plan.route.shares.map((_, share) => {
    const drone = drones.find((one) => one.share === share)
    if (!drone) return { doneSortieNum: 0, brokeOffAt: null }
    const doneSortieNum = Math.max(0, drone.done_sortie_num)
    const isConcerned = drone.drone_id !== null && concerned.has(drone.drone_id)
    if (isConcerned) return { doneSortieNum, brokeOffAt: isInFlight(drone) ? brokeOffAt : null }
    return {
      doneSortieNum:
        isInFlight(drone) && drone.done_sortie_num >= 0 ? doneSortieNum + 1 : doneSortieNum,
      brokeOffAt: null,
    }
  })

/** Of a strip the drone by its place in the plan, which stays, instead of by its share. */
const byPosition = (strips: readonly PlanStrip[], drones: readonly PlanDroneRow[]): PlanStrip[] =>
  strips.map((strip) => ({
    ...strip,
    drone: drones.find(({ share }) => share === strip.drone)?.position ?? strip.drone,
  }))

type Anew = { route: WholePlan['route']; done: PlanStrip[]; standings: Standing[] }

const planAnew = async (
  asked: Asked,
  plan: WholePlan,
  drones: readonly PlanDroneRow[],
  context: SignedInContext,
): Promise<Anew> => {
  const concerned = new Set(asked.droneIds)
  const isConcerned = (drone: PlanDroneRow): boolean =>
    drone.drone_id !== null && concerned.has(drone.drone_id)
  const leaves = (drone: PlanDroneRow): boolean =>
    isConcerned(drone) ? asked.droneStatus === 'out' : drone.status === 'out'
  const taking = drones.filter((drone) => !leaves(drone))
  if (taking.length === 0) fail('group_plan_nobody')
  const at = asked.brokeOffAt
  const { done, planned } = await workOutAnew(
    plan.settings,
    plan.route,
    progressOf(plan, drones, concerned, at),
    taking.map(({ position }) => plan.settings.drones[position]!),
    context,
  )
  const route = requirePlan(planned)
  const standings = drones.map((drone): Standing => {
    const { position } = drone
    const share = taking.indexOf(drone)
    if (share < 0) return { position, share: null, status: 'out', done_sortie_num: 0 }
    const isStillUp = !isConcerned(drone) && isInFlight(drone)
    if (isStillUp) return { position, share, status: drone.status, done_sortie_num: -1 }
    const hasMore = route.shares[share]!.sorties.length > 0
    return { position, share, status: hasMore ? 'waiting' : 'done', done_sortie_num: 0 }
  })
  return { route, done: [...plan.done, ...byPosition(done, drones)], standings }
}

/** As the system log says it. */
const loggedAs = {
  'landed': 'group-plan.landed',
  'broken-off': 'group-plan.broken-off',
  'out': 'group-plan.out',
  'back': 'group-plan.back',
} as const

const isOver = (standings: readonly Standing[]): boolean =>
  standings.every(({ status }) => status === 'done' || status === 'out')

export const patchGroupDroneStatus =
  ({ db, change }: GroupNeeds): Calls['patchGroupDroneStatus'] =>
  async ({ body }, context) => {
    const { caller } = context
    const plan = (await findGroupPlan(db, caller.scope, body.plan)) ?? fail('not_found')
    const drones = await dronesOfPlan(db, caller.scope, plan.id)
    const ids = drones.map(({ drone_id }) => drone_id)
    if (body.droneIds.some((droneId) => !ids.includes(droneId))) fail('not_found')
    const refusal = groupPlanKind.refusal(context, plan, 'change')
    if (refusal) fail(refusal)
    // Worked out before the row is held; whoever was quicker makes it a conflict.
    const anew = body.droneStatus === 'landed' ? null : await planAnew(body, plan, drones, context)
    const standings =
      anew?.standings ??
      drones.map((drone) =>
        drone.drone_id !== null && body.droneIds.includes(drone.drone_id) && isInFlight(drone)
          ? landed(drone, plan)
          : standingOf(drone),
      )
    return change(
      context,
      groupPlanKind,
      {
        id: plan.id,
        version: body.version ?? plan.version,
        to: 'change',
        action: loggedAs[body.droneStatus],
      },
      async (trx, row, now) => {
        if (row.version !== plan.version) fail('conflict')
        return {
          details: { drones: body.droneIds },
          write: async () => {
            await writeProgress(trx, plan.id, standings)
            if (anew) await writeRest(trx, plan.id, anew, now)
            await writeState(trx, plan.id, isOver(standings) ? 'done' : 'flying', now)
          },
          answer: () => readGroupPlan(trx, caller, plan.id),
        }
      },
    )
  }
