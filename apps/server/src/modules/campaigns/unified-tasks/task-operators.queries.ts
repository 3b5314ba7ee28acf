// Operators of a task, and possible supervisors.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Scope } from '@swath/domain/access/caller'
import { regionPath } from '@swath/domain/region-code'
import { withinRegion } from '../../../platform/access/scope.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { containing } from '../../../platform/listing/search.ts'

/** `accountIds`: only these; null: all. */
export const listOperators = (db: Db | Tx, taskId: number, accountIds: readonly string[] | null) =>
  db
    .selectFrom('unified_task_operator as partner')
    .innerJoin('account', 'account.id', 'partner.account_id')
    .where('partner.task_id', '=', taskId)
    .$if(accountIds !== null, (rows) => rows.where('account.id', 'in', [...accountIds!]))
    .select([
      'account.id',
      'account.name',
      'partner.state',
      'partner.invited_at',
      'partner.answered_at',
      sql<number>`(select count(*) from unified_task_drone flies
        join drone on drone.id = flies.drone_id
        join account owner on owner.id = drone.operator_id
        where flies.task_id = ${taskId} and starts_with(owner.path, account.path))`.as('drones'),
    ])
    .orderBy('account.name')
    .orderBy('account.id')
    .execute()

/**
 * Operators that can be invited to a task: approved ones. A government can invite those of its
 * region and those that fly there, the platform all.
 */
const invitable = (scope: Scope): RawBuilder<SqlBool> =>
  scope.kind === 'all'
    ? sql<SqlBool>`true`
    : scope.kind === 'region'
      ? sql<SqlBool>`(${withinRegion('account.region_code', scope.prefix)}
          or exists (select from drone where drone.operator_id = account.id
            and ${withinRegion('drone.region_code', scope.prefix)}))`
      : sql<SqlBool>`account.id = any(${scope.accountIds}::uuid[])`

const operatorsToInvite = (db: Db | Tx, scope: Scope) =>
  db
    .selectFrom('account')
    .where('account.type', '=', 'operator')
    .where('account.check_status', '=', 2)
    .where('account.enabled', '=', true)
    .where(invitable(scope))

export const listInvitable = (db: Db, scope: Scope, search: string | undefined) =>
  operatorsToInvite(db, scope)
    .$if(search !== undefined, (rows) => rows.where('account.name', 'ilike', containing(search!)))
    .select(['account.id', 'account.name'])
    .orderBy('account.name')
    .orderBy('account.id')
    .limit(100)
    .execute()

export const findInvitable = (trx: Tx, scope: Scope, ids: readonly string[]) =>
  operatorsToInvite(trx, scope)
    .where('account.id', 'in', [...ids])
    .select(['account.id', 'account.name'])
    .execute()

/** Invites an operator that declined again; one that accepted stays accepted. */
export const invite = async (
  trx: Tx,
  taskId: number,
  accountIds: readonly string[],
  now: Date,
): Promise<void> => {
  await trx
    .insertInto('unified_task_operator')
    .values(accountIds.map((account_id) => ({ task_id: taskId, account_id, invited_at: now })))
    .onConflict((conflict) =>
      conflict
        .columns(['task_id', 'account_id'])
        .doUpdateSet({ state: 'invited', invited_at: now, answered_at: null, answered_by: null })
        .where('unified_task_operator.state', '=', 'declined'),
    )
    .execute()
}

export const answerInvitation = (
  trx: Tx,
  taskId: number,
  accountId: string,
  answer: { state: 'accepted' | 'declined'; now: Date; userId: string },
) =>
  trx
    .updateTable('unified_task_operator')
    .set({ state: answer.state, answered_at: answer.now, answered_by: answer.userId })
    .where('task_id', '=', taskId)
    .where('account_id', '=', accountId)
    .execute()

export const removeOperator = (trx: Tx, taskId: number, accountId: string) =>
  trx
    .deleteFrom('unified_task_operator')
    .where('task_id', '=', taskId)
    .where('account_id', '=', accountId)
    .returning('account_id')
    .executeTakeFirst()

const supervisors = (db: Db | Tx) =>
  db
    .selectFrom('account')
    .where('account.type', '=', 'government')
    .where('account.check_status', '=', 2)
    .where('account.enabled', '=', true)

export const isSupervisor = async (trx: Tx, id: string): Promise<boolean> =>
  (await supervisors(trx).where('account.id', '=', id).select('id').executeTakeFirst()) !==
  undefined

/** Governments above or of a region; all without a region. */
export const listSupervisors = (db: Db, region: string | undefined) =>
  supervisors(db)
    .$if(region !== undefined, (rows) =>
      rows.where('account.region_code', 'in', regionPath(region!)),
    )
    .select(['account.id', 'account.name'])
    .orderBy('account.region_code')
    .orderBy('account.name')
    .limit(200)
    .execute()
