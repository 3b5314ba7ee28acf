// Progress of a plan's drones: a flight is completed or interrupted, a drone drops out and others
// take over its rest, or it returns.
import type { GroupDroneStatus, groupControlRoutes } from '@swath/contract/campaigns/group-control'
import { distanceBetweenM, type LngLat } from '@swath/domain/lng-lat'
import type { PlanStrip } from '@swath/planner/plan'
import type { Progress } from '@swath/planner/replan'
import type { z } from 'zod'
import type { Handlers, SignedInContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { readGroupPlan } from './group-presenters.ts'
import { findGroupPlan, writeRest, writeState, type WholePlan } from './group-control.queries.ts'
import {
  dronesOfPlan,
  writeProgress,
  type PlanDroneRow,
  type Standing,
} from './group-drones.queries.ts'
import { groupPlanKind } from './group-plan-kind.ts'
import type { GroupDeps } from './group-route.ts'
import { areasOfSorties, requirePlan, workOutAnew } from './work-out.ts'

type Calls = Handlers<typeof groupControlRoutes>
type Asked = z.output<typeof GroupDroneStatus>

const isInFlight = <Row extends Pick<PlanDroneRow, 'status'>>(
  row: Row,
): row is Row & { status: 'flying' | 'paused' | 'sent' } =>
  row.status === 'flying' || row.status === 'paused' || row.status === 'sent'

/** Counts its last flight as completed. */
const landed = ({ position, share, done_sortie_num, sortie_m2 }: PlanDroneRow): Standing => {
  const done = done_sortie_num + 1
  return {
    position,
    share,
    status: done >= sortie_m2.length ? 'done' : 'waiting',
    done_sortie_num: done,
  }
}

/**
 * Counts the last flights of these drones, unless they are counted already or do not belong to the
 * plan.
 */
const countLanded = (drones: readonly PlanDroneRow[], droneIds: readonly string[]): Standing[] =>
  drones
    .filter((drone) => drone.drone_id !== null && droneIds.includes(drone.drone_id))
    .filter((drone) => isInFlight(drone) || drone.status === 'interrupted')
    .map((drone) => (drone.flight_id === null ? fail('group_plan_not_flown') : landed(drone)))

/** The position where a flight that ended early had sprayed the share in its record. */
const placeAfter = (strips: readonly PlanStrip[], share: number): LngLat | null => {
  const lengthOf = ({ from, to }: PlanStrip): number => distanceBetweenM(...from, ...to)
  let leftM = strips.reduce((sum, strip) => sum + lengthOf(strip), 0) * share
  if (leftM <= 0) return null
  for (const strip of strips) {
    const lengthM = lengthOf(strip)
    const part = Math.min(1, leftM / lengthM)
    if (part < 1)
      return [
        strip.from[0] + (strip.to[0] - strip.from[0]) * part,
        strip.from[1] + (strip.to[1] - strip.from[1]) * part,
      ]
    leftM -= lengthM
  }
  return strips.at(-1)!.to
}

/** The position where an interrupted flight stopped spraying; null if none was interrupted. */
const brokeOffOf = (plan: WholePlan, drone: PlanDroneRow): LngLat | null => {
  const { share, done_sortie_num: index, sortie_m2, flown_m2, status } = drone
  const plannedM2 = sortie_m2[index]
  if (status !== 'interrupted' || share === null || !plannedM2) return null
  return placeAfter(plan.route.shares[share]!.sorties[index]!.strips, (flown_m2 ?? 0) / plannedM2)
}

/**
 * Progress of the drone of each share. A flying drone completes its flight, so the rest is planned
 * from its next flight on.
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
    // A drone that has not flown cannot have sprayed anything.
    if (isConcerned)
      return {
        doneSortieNum,
        brokeOffAt:
          drone.flight_id !== null && (isInFlight(drone) || drone.status === 'interrupted')
            ? (brokeOffAt ?? brokeOffOf(plan, drone))
            : null,
      }
    return {
      doneSortieNum:
        isInFlight(drone) && drone.done_sortie_num >= 0 ? doneSortieNum + 1 : doneSortieNum,
      brokeOffAt: brokeOffOf(plan, drone),
    }
  })

/**
 * Identifies the drone of a strip by its position in the plan, which is stable, instead of by its
 * share.
 */
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
    plan,
    progressOf(plan, drones, concerned, at),
    taking.map(({ position }) => plan.settings.drones[position]!),
    context,
  )
  const route = requirePlan(planned)
  const standings = drones.map((drone): Standing => {
    const { position } = drone
    const share = taking.indexOf(drone)
    if (share < 0)
      return { position, share: null, status: 'out', done_sortie_num: 0, sortie_m2: [] }
    const sortie_m2 = areasOfSorties(route, share, plan.settings)
    if (!isConcerned(drone) && isInFlight(drone))
      return { position, share, status: drone.status, done_sortie_num: -1, sortie_m2 }
    const status = sortie_m2.length > 0 ? 'waiting' : 'done'
    return { position, share, status, done_sortie_num: 0, sortie_m2 }
  })
  return { route, done: [...plan.done, ...byPosition(done, drones)], standings }
}

/** Names of the actions in the log. */
const loggedAs = {
  'landed': 'group-plan.landed',
  'broken-off': 'group-plan.broken-off',
  'out': 'group-plan.out',
  'back': 'group-plan.back',
} as const

/** Whether every drone is done or out once these rows are written. */
const isOver = (drones: readonly PlanDroneRow[], written: readonly Standing[]): boolean =>
  drones.every(({ position, status }) => {
    const now = written.find((one) => one.position === position)?.status ?? status
    return now === 'done' || now === 'out'
  })

export const patchGroupDroneStatus =
  ({ db, change }: GroupDeps): Calls['patchGroupDroneStatus'] =>
  async ({ body: asked }, context) => {
    const { caller } = context
    const plan = (await findGroupPlan(db, caller.scope, asked.plan)) ?? fail('not_found')
    const drones = await dronesOfPlan(db, caller.scope, plan.id)
    const ids = drones.flatMap(({ drone_id }) => (drone_id === null ? [] : [drone_id]))
    const body = { ...asked, droneIds: asked.droneIds.length === 0 ? ids : asked.droneIds }
    if (body.droneIds.some((droneId) => !ids.includes(droneId))) fail('not_found')
    const refusal = groupPlanKind.refusal(context, plan, 'change')
    if (refusal) fail(refusal)
    // Computed before the row is locked; a concurrent change results in a conflict.
    const anew = body.droneStatus === 'landed' ? null : await planAnew(body, plan, drones, context)
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
        const standings = anew?.standings ?? countLanded(drones, body.droneIds)
        return {
          details: { drones: body.droneIds },
          write: async () => {
            await writeProgress(trx, plan.id, standings)
            if (anew) await writeRest(trx, plan.id, anew, now)
            await writeState(trx, plan.id, isOver(drones, standings) ? 'done' : 'flying', now)
          },
          answer: () => readGroupPlan(trx, caller, plan.id),
        }
      },
    )
  }
