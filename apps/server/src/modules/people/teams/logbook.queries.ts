import type { Scope } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import type { Db } from '../../../platform/database/database.ts'

/** A person, with the team, of an account that the caller can see; former members are included. */
export const findPilot = (db: Db, scope: Scope, userId: string) =>
  db
    .selectFrom('app_user')
    .leftJoin('team_member', 'team_member.user_id', 'app_user.id')
    .leftJoin('team', 'team.id', 'team_member.team_id')
    .where(inScope(scope, { owner: 'app_user.account_id' }))
    .where('app_user.id', '=', userId)
    .select(['app_user.id', 'app_user.name', 'team.name as team_name'])
    .executeTakeFirst()

export const findModelNames = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (ids.length === 0
      ? []
      : await db
          .selectFrom('drone_model')
          .where('id', 'in', [...ids])
          .select(['id', 'name'])
          .execute()
    ).map(({ id, name }) => [id, name]),
  )
