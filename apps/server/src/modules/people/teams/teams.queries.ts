import { sql } from 'kysely'
import { teamList } from '@swath/contract/people/teams'
import { warnedDaysBefore } from '@swath/contract/people/pilot-certificates'
import type { Scope } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { droneScope } from '../../../platform/access/scoped-tables.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { contains } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'
import { toOffset, type PageQuery } from '../../../platform/listing/page.ts'
import { containing } from '../../../platform/listing/search.ts'

/** The scope of teams, and the time at which certificates are checked. */
type Asked = { scope: Scope; now: Date }

/** Number of certificates that have ended or end soon, in the time zone of the person's account. */
const endingOf = (now: Date, people: ReturnType<typeof sql>) => sql<number>`(
  select count(*) from pilot_certificate paper
    join app_user holder on holder.id = paper.user_id
    join account at_home on at_home.id = holder.account_id
  where holder.deleted_at is null and ${people}
    and paper.valid_until
      <= (${now}::timestamptz at time zone at_home.time_zone)::date + ${warnedDaysBefore[0]}::integer
)::int`

const memberNum = sql<number>`(select count(*) from team_member
  join app_user on app_user.id = team_member.user_id and app_user.deleted_at is null
  where team_member.team_id = team.id)::int`

const droneNum = sql<number>`(select count(*) from team_drone
  where team_drone.team_id = team.id)::int`

const teamsFor = (db: Db | Tx, { scope }: Asked) =>
  db
    .selectFrom('team')
    .innerJoin('account', 'account.id', 'team.account_id')
    .where(inScope(scope, { owner: 'team.account_id' }))

const presented = (rows: ReturnType<typeof teamsFor>, { now }: Asked) =>
  rows
    .leftJoin('app_user as leader', (join) =>
      join.onRef('leader.id', '=', 'team.leader_id').on('leader.deleted_at', 'is', null),
    )
    .select([
      'team.id',
      'team.account_id',
      'team.name',
      'leader.id as leader_id',
      'team.created_at',
      'team.version',
      'account.name as account_name',
      'leader.name as leader_name',
      memberNum.as('member_num'),
      droneNum.as('drone_num'),
      endingOf(
        now,
        sql`holder.id in (select user_id from team_member where team_member.team_id = team.id)`,
      ).as('ending_num'),
    ])
export type TeamRow = Awaited<ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>>

export const teamRows = defineList(teamList, {
  from: teamsFor,
  select: presented,
  conditions: {
    groupName: contains('team.name'),
    userName: (text) => sql<boolean>`exists (select from team_member
      join app_user on app_user.id = team_member.user_id and app_user.deleted_at is null
      where team_member.team_id = team.id and app_user.name ilike ${containing(text)})`,
    accountName: contains('account.name'),
  },
  orders: { groupName: sql`team.name`, memberNum, droneNum, createdAt: sql`team.created_at` },
  ties: [{ by: sql`team.id` }],
})

export const findTeam = (db: Db | Tx, asked: Asked, id: string): Promise<TeamRow | undefined> =>
  presented(teamsFor(db, asked).where('team.id', '=', id), asked).executeTakeFirst()

/** Locks the team until the transaction ends. */
export const lockTeam = (trx: Tx, scope: Scope, id: string) =>
  trx
    .selectFrom('team')
    .where(inScope(scope, { owner: 'team.account_id' }))
    .where('team.id', '=', id)
    .selectAll('team')
    .forUpdate()
    .executeTakeFirst()

export const membersOf = (db: Db | Tx, teamId: string, now: Date) =>
  db
    .selectFrom('team_member')
    .innerJoin('app_user', 'app_user.id', 'team_member.user_id')
    .where('team_member.team_id', '=', teamId)
    .where('app_user.deleted_at', 'is', null)
    .select([
      'app_user.id',
      'app_user.name',
      'app_user.user_type',
      'team_member.joined_at',
      endingOf(now, sql`holder.id = app_user.id`).as('ending_num'),
    ])
    .orderBy('app_user.name')
    .orderBy('app_user.id')
    .execute()

