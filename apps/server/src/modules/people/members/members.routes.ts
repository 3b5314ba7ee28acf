import { memberList, type memberRoutes } from '@swath/contract/people/members'
import { rightsToGive, rolesToGive } from '@swath/domain/access/grants'
import type { Handlers } from '../../../platform/http/context.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import type { Services } from '../../../platform/services.ts'
import { readMember } from './held-member.ts'
import { memberChangeHandlers } from './member-changes.ts'
import { managesStaff, presentMember } from './member-words.ts'
import { memberRows } from './members.queries.ts'

type MemberCalls =
  | 'listMembers'
  | 'exportMembers'
  | 'getMember'
  | 'createMember'
  | 'updateMember'
  | 'enableMember'
  | 'resetMemberPassword'
  | 'deleteMember'

export const memberHandlers = (
  services: Services,
): Pick<Handlers<typeof memberRoutes>, MemberCalls> => {
  const { readDb } = services
  return {
    listMembers: async ({ query: given }, { caller }) => {
      const whose = { accountId: caller.accountId, inPart: managesStaff(caller) }
      return memberRows.answer(readDb, whose, given, async (query) => {
        const [page, stats] = await Promise.all([
          memberRows.readPage(readDb, whose, query, (row) => presentMember(row, caller)),
          memberRows.countStates(readDb, whose, query),
        ])
        const create = managesStaff(caller)
        return {
          ...page,
          stats,
          can: {
            create,
            userTypes: create ? rolesToGive(caller) : [],
            rights: create ? rightsToGive(caller) : [],
          },
        }
      })
    },

    exportMembers: async ({ query }, context) => {
      const { caller } = context
      const whose = { accountId: caller.accountId, inPart: managesStaff(caller) }
      return listFile(memberList, query, context, {
        rows: memberRows.each(readDb, whose, query),
        present: (row) => presentMember(row, caller),
      })
    },

    getMember: async ({ query }, { caller }) => readMember(readDb, caller, query.userId),

    ...memberChangeHandlers(services),
  }
}
