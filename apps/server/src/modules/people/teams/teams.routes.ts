// Teams of an account, certificates of their pilots, and logbooks.
import type { teamRoutes } from '@swath/contract/people/teams'
import type { Handlers } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'
import { certificateHandlers } from './certificates.ts'
import { logbookHandlers } from './logbook.ts'
import { presentTeam, readTeam } from './team-presenters.ts'
import { teamChangeHandlers } from './team-changes.ts'
import { pageOfDrones, pageOfPeople, teamRows } from './teams.queries.ts'

export const teamHandlers = (services: Services): Handlers<typeof teamRoutes> => {
  const { readDb, clock } = services
  const now = (): Date => new Date(clock.now())
  return {
    ...teamChangeHandlers(services),
    ...certificateHandlers(services),
    ...logbookHandlers(services),
    listTeams: async ({ query }, { caller }) => {
      const asked = { scope: caller.scope, now: now() }
      return {
        ...(await teamRows.readPage(readDb, asked, query, (row) => presentTeam(row, caller))),
        can: { create: caller.rights.includes('team.manage') },
      }
    },
    getTeam: ({ params }, { caller }) => readTeam(readDb, caller, params.groupId, now()),
    listSelectableMembers: async ({ query }, { caller }) => {
      const { rows, total } = await pageOfPeople(readDb, caller.accountId, query, query)
      return {
        items: rows.map((row) => ({
          userId: row.id,
          userName: row.name,
          userType: row.user_type,
          groupId: row.team_id,
          groupName: row.team_name,
        })),
        total,
        pageIndex: query.pageIndex,
        size: query.size,
      }
    },
    listSelectableDrones: async ({ query }, { caller }) => {
      const { rows, total } = await pageOfDrones(readDb, caller, query, query)
      return {
        items: rows.map((row) => ({
          droneId: row.id,
          droneName: row.name,
          modelName: row.model_name,
          groupId: row.team_id,
          groupName: row.team_name,
        })),
        total,
        pageIndex: query.pageIndex,
        size: query.size,
      }
    },
  }
}