/** Those that the account still has, because a drone may have been sold. */
export const dronesOf = (db: Db | Tx, scope: Scope, teamId: string) =>
  db
    .selectFrom('team_drone')
    .innerJoin('drone', 'drone.id', 'team_drone.drone_id')
    .innerJoin('drone_model', 'drone_model.id', 'drone.model_id')
    .where('team_drone.team_id', '=', teamId)
    .where(inScope(scope, droneScope))
    .select(['drone.id', 'drone.name', 'drone_model.name as model_name'])
    .orderBy('drone.name')
    .orderBy('drone.id')
    .execute()

/** @returns false if the account has a team of this name */
export const insertTeam = async (
  trx: Tx,
  team: { id: string; accountId: string; name: string; now: Date },
): Promise<boolean> =>
  (
    await trx
      .insertInto('team')
      .values({
        id: team.id,
        account_id: team.accountId,
        name: team.name,
        leader_id: null,
        created_at: team.now,
      })
      .onConflict((conflict) => conflict.columns(['account_id', 'name']).doNothing())
      .returning('id')
      .execute()
  ).length === 1

export const isNameTaken = async (
  trx: Tx,
  { id, accountId, name }: { id: string; accountId: string; name: string },
): Promise<boolean> =>
  (await trx
    .selectFrom('team')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .where('id', '<>', id)
    .select('id')
    .executeTakeFirst()) !== undefined

export const writeTeam = async (
  trx: Tx,
  id: string,
  change: { name?: string; leader_id?: string | null },
): Promise<void> => {
  await trx
    .updateTable('team')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

export const deleteTeam = async (trx: Tx, id: string): Promise<void> => {
  await trx.deleteFrom('team').where('id', '=', id).execute()
}

/** A uuid that no row has. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** Those of these people of the account who can be in a team, by name. */
export const findPeople = (trx: Db | Tx, accountId: string, ids: readonly string[]) =>
  trx
    .selectFrom('app_user')
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('id', 'in', ids.length === 0 ? [nobody] : [...ids])
    .select(['id', 'name'])
    .orderBy('name')
    .execute()

/** Moves people out of their other teams; `handOverTeams` then finds a leader for these. */
export const putMembers = async (
  trx: Tx,
  teamId: string,
  userIds: readonly string[],
  now: Date,
): Promise<void> => {
  if (userIds.length === 0) return
  await trx
    .insertInto('team_member')
    .values(userIds.map((userId) => ({ user_id: userId, team_id: teamId, joined_at: now })))
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ team_id: teamId, joined_at: now })
        .where('team_member.team_id', '<>', teamId),
    )
    .execute()
}

export const removeMembers = async (
  trx: Tx,
  teamId: string,
  userIds: readonly string[],
): Promise<void> => {
  await trx
    .deleteFrom('team_member')
    .where('team_id', '=', teamId)
    .where('user_id', 'in', [...userIds])
    .execute()
}

/** Only members who may sign in can lead a team. */
const leads = sql`app_user.deleted_at is null and app_user.enabled`

/**
 * Gives a new leader to teams that these people can no longer lead: the longest-serving member who
 * may sign in; null if there is none.
 */
export const replaceLeaders = async (
  trx: Tx,
  userIds: readonly string[],
): Promise<{ id: string; name: string; leader_name: string | null }[]> => {
  const { rows } = await sql<{ id: string; name: string; leader_name: string | null }>`
    with without_leader as (
      select team.id, (select app_user.id
          from team_member join app_user on app_user.id = team_member.user_id
          where team_member.team_id = team.id and ${leads}
          order by team_member.joined_at, app_user.id
          limit 1) as successor_id
      from team
      where team.leader_id = any(${userIds}::uuid[])
        and not exists (select
          from team_member join app_user on app_user.id = team_member.user_id
          where team_member.team_id = team.id and app_user.id = team.leader_id and ${leads})
      order by team.id
      for update of team)
    update team
    set leader_id = successor_id, version = version + 1
    from without_leader
    where team.id = without_leader.id
    returning team.id, team.name,
      (select app_user.name from app_user where app_user.id = team.leader_id) as leader_name`.execute(
    trx,
  )
  return rows
}

