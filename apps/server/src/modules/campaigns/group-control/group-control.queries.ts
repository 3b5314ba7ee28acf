import { expressionBuilder, sql, type SqlBool } from 'kysely'
import { groupPlanList, groupPlanStates } from '@swath/contract/campaigns/group-plans'
import type { Scope } from '@swath/domain/access/caller'
import type { GroupPlan, PlanStrip } from '@swath/planner/plan'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { droneScope } from '../../../platform/access/scoped-tables.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { contains } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'
import { containing } from '../../../platform/listing/search.ts'
import { planState } from './group-standing.queries.ts'
import type { KeptSettings } from './work-out.ts'

const plansFor = (db: Db | Tx, scope: Scope) =>
  db
    .selectFrom('group_plan')
    .innerJoin('account', 'account.id', 'group_plan.account_id')
    .where(inScope(scope, { owner: 'group_plan.account_id' }))

const state = planState(expressionBuilder<Database, 'group_plan'>())

const listed = [
  'group_plan.id',
  'group_plan.account_id',
  'account.name as account_name',
  'group_plan.name',
  state.as('state'),
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
    state: (asked) => sql<SqlBool>`${state} = ${asked}`,
  },
  orders: {
    name: sql`group_plan.name`,
    droneCount: sql`group_plan.drone_num`,
    area: sql`group_plan.swept_m2`,
    updatedAt: sql`group_plan.updated_at`,
    // In progress first, done last.
    state: sql`array_position(array['flying', 'ready', 'done'], ${state})`,
  },
  ties: [{ by: sql`group_plan.updated_at`, direction: 'desc' }, { by: sql`group_plan.id` }],
  countBy: { filter: 'state', states: groupPlanStates, state },
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
      // Written by this feature, so of this type.
      sql<KeptSettings>`group_plan.settings`.as('settings'),
      sql<GroupPlan>`group_plan.route`.as('route'),
      sql<PlanStrip[]>`group_plan.done`.as('done'),
    ])

export const findGroupPlan = (
  db: Db | Tx,
  scope: Scope,
  id: string,
): Promise<WholePlan | undefined> => whole(db, scope, id).executeTakeFirst()

/** Locks the plan until the transaction ends. */
export const lockGroupPlan = (trx: Tx, scope: Scope, id: string): Promise<WholePlan | undefined> =>
  whole(trx, scope, id).forUpdate('group_plan').executeTakeFirst()

/** How many of these ids are drones that the caller can see. */
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

/** Drones by name, with the capacity of their models. */
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

/** Stores the recomputed rest; the figures in the list remain those of the whole plan. */
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

export const deleteGroupPlan = async (trx: Tx, id: string): Promise<void> => {
  await trx.deleteFrom('group_plan').where('id', '=', id).execute()
}
