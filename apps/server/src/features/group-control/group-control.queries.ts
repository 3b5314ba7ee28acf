import { sql } from 'kysely'
import { groupPlanList } from '@swath/contract/group-plans'
import type { Scope } from '@swath/domain/access/caller'
import type { GroupPlan, PlanStrip } from '@swath/planner/plan'
import { inScope } from '../../platform/access/scope.queries.ts'
import { droneScope } from '../../platform/access/scoped-tables.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { GroupPlanDroneTable } from '../../platform/database/schema/group-plans.ts'
import { contains, equals } from '../../platform/listing/conditions.queries.ts'
import { defineList } from '../../platform/listing/list.queries.ts'
import { containing } from '../../platform/listing/search.ts'
import type { KeptSettings } from './work-out.ts'

const plansFor = (db: Db | Tx, scope: Scope) =>
  db
    .selectFrom('group_plan')
    .innerJoin('account', 'account.id', 'group_plan.account_id')
    .where(inScope(scope, { owner: 'group_plan.account_id' }))

const listed = [
  'group_plan.id',
  'group_plan.account_id',
  'account.name as account_name',
  'group_plan.name',
  'group_plan.state',
  'group_plan.plot_names',
  'group_plan.drone_num',
  'group_plan.swept_m2',
  'group_plan.spray_l',
  'group_plan.duration_s',
  'group_plan.refill_num',
  'group_plan.turn_num',
  'group_plan.created_at',
  'group_plan.updated_at',
  'group_plan.version',
] as const

const presented = (rows: ReturnType<typeof plansFor>) => rows.select(listed)
export type GroupPlanRow = Awaited<
  ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>
>

export const groupPlanRows = defineList(groupPlanList, {
  from: plansFor,
  select: presented,
  conditions: {
    name: contains('group_plan.name'),
    plotName: contains('group_plan.plot_names'),
    state: equals('group_plan.state'),
  },
  orders: {
    name: sql`group_plan.name`,
    droneCount: sql`group_plan.drone_num`,
    area: sql`group_plan.swept_m2`,
    updatedAt: sql`group_plan.updated_at`,
  },
  ties: [{ by: sql`group_plan.id` }],
})

export type WholePlan = GroupPlanRow & {
  settings: KeptSettings
  route: GroupPlan
  done: PlanStrip[]
}

const whole = (db: Db | Tx, scope: Scope, id: string) =>
  plansFor(db, scope)
    .where('group_plan.id', '=', id)
    .select([
      ...listed,
      // as they were written by this feature
      sql<KeptSettings>`group_plan.settings`.as('settings'),
      sql<GroupPlan>`group_plan.route`.as('route'),
      sql<PlanStrip[]>`group_plan.done`.as('done'),
    ])

export const findGroupPlan = (
  db: Db | Tx,
  scope: Scope,
  id: string,
): Promise<WholePlan | undefined> => whole(db, scope, id).executeTakeFirst()

/** Held until the transaction ends. */
export const lockGroupPlan = (trx: Tx, scope: Scope, id: string): Promise<WholePlan | undefined> =>
  whole(trx, scope, id).forUpdate('group_plan').executeTakeFirst()

export const dronesOfPlan = (db: Db | Tx, scope: Scope, planId: string) =>
  db
    .selectFrom('group_plan_drone')
    // one that does not exist for the caller is shown without its name
    .leftJoin('drone', (join) =>
      join.onRef('drone.id', '=', 'group_plan_drone.drone_id').on(inScope(scope, droneScope)),
    )
    .where('group_plan_drone.plan_id', '=', planId)
    .select([
      'group_plan_drone.position',
      'group_plan_drone.share',
      'group_plan_drone.status',
      'group_plan_drone.done_sortie_num',
      'drone.id as drone_id',
      'drone.name as drone_name',
      'drone.manufacturer_id as manufacturerId',
      'drone.operator_id as operatorId',
      'drone.tenant_id as tenantId',
    ])
    .orderBy('group_plan_drone.position')
    .execute()
export type PlanDroneRow = Awaited<ReturnType<typeof dronesOfPlan>>[number]

