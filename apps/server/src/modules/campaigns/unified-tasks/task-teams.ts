// Teams of a task: an operator adds a team with all of its drones.
import { fail } from '../../../platform/errors/fail.ts'
import { assignAgain } from './assign-again.ts'
import { readsAll, requireTask, taskKind } from './task-presenters.ts'
import { checkDays } from './task-drones.ts'
import { addDrones } from './task-drones.queries.ts'
import { toTaskReader, type Calls, type Deps } from './task-deps.ts'
import { findTeamDrones, listTaskTeams } from './task-teams.queries.ts'

const getTaskTeams =
  ({ readDb }: Deps): Calls['getTaskTeams'] =>
  async ({ query }, context) => {
    const { caller } = context
    const task = await requireTask(readDb, toTaskReader(context), query.tftzId)
    const own = caller.scope.kind === 'accounts' ? caller.scope.accountIds : [caller.accountId]
    const rows = await listTaskTeams(readDb, task.id, readsAll(caller, task) ? null : own)
    return {
      items: rows.map((row) => ({
        groupId: row.id,
        groupName: row.name,
        accountName: row.account_name,
        leaderName: row.leader_name,
        memberNum: row.members,
        droneNum: row.drones,
      })),
    }
  }

const addTaskTeam =
  ({ change }: Deps): Calls['addTaskTeam'] =>
  ({ params: { tftzId: id }, body }, context) => {
    const { caller } = context
    const asked = { id, to: 'chooseDrones', action: 'unified-task.add-team' } as const
    return change(context, taskKind, asked, async (trx, task, now) => {
      const team = (await findTeamDrones(trx, caller.accountId, body.groupId)) ?? fail('not_found')
      checkDays(task, body)
      if (task.invitation !== 'accepted') fail('operator_not_in_task')
      if (team.droneIds.length === 0) fail('team_without_drones')
      let added: string[] = []
      return {
        details: { team: team.name, from: body.dataStartDate, until: body.dataEndDate },
        write: async () => {
          added = await addDrones(trx, task.id, team.droneIds, {
            startDay: body.dataStartDate,
            endDay: body.dataEndDate,
            userId: caller.userId,
            now,
          })
          await assignAgain(trx, task)
        },
        answer: async () => ({ added: added.length, known: team.droneIds.length - added.length }),
      }
    })
  }

export const taskTeamHandlers = (deps: Deps) => ({
  getTaskTeams: getTaskTeams(deps),
  addTaskTeam: addTaskTeam(deps),
})
