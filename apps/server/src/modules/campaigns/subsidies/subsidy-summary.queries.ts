// Open tasks about subsidies: objections to decide, proposals to approve, and proposals that can
// still be objected to.
import { sql, type SqlBool } from 'kysely'
import type { WorkbenchCounts } from '@swath/contract/overview/workbench'
import type { Caller } from '@swath/domain/access/caller'
import type { Db } from '../../../platform/database/database.ts'
import { isWhole, visibleSubsidies } from './subsidy-scope.queries.ts'
import { managesSubsidies } from './subsidy-deps.ts'

const proposed = (db: Db) => db.selectFrom('subsidy').where('subsidy.state', '=', 'proposed')

const countToRun = async (db: Db, caller: Caller, now: Date): Promise<WorkbenchCounts> => {
  const { objections, approvable } = await proposed(db)
    .where(isWhole(caller, 'subsidy'))
    .select([
      sql<number>`coalesce(sum(waiting.objections), 0)::int`.as('objections'),
      // The requirements of an approval: the objection period is over, no objection is open, and
      // someone else proposed it.
      sql<number>`(count(*) filter (where waiting.objections = 0
        and subsidy.objection_until <= ${now}
        and not exists (select from subsidy_step step where step.subsidy_id = subsidy.id
          and step.user_id = ${caller.userId}::uuid)))::int`.as('approvable'),
    ])
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('subsidy_objection as objection')
          .whereRef('objection.subsidy_id', '=', 'subsidy.id')
          .where('objection.state', '=', 'open')
          .select(({ fn }) => fn.countAll<number>().as('objections'))
          .as('waiting'),
      (join) => join.onTrue(),
    )
    .executeTakeFirstOrThrow()
  return { 'subsidies-objected': objections, 'subsidies-approvable': approvable }
}

export const countSubsidiesForWorkbench = async (
  db: Db,
  caller: Caller,
  now: Date,
): Promise<WorkbenchCounts> => {
  if (managesSubsidies(caller)) return countToRun(db, caller, now)
  if (caller.scope.kind !== 'accounts') return {}
  const open = await proposed(db)
    .where('subsidy.objection_until', '>', now)
    .where(visibleSubsidies(caller))
    .where(sql<SqlBool>`not ${isWhole(caller, 'subsidy')}`)
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<Date | null>`min(subsidy.objection_until)`.as('firstAt'),
    ])
    .executeTakeFirstOrThrow()
  return { 'subsidies-objectable': open }
}
