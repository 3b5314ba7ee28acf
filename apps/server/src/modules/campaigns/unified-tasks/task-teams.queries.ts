// Teams that take part in a task with their drones.
import { sql, type SqlBool } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'

/**
 * Companies that own the drones, restricted to these accounts (null: all). Those with most drones
 * first.
 */
export const listTaskTeams = async (db: Db, taskId: number, accountIds: readonly string[] | null) =>
  (
    await sql<{
      id: string
      name: string
      account_name: string
      leader_name: string | null
      members: number
      drones: number
    }>`select team.id, team.name, account.name as account_name,
        (select leader.name from app_user leader
          where leader.id = team.leader_id and leader.deleted_at is null) as leader_name,
        (select count(*) from team_member join app_user on app_user.id = team_member.user_id
          and app_user.deleted_at is null where team_member.team_id = team.id) as members,
        count(*) as drones
      from unified_task_drone flies
        join drone on drone.id = flies.drone_id
        join team_drone given on given.drone_id = flies.drone_id
          and given.account_id in (drone.operator_id, drone.tenant_id)
        join team on team.id = given.team_id
        join account on account.id = team.account_id
      where flies.task_id = ${taskId} and ${
        accountIds === null
          ? sql<SqlBool>`true`
          : sql<SqlBool>`team.account_id = any(${accountIds}::uuid[])`
      }
      group by team.id, account.name order by count(*) desc, team.name, team.id`.execute(db)
  ).rows

/** A team of the own account, and those of its drones that the account still has. */
export const findTeamDrones = async (trx: Tx, accountId: string, teamId: string) => {
  const team = await trx
    .selectFrom('team')
    .where('id', '=', teamId)
    .where('account_id', '=', accountId)
    .select(['id', 'name'])
    .executeTakeFirst()
  if (!team) return undefined
  const drones = await trx
    .selectFrom('team_drone as given')
    .innerJoin('drone', 'drone.id', 'given.drone_id')
    .where('given.team_id', '=', teamId)
    .where(
      sql<SqlBool>`(drone.operator_id = ${accountId}::uuid or drone.tenant_id = ${accountId}::uuid)`,
    )
    .select('drone.id')
    .execute()
  return { ...team, droneIds: drones.map(({ id }) => id) }
}
