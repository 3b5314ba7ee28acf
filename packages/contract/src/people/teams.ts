// Teams, with members and drones. Names follow the specification, section 3: groupId, groupName,
// leaderUserId, userIds.
import { z } from 'zod'
import { UserTypeCode } from '../codes.ts'
import {
  DroneId,
  IndexPage,
  RowVersion,
  SearchText,
  SeenVersion,
  Time,
  filter,
  indexPaged,
  searchIn,
} from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { declareList } from '../list.ts'
import { logbookRoutes } from '../gear/logbooks.ts'
import { certificateRoutes } from './pilot-certificates.ts'

const route = routeWithTag('Teams')
const base = '/api/user/group/manage'
const screens = ['team-list'] as const
const manage = { screens, right: 'team.manage' } as const

export const membersAtMost = 200
export const teamDronesAtMost = 500

const TeamName = z.string().trim().min(1).max(60)
const UserIds = z.array(id('user')).max(membersAtMost)

export const Team = z
  .object({
    groupId: id('team'),
    groupName: z.string(),
    accountId: id('account'),
    accountName: z.string(),
    leaderUserId: id('user').nullable().describe('Leader, a member of the team; null if none'),
    leaderName: z.string().nullable(),
    memberNum: z.int(),
    droneNum: z.int(),
    endingNum: z
      .int()
      .describe(
        'Number of licences and insurance of its members that have expired or expire within 30 days',
      ),
    createdAt: Time,
    version: RowVersion,
    can: z.object({ update: z.boolean(), delete: z.boolean() }),
  })
  .meta({ id: 'Team' })
export type Team = z.infer<typeof Team>

export const TeamMember = z
  .object({
    userId: id('user'),
    userName: z.string(),
    userType: UserTypeCode,
    joinedAt: Time,
    endingNum: z
      .int()
      .describe('Number of licences and insurance that have expired or expire within 30 days'),
  })
  .meta({ id: 'TeamMember' })
export type TeamMember = z.infer<typeof TeamMember>

export const TeamDetail = z
  .object({
    ...Team.shape,
    members: z.array(TeamMember),
    drones: z.array(z.object({ droneId: DroneId, droneName: z.string(), modelName: z.string() })),
  })
  .meta({ id: 'TeamDetail' })
export type TeamDetail = z.infer<typeof TeamDetail>

export const teamList = declareList({
  name: 'teams',
  call: 'listTeams',
  fileCall: undefined,
  row: Team,
  rowKey: 'groupId',
  paging: 'pageIndex',
  sortName: 'sortParam',
  defaultSort: 'groupName',
  filters: {
    search: searchIn('groupName', 'userName', 'accountName'),
    groupName: SearchText,
    userName: SearchText.describe('Part of a member’s name'),
    accountName: SearchText,
  },
  columns: {
    groupName: { label: 'terms:team', sort: true, phone: 'title' },
    leaderName: { label: 'teams:leader', phone: 'figure' },
    memberNum: { label: 'teams:people', kind: 'count', sort: true, phone: 'figure' },
    droneNum: { label: 'terms:drones', kind: 'count', sort: true },
    endingNum: { label: 'teams:ending', kind: 'count', phone: 'state' },
    accountName: { label: 'terms:account', phone: 'figure' },
    createdAt: { label: 'teams:createdAt', kind: 'time', sort: true },
  },
})

const params = z.object({ groupId: id('team') })
const Held = { groupId: id('team').nullable(), groupName: z.string().nullable() }

/** Shared by the console's form and the request body. */
export const NewTeam = z.object({
  groupName: TeamName,
  leaderUserId: id('user').nullable().default(null).describe('Leader, who also becomes a member'),
  userIds: UserIds.default([]),
})
export const TeamMembers = z.object({ userIds: UserIds.min(1), version: SeenVersion })
export const TeamRenaming = z.object({ groupName: TeamName, version: SeenVersion })

const step = { params, out: TeamDetail, policy: manage } as const

export const teamRoutes = {
  ...certificateRoutes,
  ...logbookRoutes,
  listTeams: route('GET', base, {
    policy: { screens },
    summary: 'List the teams of the caller’s account and its sub-accounts',
    query: IndexPage.extend(teamList.asked),
    out: indexPaged(Team).extend({ can: z.object({ create: z.boolean() }) }),
  }),
  createTeam: route('POST', base, {
    policy: manage,
    summary:
      'Create a team in the caller’s account. A user can be in one team only and leaves the previous one',
    body: NewTeam,
    out: TeamDetail,
    errors: ['not_found', 'team_name_taken'],
  }),
  listSelectableMembers: route('GET', `${base}/selectable-members`, {
    policy: { screens },
    summary:
      'List the users of the caller’s account as candidates for a team, each with the current team',
    query: IndexPage.extend({ search: SearchText, without: filter(id('team')) }),
    out: indexPaged(
      z.object({ userId: id('user'), userName: z.string(), userType: UserTypeCode, ...Held }),
    ),
  }),
  listSelectableDrones: route('GET', `${base}/selectable-drones`, {
    policy: { screens },
    summary: 'List the drones that can be assigned to a team, each with the current team',
    query: IndexPage.extend({ search: SearchText }),
    out: indexPaged(
      z.object({ droneId: DroneId, droneName: z.string(), modelName: z.string(), ...Held }),
    ),
  }),
  getTeam: route('GET', `${base}/{groupId}`, {
    policy: { screens },
    summary: 'Get a team with its members and drones',
    params,
    out: TeamDetail,
    errors: ['not_found'],
  }),
  renameTeam: route('PUT', `${base}/{groupId}`, {
    ...step,
    summary: 'Rename a team',
    body: TeamRenaming,
    errors: ['not_found', 'forbidden', 'conflict', 'team_name_taken'],
  }),
  changeTeamLeader: route('PUT', `${base}/{groupId}/leader`, {
    ...step,
    summary: 'Set the leader of a team, who must be a member; null: no leader',
    body: z.object({ leaderUserId: id('user').nullable(), version: SeenVersion }),
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
  addTeamMembers: route('POST', `${base}/{groupId}/members`, {
    ...step,
    summary: 'Add users of the caller’s account to a team; they leave their previous team',
    body: TeamMembers,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
  removeTeamMembers: route('POST', `${base}/{groupId}/members/remove`, {
    ...step,
    summary: 'Remove users from a team; a removed leader is no longer leader',
    body: TeamMembers,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
  setTeamDrones: route('PUT', `${base}/{groupId}/drones`, {
    ...step,
    summary: 'Replace the drones of a team; a drone assigned to another team is moved to this one',
    body: z.object({ droneIds: z.array(DroneId).max(teamDronesAtMost), version: SeenVersion }),
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
  deleteTeam: route('DELETE', `${base}/{groupId}`, {
    policy: manage,
    summary: 'Delete a team; its members and drones are not deleted',
    params,
    errors: ['not_found', 'forbidden'],
  }),
}