/** How many of these ids are drones that exist for the caller. */
export const countDrones = async (
  db: Db | Tx,
  scope: Scope,
  ids: readonly string[],
): Promise<number> =>
  (
    await db
      .selectFrom('drone')
      .where(inScope(scope, droneScope))
      .where('drone.id', 'in', ids.length === 0 ? [''] : [...ids])
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** What drones of a plan flew since it was made, oldest first. */
export const flightsOfPlan = (db: Db, scope: Scope, planId: string, atMost: number) =>
  db
    .selectFrom('group_plan_drone')
    .innerJoin('group_plan', 'group_plan.id', 'group_plan_drone.plan_id')
    .innerJoin('drone', 'drone.id', 'group_plan_drone.drone_id')
    .innerJoin('sortie', (join) =>
      join
        .onRef('sortie.drone_id', '=', 'drone.id')
        .onRef('sortie.start_at', '>=', 'group_plan.created_at'),
    )
    .where('group_plan.id', '=', planId)
    .where(inScope(scope, droneScope))
    .select(['sortie.drone_id', 'sortie.id', 'sortie.start_at', 'sortie.end_at'])
    .orderBy('sortie.start_at')
    .limit(atMost)
    .execute()

/** By name, with what their models carry. */
export const searchDrones = (db: Db, scope: Scope, search: string | undefined, atMost: number) =>
  db
    .selectFrom('drone')
    .innerJoin('drone_model', 'drone_model.id', 'drone.model_id')
    .where(inScope(scope, droneScope))
    .where((eb) =>
      search
        ? eb.or([
            eb('drone.name', 'ilike', containing(search)),
            eb('drone.id', 'ilike', containing(search)),
          ])
        : eb.val(true),
    )
    .select([
      'drone.id',
      'drone.name',
      'drone_model.name as modelName',
      'drone_model.tank_l as tankL',
      sql<number>`coalesce(drone.spray_width_m, drone_model.swath_width_m)`.as('widthM'),
      'drone.manufacturer_id as manufacturerId',
      'drone.operator_id as operatorId',
      'drone.tenant_id as tenantId',
    ])
    .orderBy('drone.name')
    .orderBy('drone.id')
    .limit(atMost)
    .execute()

type Written = {
  name: string
  plotIds: readonly string[]
  plotNames: string
  settings: KeptSettings
  route: GroupPlan
  done: readonly PlanStrip[]
}

const figuresOf = ({ route: { totals }, settings }: Pick<Written, 'route' | 'settings'>) => ({
  drone_num: settings.drones.length,
  swept_m2: totals.sweptM2,
  spray_l: totals.sprayL,
  duration_s: totals.durationS,
  refill_num: totals.refillNum,
  turn_num: totals.turnNum,
})

const columnsOf = (plan: Written, now: Date) => ({
  name: plan.name,
  plot_ids: [...plan.plotIds],
  plot_names: plan.plotNames,
  settings: JSON.stringify(plan.settings),
  route: JSON.stringify(plan.route),
  done: JSON.stringify(plan.done),
  ...figuresOf(plan),
  updated_at: now,
})

export const insertGroupPlan = async (
  trx: Tx,
  {
    id,
    accountId,
    userId,
    plan,
    now,
  }: { id: string; accountId: string; userId: string; plan: Written; now: Date },
): Promise<void> => {
  await trx
    .insertInto('group_plan')
    .values({
      id,
      account_id: accountId,
      ...columnsOf(plan, now),
      created_by: userId,
      created_at: now,
    })
    .execute()
}

export const rewriteGroupPlan = async (
  trx: Tx,
  id: string,
  plan: Written,
  now: Date,
): Promise<void> => {
  await trx
    .updateTable('group_plan')
    .set({ ...columnsOf(plan, now), state: 'ready', version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** What is left, worked out anew; the figures of the list stay those of the whole plan. */
export const writeRest = async (
  trx: Tx,
  id: string,
  { route, done }: Pick<Written, 'route' | 'done'>,
  now: Date,
): Promise<void> => {
  await trx
    .updateTable('group_plan')
    .set({ route: JSON.stringify(route), done: JSON.stringify(done), updated_at: now })
    .where('id', '=', id)
    .execute()
}

export const writeState = async (
  trx: Tx,
  id: string,
  state: 'ready' | 'flying' | 'done',
  now: Date,
): Promise<void> => {
  await trx
    .updateTable('group_plan')
    .set({ state, updated_at: now, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

export type DroneProgress = Pick<GroupPlanDroneTable, 'position' | 'drone_id' | 'share'> & {
  status: PlanDroneRow['status']
  done_sortie_num: number
}

/** Those that are there are replaced. */
export const putPlanDrones = async (
  trx: Tx,
  planId: string,
  drones: readonly DroneProgress[],
): Promise<void> => {
  await trx.deleteFrom('group_plan_drone').where('plan_id', '=', planId).execute()
  await trx
    .insertInto('group_plan_drone')
    .values(drones.map((drone) => ({ plan_id: planId, ...drone })))
    .execute()
}

/** How drones stand. */
export const writeProgress = async (
  trx: Tx,
  planId: string,
  drones: readonly Omit<DroneProgress, 'drone_id'>[],
): Promise<void> => {
  for (const { position, ...changed } of drones)
    await trx
      .updateTable('group_plan_drone')
      .set(changed)
      .where('plan_id', '=', planId)
      .where('position', '=', position)
      .execute()
}

export const deleteGroupPlan = async (trx: Tx, id: string): Promise<void> => {
  await trx.deleteFrom('group_plan').where('id', '=', id).execute()
}
