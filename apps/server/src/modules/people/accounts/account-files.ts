// The pictures of an account: claimed when they are referenced, and released when they no longer
// are.
import type { AccountFacts } from '@swath/contract/people/account-fields'
import type { Tx } from '../../../platform/database/database.ts'
import { claimFile, releaseFile } from '../files/files.queries.ts'
import type { AccountRecord } from './accounts.queries.ts'

type Pictures = Pick<AccountFacts, 'busiLicense' | 'companyLogo'>
type Before = Pick<AccountRecord, 'logo_url' | 'business_license_url'>

const kinds = [
  ['companyLogo', 'logo_url', 'logo'],
  ['busiLicense', 'business_license_url', 'licence'],
] as const

/** Claims pictures for an application, so that the reviewer can see them. */
export const claimFiles = async (
  trx: Tx,
  accountId: string,
  before: Before,
  wanted: Pictures,
): Promise<void> => {
  for (const [field, column, purpose] of kinds) {
    if (wanted[field] !== before[column])
      await claimFile(trx, wanted[field], { accountId, purpose, field })
  }
}

/** `from` is no longer referenced; `to` is referenced instead. */
export const releaseFiles = async (
  trx: Tx,
  accountId: string,
  from: Pictures,
  to: Pictures,
  now: Date,
): Promise<void> => {
  for (const [field] of kinds)
    if (from[field] !== to[field]) await releaseFile(trx, from[field], { accountId, now })
}

export const keepFiles = async (
  trx: Tx,
  accountId: string,
  before: Before,
  wanted: Pictures,
  now: Date,
): Promise<void> => {
  await claimFiles(trx, accountId, before, wanted)
  await releaseFiles(
    trx,
    accountId,
    { companyLogo: before.logo_url, busiLicense: before.business_license_url },
    wanted,
    now,
  )
}
