import type { memberRoutes } from '@swath/contract/members'
import { rightsToGive, rolesToGive } from '@swath/domain/access/grants'
import type { Handlers } from '../../platform/http/context.ts'
import { wordsIn } from '../../platform/http/messages.ts'
import { tableStream } from '../../platform/listing/table.ts'
import type { Services } from '../../platform/services.ts'
import { memberChangeHandlers, readMember } from './member-changes.ts'
import { managesStaff, presentMember, roleWords, scopeWords } from './member-words.ts'
import { countMembers, eachMember, pageOfMembers } from './members.queries.ts'

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
    listMembers: async ({ query }, { caller }) => {
      const [{ rows, total }, counts] = await Promise.all([
        pageOfMembers(readDb, caller.accountId, query, managesStaff(caller), query),
        countMembers(readDb, caller.accountId),
      ])
      const create = managesStaff(caller)
      return {
        items: rows.map((row) => presentMember(row, caller)),
        total,
        currentPage: query.currentPage,
        pageSize: query.pageSize,
        stats: { total: counts.total, enabledNum: counts.enabled, pilotNum: counts.pilots },
        can: {
          create,
          userTypes: create ? rolesToGive(caller) : [],
          rights: create ? rightsToGive(caller) : [],
        },
      }
    },

    exportMembers: async ({ query }, { caller, language, setHeader, signal }) => {
      const word = wordsIn(language)
      const zone = caller.timeZone
      const header = [
        word('terms:name'),
        word('terms:phone'),
        word('terms:eMail'),
        word('server:column.role'),
        word('terms:dataScope'),
        word('server:column.enabled'),
        word('server:column.lastSignIn', { zone }),
        word('server:column.createdAt', { zone }),
      ]
      const rows = async function* () {
        for await (const row of eachMember(readDb, caller.accountId, query, managesStaff(caller))) {
          const member = presentMember(row, caller)
          yield [
            member.userName,
            member.phoneNum,
            member.email,
            word(roleWords[member.userType]),
            word(scopeWords[member.dataScope]),
            word(member.enabled ? 'terms:yes' : 'terms:no'),
            row.last_sign_in_at,
            row.created_at,
          ]
        }
      }
      return tableStream('members', header, rows(), {
        format: query.format,
        timeZone: zone,
        signal,
        setHeader,
      })
    },

    getMember: async ({ query }, { caller }) => readMember(readDb, caller, query.userId),

    ...memberChangeHandlers(services),
  }
}