/** Whether the member is enabled, as a leader must be; undefined: not in the team. */
export const findMember = (trx: Tx, teamId: string, userId: string) =>
  trx
    .selectFrom('team_member')
    .innerJoin('app_user', 'app_user.id', 'team_member.user_id')
    .where('app_user.deleted_at', 'is', null)
    .where('team_member.team_id', '=', teamId)
    .where('user_id', '=', userId)
    .select('app_user.enabled')
    .executeTakeFirst()

/** Those of these drones that the account can see. */
export const findDrones = async (
  trx: Tx,
  scope: Scope,
  ids: readonly string[],
): Promise<string[]> =>
  (
    await trx
      .selectFrom('drone')
      .where(inScope(scope, droneScope))
      .where('drone.id', 'in', ids.length === 0 ? [''] : [...ids])
      .select('drone.id')
      .orderBy('drone.id')
      .execute()
  ).map(({ id }) => id)

export const putDrones = async (
  trx: Tx,
  {
    teamId,
    accountId,
    droneIds,
  }: { teamId: string; accountId: string; droneIds: readonly string[] },
): Promise<void> => {
  await trx.deleteFrom('team_drone').where('team_id', '=', teamId).execute()
  if (droneIds.length > 0)
    await trx
      .insertInto('team_drone')
      .values(
        droneIds.map((droneId) => ({ account_id: accountId, drone_id: droneId, team_id: teamId })),
      )
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'drone_id']).doUpdateSet({ team_id: teamId }),
      )
      .execute()
}

type Search = { search?: string | undefined }

/** People of the account, with the team that each is in. */
export const pageOfPeople = async (
  db: Db,
  accountId: string,
  { search, without }: Search & { without?: string | undefined },
  page: PageQuery,
) => {
  const people = db
    .selectFrom('app_user')
    .leftJoin('team_member', 'team_member.user_id', 'app_user.id')
    .leftJoin('team', 'team.id', 'team_member.team_id')
    .where('app_user.account_id', '=', accountId)
    .where('app_user.deleted_at', 'is', null)
    .where((eb) =>
      eb.and([
        ...(search ? [eb('app_user.name', 'ilike', containing(search))] : []),
        ...(without ? [sql<boolean>`team.id is distinct from ${without}::uuid`] : []),
      ]),
    )
  const { limit, offset } = toOffset(page)
  const [rows, { total }] = await Promise.all([
    people
      .select([
        'app_user.id',
        'app_user.name',
        'app_user.user_type',
        'team.id as team_id',
        'team.name as team_name',
      ])
      // People without a team come first.
      .orderBy(sql`team.id is not null`)
      .orderBy('app_user.name')
      .orderBy('app_user.id')
      .limit(limit)
      .offset(offset)
      .execute(),
    people.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

export const pageOfDrones = async (
  db: Db,
  { accountId, scope }: { accountId: string; scope: Scope },
  { search }: Search,
  page: PageQuery,
) => {
  const drones = db
    .selectFrom('drone')
    .innerJoin('drone_model', 'drone_model.id', 'drone.model_id')
    .leftJoin('team_drone', (join) =>
      join
        .onRef('team_drone.drone_id', '=', 'drone.id')
        .on('team_drone.account_id', '=', accountId),
    )
    .leftJoin('team', 'team.id', 'team_drone.team_id')
    .where(inScope(scope, droneScope))
    .where((eb) =>
      search
        ? eb.or([
            eb('drone.name', 'ilike', containing(search)),
            eb('drone.id', 'ilike', containing(search)),
          ])
        : eb.val(true),
    )
  const { limit, offset } = toOffset(page)
  const [rows, { total }] = await Promise.all([
    drones
      .select([
        'drone.id',
        'drone.name',
        'drone_model.name as model_name',
        'team.id as team_id',
        'team.name as team_name',
      ])
      .orderBy(sql`team.id is not null`)
      .orderBy('drone.name')
      .orderBy('drone.id')
      .limit(limit)
      .offset(offset)
      .execute(),
    drones.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}
