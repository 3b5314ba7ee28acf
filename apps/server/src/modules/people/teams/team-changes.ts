// Changes of the own account's teams.
import type { teamRoutes } from '@swath/contract/people/teams'
import {
  createChanges,
  nothing,
  type Changes,
  type RowKind,
} from '../../../platform/change/change.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { Handlers, SignedInContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { handOverTeams } from './hand-over-teams.ts'
import { managesTeamsOf, readTeam } from './team-presenters.ts'
import {
  deleteTeam as deleteTeamRow,
  dronesOf,
  findDrones,
  findPeople,
  insertTeam,
  findMember,
  isNameTaken,
  lockTeam,
  putDrones,
  putMembers,
  removeMembers,
  writeTeam,
} from './teams.queries.ts'

type Deps = Services & Changes
type Calls = Handlers<typeof teamRoutes>
type TeamRecord = NonNullable<Awaited<ReturnType<typeof lockTeam>>>

const teamKind: RowKind<TeamRecord, 'change'> = {
  type: 'team',
  lock: (trx, { caller }, id) => lockTeam(trx, caller.scope, id),
  refusal: ({ caller }, row) => (managesTeamsOf(caller, row.account_id) ? null : 'forbidden'),
  identify: (row) => row,
  readVersion: (row) => row.version,
}

/** Fails unless all people belong to the account. */
const requirePeople = async (trx: Tx, accountId: string, userIds: readonly string[]) => {
  const wanted = [...new Set(userIds)]
  const people = await findPeople(trx, accountId, wanted)
  return people.length === wanted.length ? people : fail('not_found')
}

/** Fails unless the person is in the team and may sign in. */
const requireLeader = async (trx: Tx, teamId: string, userId: string): Promise<void> => {
  const member = (await findMember(trx, teamId, userId)) ?? fail('not_found')
  if (!member.enabled)
    fail('invalid_input', {}, [{ path: 'leaderUserId', message: 'leaderDisabled' }])
}

const createTeam =
  ({ clock, record }: Deps): Calls['createTeam'] =>
  ({ body: { groupName, leaderUserId, userIds } }, context) =>
    record(context, async (trx, now) => {
      const { caller } = context
      const { accountId } = caller
      const id = uuidv7(clock.now())
      const people = await requirePeople(trx, accountId, [
        ...userIds,
        ...(leaderUserId === null ? [] : [leaderUserId]),
      ])
      return {
        action: 'team.create',
        object: { type: 'team', id, name: groupName },
        details: {
          members: people.map(({ name }) => name),
          leader: people.find((one) => one.id === leaderUserId)?.name ?? null,
        },
        write: async () => {
          if (!(await insertTeam(trx, { id, accountId, name: groupName, now })))
            fail('team_name_taken')
          const ids = people.map((one) => one.id)
          await putMembers(trx, id, ids, now)
          await handOverTeams(trx, context, ids, now)
          if (leaderUserId !== null) {
            await requireLeader(trx, id, leaderUserId)
            await writeTeam(trx, id, { leader_id: leaderUserId })
          }
        },
        answer: () => readTeam(trx, caller, id, now),
      }
    })

const renameTeam =
  ({ change }: Deps): Calls['renameTeam'] =>
  ({ params: { groupId: id }, body: { groupName, version } }, context) =>
    change(
      context,
      teamKind,
      { id, version, to: 'change', action: 'team.rename' },
      async (trx, team, now) => ({
        name: groupName,
        before: { groupName: team.name },
        after: { groupName },
        write: async () => {
          if (await isNameTaken(trx, { id, accountId: team.account_id, name: groupName }))
            fail('team_name_taken')
          await writeTeam(trx, id, { name: groupName })
        },
        answer: () => readTeam(trx, context.caller, id, now),
      }),
    )

const changeTeamLeader =
  ({ change }: Deps): Calls['changeTeamLeader'] =>
  ({ params: { groupId: id }, body: { leaderUserId, version } }, context) =>
    change(
      context,
      teamKind,
      { id, version, to: 'change', action: 'team.lead' },
      async (trx, team, now) => {
        const [leader] =
          leaderUserId === null
            ? [null]
            : await requirePeople(trx, context.caller.accountId, [leaderUserId])
        if (leaderUserId !== null) await requireLeader(trx, id, leaderUserId)
        return {
          changes: team.leader_id !== leaderUserId,
          details: { leader: leader?.name ?? null },
          write: () => writeTeam(trx, id, { leader_id: leaderUserId }),
          answer: () => readTeam(trx, context.caller, id, now),
        }
      },
    )

/** A team that loses its leader gets a new one. */
const changeMembers = (
  { change }: Deps,
  context: SignedInContext,
  asked: { id: string; version?: number | undefined; action: string; userIds: readonly string[] },
  write: (trx: Tx, teamId: string, ids: string[], now: Date) => Promise<unknown>,
) => {
  const { id, version, action, userIds } = asked
  return change(
    context,
    teamKind,
    { id, version, to: 'change', action },
    async (trx, team, now) => {
      const people = await requirePeople(trx, team.account_id, userIds)
      return {
        details: { members: people.map(({ name }) => name) },
        write: async () => {
          const ids = people.map((one) => one.id)
          await write(trx, id, ids, now)
          await handOverTeams(trx, context, ids, now)
          await writeTeam(trx, id, {})
        },
        answer: () => readTeam(trx, context.caller, id, now),
      }
    },
  )
}

const addTeamMembers =
  (deps: Deps): Calls['addTeamMembers'] =>
  ({ params: { groupId: id }, body: { userIds, version } }, context) =>
    changeMembers(deps, context, { id, version, action: 'team.add-members', userIds }, putMembers)

const removeTeamMembers =
  (deps: Deps): Calls['removeTeamMembers'] =>
  ({ params: { groupId: id }, body: { userIds, version } }, context) =>
    changeMembers(
      deps,
      context,
      { id, version, action: 'team.remove-members', userIds },
      removeMembers,
    )

const setTeamDrones =
  ({ change }: Deps): Calls['setTeamDrones'] =>
  ({ params: { groupId: id }, body: { droneIds, version } }, context) =>
    change(
      context,
      teamKind,
      { id, version, to: 'change', action: 'team.set-drones' },
      async (trx, team, now) => {
        const { scope } = context.caller
        const wanted = [...new Set(droneIds)].toSorted()
        const found = await findDrones(trx, scope, wanted)
        if (found.length < wanted.length) fail('not_found')
        const before = (await dronesOf(trx, scope, id)).map((drone) => drone.id).toSorted()
        return {
          before: { drones: before },
          after: { drones: wanted },
          write: async () => {
            await putDrones(trx, { teamId: id, accountId: team.account_id, droneIds: wanted })
            await writeTeam(trx, id, {})
          },
          answer: () => readTeam(trx, context.caller, id, now),
        }
      },
    )

const deleteTeam =
  ({ change }: Deps): Calls['deleteTeam'] =>
  ({ params: { groupId: id } }, context) =>
    change(context, teamKind, { id, to: 'change', action: 'team.delete' }, async (trx) => ({
      write: () => deleteTeamRow(trx, id),
      answer: nothing,
    }))

export const teamChangeHandlers = (services: Services) => {
  const deps: Deps = { ...services, ...createChanges(services) }
  return {
    createTeam: createTeam(deps),
    renameTeam: renameTeam(deps),
    changeTeamLeader: changeTeamLeader(deps),
    addTeamMembers: addTeamMembers(deps),
    removeTeamMembers: removeTeamMembers(deps),
    setTeamDrones: setTeamDrones(deps),
    deleteTeam: deleteTeam(deps),
  }
}
