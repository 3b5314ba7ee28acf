// How drones and plans stand by what became of the orders.
import { sql, type ExpressionBuilder } from 'kysely'
import type { groupDroneStates, groupPlanStates } from '@swath/contract/group-plans'
import type { CommandState } from '@swath/domain/command'
import type { Database } from '../../platform/database/schema.ts'
import { statusAfter, statusBefore, underWay } from './group-orders.ts'

/** What the drone of a plan was told last for it. */
export const toldLast = (eb: ExpressionBuilder<Database, 'group_plan_drone'>) =>
  eb
    .selectFrom('group_plan_order')
    .leftJoin('command', (join) =>
      join
        .onRef('command.drone_id', '=', 'group_plan_order.drone_id')
        .onRef('command.id', '=', 'group_plan_order.command_id'),
    )
    .whereRef('group_plan_order.plan_id', '=', 'group_plan_drone.plan_id')
    .whereRef('group_plan_order.drone_id', '=', 'group_plan_drone.drone_id')
    .select([
      'group_plan_order.action',
      sql<CommandState>`coalesce(command.state, 'done')`.as('state'),
      'command.reason',
    ])
    .orderBy('group_plan_order.number', 'desc')
    .limit(1)
    .as('told')

const undone = Object.entries(statusAfter).flatMap(([action, after]) => {
  const before = statusBefore[action as keyof typeof statusBefore]
  return after === null || before === null
    ? []
    : [sql`when told.action = ${action} and group_plan_drone.status = ${after} then ${before}`]
})

/** As it was before its last order, where the drone did not do what it was told. */
export const standsAs = sql<(typeof groupDroneStates)[number]>`case
  when told.state is null or told.state not in ('refused', 'expired', 'cancelled')
    then group_plan_drone.status
  ${sql.join(undone, sql` `)}
  else group_plan_drone.status
end`

/** Nothing was sprayed for it, and nobody is about to: all that was told came to nothing. */
const hasNotBegun = (eb: ExpressionBuilder<Database, 'group_plan'>) =>
  eb.and([
    sql<boolean>`jsonb_array_length(group_plan.done) = 0`,
    eb.not(
      eb.exists(
        eb
          .selectFrom('group_plan_drone')
          .leftJoinLateral(toldLast, (join) => join.onTrue())
          .whereRef('group_plan_drone.plan_id', '=', 'group_plan.id')
          .where((drone) =>
            drone.or([
              drone('group_plan_drone.done_sortie_num', '<>', 0),
              drone(standsAs, 'in', [...underWay]),
            ]),
          )
          .select('group_plan_drone.position'),
      ),
    ),
  ])

/** Orders that every drone refused, or never heard, leave a plan as ready as it was. */
export const planState = (eb: ExpressionBuilder<Database, 'group_plan'>) =>
  eb
    .case()
    .when(eb.and([eb('group_plan.state', '=', 'flying'), hasNotBegun(eb)]))
    .then(sql<(typeof groupPlanStates)[number]>`'ready'`)
    .else(eb.ref('group_plan.state'))
    .end()
