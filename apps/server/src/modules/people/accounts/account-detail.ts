import type { AccountDetail } from '@swath/contract/people/accounts'
import type { Caller } from '@swath/domain/access/caller'
import type { Language } from '@swath/i18n/languages'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { openModification } from './account-applications.queries.ts'
import { toDetails, presentAccount } from './account-words.ts'
import {
  readFigures,
  findOwnAccount,
  readViewer,
  type AccountRecord,
  type Viewer,
} from './accounts.queries.ts'

/** An account's page. */
export const readDetail = async (
  from: Db | Tx,
  row: AccountRecord,
  { caller, viewer, language }: { caller: Caller; viewer: Viewer; language: Language },
): Promise<AccountDetail> => {
  const figures = await readFigures(from, row)
  return {
    ...presentAccount(row, caller, viewer, language),
    ...toDetails(row),
    subAccountNum: figures.subAccounts,
    plotNum: figures.plots,
    openApplyId: await openModification(from, row.id),
  }
}

export const readOwnDetail = async (
  from: Db | Tx,
  caller: Caller,
  language: Language,
): Promise<AccountDetail> =>
  readDetail(from, (await findOwnAccount(from, caller.accountId)) ?? fail('not_found'), {
    caller,
    viewer: await readViewer(from, caller),
    language,
  })
