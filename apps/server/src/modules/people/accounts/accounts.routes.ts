import { accountList, type accountRoutes } from '@swath/contract/people/accounts'
import type { Themes } from '../../../platform/auth/themes.ts'
import { createSealer } from '../../../platform/config/master-key.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import type { Messages } from '../../../platform/messages/messages.ts'
import type { Services } from '../../../platform/services.ts'
import { applicationHandlers } from './account-applications.ts'
import { accountChangeHandlers } from './account-changes.ts'
import { newAccountHandlers } from './account-creation.ts'
import { readDetail, readOwnDetail } from './account-detail.ts'
import { presentAccount } from './account-words.ts'
import {
  eachAccount,
  findAccount,
  findNamedAccounts,
  pageOfAccounts,
  readViewer,
  similarAccounts,
} from './accounts.queries.ts'
import { eachOrSimilar, readOrSimilar } from '../../../platform/listing/similar-names.queries.ts'
import { mayCreate, mayCreateSubCompany, mayCreateSubPlatform } from './new-account.ts'
import { secretKeyHandlers } from './secret-keys.ts'

export const accountHandlers = (
  services: Services,
  { themes, messages }: { themes: Themes; messages: Messages },
): Handlers<typeof accountRoutes> => {
  const { db, readDb } = services
  return {
    listAccounts: async ({ query: given }, { caller, language }) => {
      const viewer = await readViewer(readDb, caller)
      const find = findNamedAccounts(readDb, viewer, given)
      return readOrSimilar(similarAccounts, given, find, async (query) => {
        const { rows, total, counts, pending } = await pageOfAccounts(readDb, viewer, query, query)
        return {
          items: rows.map((row) => presentAccount(row, caller, viewer, language)),
          total,
          currentPage: query.currentPage,
          pageSize: query.pageSize,
          stats: {
            zfNum: counts.government,
            zzqyNum: counts.manufacturer,
            yyqyNum: counts.operator,
            farmerNum: counts.farmer,
            platformNum: counts.platform,
            pendingNum: pending,
          },
          can: {
            create: mayCreate(caller),
            createSubCompany: mayCreateSubCompany(caller),
            createSubPlatform: mayCreateSubPlatform(caller),
          },
        }
      })
    },

    exportAccounts: async ({ query }, context) => {
      const { caller, language } = context
      const viewer = await readViewer(readDb, caller)
      return listFile(accountList, query, context, {
        rows: eachOrSimilar(
          similarAccounts,
          query,
          findNamedAccounts(readDb, viewer, query),
          (asked) => eachAccount(readDb, viewer, asked),
        ),
        present: (row) => presentAccount(row, caller, viewer, language),
      })
    },

    getAccount: async ({ query }, { caller, language }) => {
      const viewer = await readViewer(db, caller)
      const row = (await findAccount(db, viewer, query.accountId)) ?? fail('not_found')
      return readDetail(db, row, { caller, viewer, language })
    },

    getOwnAccount: async (_input, { caller, language }) => readOwnDetail(db, caller, language),

    ...newAccountHandlers(services, themes),
    ...accountChangeHandlers(services, themes),
    ...applicationHandlers(services, { messages, themes }),
    ...secretKeyHandlers(services, createSealer(services.config)),
  }
}
