import type { Team, TeamDetail } from '@swath/contract/people/teams'
import type { Caller } from '@swath/domain/access/caller'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { dronesOf, findTeam, membersOf, type TeamRow } from './teams.queries.ts'

/** Only for the own account: companies below manage their own teams. */
export const managesTeamsOf = (
  { rights, accountId }: Pick<Caller, 'rights' | 'accountId'>,
  owner: string,
): boolean => rights.includes('team.manage') && accountId === owner

export const presentTeam = (row: TeamRow, caller: Caller): Team => {
  const may = managesTeamsOf(caller, row.account_id)
  return {
    groupId: row.id,
    groupName: row.name,
    accountId: row.account_id,
    accountName: row.account_name,
    leaderUserId: row.leader_id,
    leaderName: row.leader_name,
    memberNum: row.member_num,
    droneNum: row.drone_num,
    endingNum: row.ending_num,
    createdAt: row.created_at.toISOString(),
    version: row.version,
    can: { update: may, delete: may },
  }
}

export const readTeam = async (
  from: Db | Tx,
  caller: Caller,
  id: string,
  now: Date,
): Promise<TeamDetail> => {
  const { scope } = caller
  const row = (await findTeam(from, { scope, now }, id)) ?? fail('not_found')
  const members = await membersOf(from, id, now)
  const drones = await dronesOf(from, scope, id)
  return {
    ...presentTeam(row, caller),
    members: members.map((member) => ({
      userId: member.id,
      userName: member.name,
      userType: member.user_type,
      joinedAt: member.joined_at.toISOString(),
      endingNum: member.ending_num,
    })),
    drones: drones.map((drone) => ({
      droneId: drone.id,
      droneName: drone.name,
      modelName: drone.model_name,
    })),
  }
}
