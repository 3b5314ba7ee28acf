// Applications of accounts and their review: registrations, and changes of an account's data.
import { accountApplicationList } from '@swath/contract/people/account-applications'
import { createChanges } from '../../../platform/change/change.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import {
  eachApplication,
  findApplication,
  newestApplication,
  pageOfApplications,
} from './account-applications.queries.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import { readViewer } from './accounts.queries.ts'
import type { ApplicationParts, Calls, Deps } from './application-deps.ts'
import { presentApplication, presentApplicationDetail } from './application-presenters.ts'
import { reviewAccountApplication } from './application-review.ts'
import { changeOwnAccount } from './own-account-change.ts'

const listAccountApplications =
  ({ readDb }: Deps): Calls['listAccountApplications'] =>
  async ({ query }, { caller, language }) => {
    const { rows, total, governments, manufacturers, operators, reviews } =
      await pageOfApplications(readDb, await readViewer(readDb, caller), query, query)
    return {
      items: rows.map((row) => presentApplication(row, caller, language)),
      total,
      currentPage: query.currentPage,
      pageSize: query.pageSize,
      stats: {
        zfNotCheckNum: governments,
        zzqyCheckNum: manufacturers,
        yyqyCheckNum: operators,
        ...reviews,
      },
    }
  }

const exportAccountApplications =
  ({ readDb }: Deps): Calls['exportAccountApplications'] =>
  async ({ query }, context) => {
    const { caller, language } = context
    const viewer = await readViewer(readDb, caller)
    return listFile(accountApplicationList, query, context, {
      rows: eachApplication(readDb, viewer, query),
      present: (row) => presentApplication(row, caller, language),
    })
  }

const getAccountApplication =
  ({ db }: Deps): Calls['getAccountApplication'] =>
  async ({ query }, { caller, language }) =>
    presentApplicationDetail(
      (await findApplication(db, await readViewer(db, caller), query.applyId)) ?? fail('not_found'),
      caller,
      language,
    )

const getOwnApplication =
  ({ db }: Deps): Calls['getOwnApplication'] =>
  async (_input, { caller, language }) => {
    const newest = await newestApplication(db, caller.accountId)
    return { application: newest ? presentApplicationDetail(newest, caller, language) : null }
  }

export const applicationHandlers = (services: Services, parts: ApplicationParts) => {
  const deps: Deps = { ...services, ...createChanges(services), ...parts }
  return {
    listAccountApplications: listAccountApplications(deps),
    exportAccountApplications: exportAccountApplications(deps),
    getAccountApplication: getAccountApplication(deps),
    reviewAccountApplication: reviewAccountApplication(deps),
    getOwnApplication: getOwnApplication(deps),
    changeOwnAccount: changeOwnAccount(deps),
  }
}
