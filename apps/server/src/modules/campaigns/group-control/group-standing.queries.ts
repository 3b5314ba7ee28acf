// Status of drones and plans, derived from the results of commands and the flights that followed.
import { sql, type ExpressionBuilder, type RawBuilder, type SqlBool } from 'kysely'
import type { groupDroneStates, groupPlanStates } from '@swath/contract/campaigns/group-plans'
import type { CommandState } from '@swath/domain/command'
import type { Database } from '../../../platform/database/schema.ts'
import { statusAfter, statusBefore, underWay, type KeptStatus } from './group-orders.ts'

/**
 * Whether a flight belongs to a command, within six hours: it ends after a start command, or begins
 * after an accepted route. It may begin before the result of the start command arrives.
 */
export const followsOrder = (order: string) => {
  const column = (name: string) => sql.ref(`${order}.${name}`)
  return sql<boolean>`(case ${column('action')} when 'start' then sortie.end_at > ${column('told_at')}
      else sortie.start_at >= ${column('told_at')} end
    and sortie.start_at < ${column('told_at')} + interval '6 hours')`
}

/** The last command to a drone of a plan for that plan. */
export const lastOrder = (eb: ExpressionBuilder<Database, 'group_plan_drone'>) =>
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
    .as('latest')

const undone = Object.entries(statusAfter).flatMap(([action, after]) => {
  const before = statusBefore[action as keyof typeof statusBefore]
  return after === null || before === null
    ? []
    : [sql`when latest.action = ${action} and group_plan_drone.status = ${after} then ${before}`]
})

/** The stored status, or the one before the last command if the drone did not carry it out. */
const standsAs = sql<KeptStatus>`case
  when latest.state is null or latest.state not in ('refused', 'expired', 'cancelled')
    then group_plan_drone.status
  ${sql.join(undone, sql` `)}
  else group_plan_drone.status
end`

/**
 * Share of the planned area from which a flight counts as complete: wind, corners and the device's
 * own swath cause deviations.
 */
const wholeFlightShare = 0.9

/**
 * The flight that followed the drone's last executed route or start, and whether it sprayed the
 * planned area.
 */
export const flownLast = (eb: ExpressionBuilder<Database, 'group_plan_drone'>) =>
  eb
    .selectFrom((from) =>
      from
        .selectFrom('group_plan_order')
        .leftJoin('command', (join) =>
          join
            .onRef('command.drone_id', '=', 'group_plan_order.drone_id')
            .onRef('command.id', '=', 'group_plan_order.command_id'),
        )
        .whereRef('group_plan_order.plan_id', '=', 'group_plan_drone.plan_id')
        .whereRef('group_plan_order.drone_id', '=', 'group_plan_drone.drone_id')
        .where('group_plan_order.action', 'in', ['send', 'start'])
        .where(
          sql<boolean>`coalesce(command.state, 'done') not in ('refused', 'expired', 'cancelled')`,
        )
        .select([
          'group_plan_order.drone_id',
          'group_plan_order.action',
          'group_plan_order.told_at',
          sql<CommandState>`coalesce(command.state, 'done')`.as('state'),
        ])
        .orderBy('group_plan_order.number', 'desc')
        .limit(1)
        .as('last_order'),
    )
    .innerJoin('sortie', 'sortie.drone_id', 'last_order.drone_id')
    .leftJoin('work_record', (join) =>
      join
        .onRef('work_record.drone_id', '=', 'sortie.drone_id')
        .onRef('work_record.sortie_id', '=', 'sortie.id'),
    )
    .where('last_order.state', '=', 'done')
    .where(followsOrder('last_order'))
    .select([
      'sortie.id',
      'sortie.state',
      'work_record.swept_m2',
      sql<boolean>`coalesce(work_record.swept_m2, 0) >= ${wholeFlightShare}::double precision
        * coalesce(group_plan_drone.sortie_m2[group_plan_drone.done_sortie_num + 1], 0)`.as(
        'whole',
      ),
    ])
    .orderBy('sortie.start_at')
    .limit(1)
    .as('flown')

const isUnderWay = sql<boolean>`(${standsAs}) in (${sql.join([...underWay])})`
const hasFlownAll = sql<boolean>`(${isUnderWay} and coalesce(flown.state = 'closed' and flown.whole, false))`

/** Completed flights: those already counted, and the last one if it sprayed its whole area. */
export const doneSorties = sql<number>`group_plan_drone.done_sortie_num + ${hasFlownAll}::int`

/** Status of a drone by its commands and its last flight. */
export const standing = sql<(typeof groupDroneStates)[number]>`case
  when not ${isUnderWay} or flown.id is null then ${standsAs}
  when flown.state = 'open' then case when (${standsAs}) = 'paused' then 'paused' else 'flying' end
  when not flown.whole then 'interrupted'
  when group_plan_drone.done_sortie_num + 1 >= cardinality(group_plan_drone.sortie_m2) then 'done'
  else 'waiting'
end`

const someDrone = (eb: ExpressionBuilder<Database, 'group_plan'>, is: RawBuilder<SqlBool>) =>
  eb.exists(
    eb
      .selectFrom('group_plan_drone')
      .leftJoinLateral(lastOrder, (join) => join.onTrue())
      .leftJoinLateral(flownLast, (join) => join.onTrue())
      .whereRef('group_plan_drone.plan_id', '=', 'group_plan.id')
      .where(is)
      .select('group_plan_drone.position'),
  )

/** Nothing was sprayed for the plan and no drone is under way: no command had an effect. */
const hasNotBegun = (eb: ExpressionBuilder<Database, 'group_plan'>) =>
  eb.and([
    sql<boolean>`jsonb_array_length(group_plan.done) = 0`,
    eb.not(someDrone(eb, sql`(group_plan_drone.done_sortie_num <> 0 or ${isUnderWay})`)),
  ])

/**
 * A plan is ready again if every drone refused its command or never received it, and done once
 * every drone has flown its share.
 */
export const planState = (eb: ExpressionBuilder<Database, 'group_plan'>) =>
  eb
    .case()
    .when('group_plan.state', '<>', 'flying')
    .then(eb.ref('group_plan.state'))
    .when(hasNotBegun(eb))
    .then(sql<(typeof groupPlanStates)[number]>`'ready'`)
    .when(eb.not(someDrone(eb, sql`(${standing}) not in ('done', 'out')`)))
    .then(sql<(typeof groupPlanStates)[number]>`'done'`)
    .else(eb.ref('group_plan.state'))
    .end()
