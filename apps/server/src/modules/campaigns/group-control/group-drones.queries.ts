// The drones of a plan: status, commands and flights.
import { sql } from 'kysely'
import type { CommandState } from '@swath/domain/command'
import type { Scope } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { droneScope } from '../../../platform/access/scoped-tables.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import type { KeptStatus } from './group-orders.ts'
import {
  doneSorties,
  flownLast,
  followsOrder,
  standing,
  lastOrder,
} from './group-standing.queries.ts'

export const dronesOfPlan = async (db: Db | Tx, scope: Scope, planId: string) => {
  const rows = await db
    .selectFrom('group_plan_drone')
    // A drone that the caller can't see is shown without its name.
    .leftJoin('drone', (join) =>
      join.onRef('drone.id', '=', 'group_plan_drone.drone_id').on(inScope(scope, droneScope)),
    )
    .leftJoinLateral(lastOrder, (join) => join.onTrue())
    .leftJoinLateral(flownLast, (join) => join.onTrue())
    .where('group_plan_drone.plan_id', '=', planId)
    .select([
      'group_plan_drone.position',
      'group_plan_drone.share',
      standing.as('status'),
      doneSorties.as('done_sortie_num'),
      'group_plan_drone.sortie_m2',
      'flown.id as flight_id',
      'flown.swept_m2 as flown_m2',
      'drone.id as drone_id',
      'drone.name as drone_name',
      'drone.manufacturer_id as manufacturerId',
      'drone.operator_id as operatorId',
      'drone.tenant_id as tenantId',
      'latest.action as orderAction',
      'latest.state as orderState',
      'latest.reason as orderReason',
    ])
    .orderBy('group_plan_drone.position')
    .execute()
  return rows.map(({ orderAction, orderState, orderReason, ...row }) => {
    const order =
      orderAction === null || orderState === null
        ? null
        : { action: orderAction, state: orderState, reason: orderReason }
    return { ...row, order }
  })
}
export type PlanDroneRow = Awaited<ReturnType<typeof dronesOfPlan>>[number]

const inOrder = sql`(
  partition by group_plan_order.drone_id order by group_plan_order.number
)`

/**
 * Flights of a plan's drones, oldest first: the flight after each executed start, or after an
 * accepted route if no start command was given.
 */
export const flightsOfPlan = (db: Db, scope: Scope, planId: string, atMost: number) =>
  db
    .with('given', (cte) =>
      cte
        .selectFrom('group_plan_order')
        .leftJoin('command', (join) =>
          join
            .onRef('command.drone_id', '=', 'group_plan_order.drone_id')
            .onRef('command.id', '=', 'group_plan_order.command_id'),
        )
        .where('group_plan_order.plan_id', '=', planId)
        .where('group_plan_order.action', 'in', ['send', 'start'])
        .select([
          'group_plan_order.drone_id',
          'group_plan_order.action',
          'group_plan_order.told_at',
          sql<CommandState>`coalesce(command.state, 'done')`.as('state'),
          sql<string | null>`lead(group_plan_order.action) over ${inOrder}`.as('next_action'),
          sql<Date | null>`lead(group_plan_order.told_at) over ${inOrder}`.as('next_at'),
        ]),
    )
    .selectFrom('given')
    .innerJoin('drone', 'drone.id', 'given.drone_id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('sortie')
          .whereRef('sortie.drone_id', '=', 'given.drone_id')
          .where(followsOrder('given'))
          .where(sql<boolean>`(given.next_at is null or sortie.start_at < given.next_at)`)
          .select(['sortie.id', 'sortie.start_at', 'sortie.end_at'])
          .orderBy('sortie.start_at')
          .limit(1)
          .as('flight'),
      (join) => join.onTrue(),
    )
    .where('given.state', '=', 'done')
    .where(sql<boolean>`(given.action = 'start' or given.next_action is distinct from 'start')`)
    .where(inScope(scope, droneScope))
    .select(['given.drone_id', 'flight.id', 'flight.start_at', 'flight.end_at'])
    .distinct()
    .orderBy('flight.start_at')
    .limit(atMost)
    .execute()

export type DroneProgress = Pick<
  Database['group_plan_drone'],
  'position' | 'drone_id' | 'share'
> & {
  status: KeptStatus
  done_sortie_num: number
  /** Planned area of each flight of its share, m². */
  sortie_m2: number[]
}

/** Replaces the existing drones; their commands belonged to an earlier route. */
export const putPlanDrones = async (
  trx: Tx,
  planId: string,
  drones: readonly DroneProgress[],
): Promise<void> => {
  await trx.deleteFrom('group_plan_order').where('plan_id', '=', planId).execute()
  await trx.deleteFrom('group_plan_drone').where('plan_id', '=', planId).execute()
  await trx
    .insertInto('group_plan_drone')
    .values(drones.map((drone) => ({ plan_id: planId, ...drone })))
    .execute()
}

/** Progress of a drone that stays in its plan; without areas if its share does not change. */
export type Standing = Omit<DroneProgress, 'drone_id' | 'sortie_m2'> & { sortie_m2?: number[] }

/** Writes the progress of drones. */
export const writeProgress = async (
  trx: Tx,
  planId: string,
  drones: readonly Standing[],
): Promise<void> => {
  for (const { position, ...changed } of drones)
    await trx
      .updateTable('group_plan_drone')
      .set(changed)
      .where('plan_id', '=', planId)
      .where('position', '=', position)
      .execute()
}

export type GivenOrder = { droneId: string; commandId: string; sentAt: Date }

export const keepOrders = async (
  trx: Tx,
  planId: string,
  action: Database['group_plan_order']['action'],
  orders: readonly GivenOrder[],
): Promise<void> => {
  if (orders.length === 0) return
  await trx
    .insertInto('group_plan_order')
    .values(
      orders.map(({ droneId, commandId, sentAt }) => ({
        plan_id: planId,
        drone_id: droneId,
        action,
        command_id: commandId,
        told_at: sentAt,
      })),
    )
    .execute()
}
