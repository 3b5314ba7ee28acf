// Presents an application.
import { toReview } from '@swath/contract/people/review-codes'
import { toAccountTypeCode } from '@swath/contract/people/account-type-codes'
import { AccountFacts } from '@swath/contract/people/account-fields'
import {
  type AccountApplication,
  type AccountApplicationDetail,
} from '@swath/contract/people/account-applications'
import type { Caller } from '@swath/domain/access/caller'
import type { Language } from '@swath/i18n/languages'
import { regionPath } from '../../../platform/regions/region-path.ts'
import { masked } from '../auth/user-info.ts'
import type { ApplicationRecord } from './account-applications.queries.ts'

/** Everyone who sees an application in the list may decide it, if they have the right. */
const mayReview = (
  row: Pick<ApplicationRecord, 'status' | 'account_id'>,
  caller: Caller,
): boolean =>
  toReview(row.status) === 'waiting' &&
  caller.rights.includes('account.manage') &&
  row.account_id !== caller.accountId

export const presentApplication = (
  row: ApplicationRecord,
  caller: Caller,
  language: Language,
): AccountApplication => ({
  applyId: row.id,
  applyType: row.type,
  applyStatus: row.status,
  accountId: row.account_id,
  accountName: row.account_name,
  accountType: toAccountTypeCode(row.account_type) as AccountApplication['accountType'],
  region: regionPath(row.region_code, language),
  contactName: row.contact_name,
  applyTime: row.submitted_at.toISOString(),
  applicantName: row.applicant_name ?? '',
  reviewTime: row.reviewed_at?.toISOString() ?? null,
  reviewerName: row.reviewer_name,
  reason: row.reason,
  can: { review: mayReview(row, caller) },
})

const noFacts = {
  contactName: null,
  contactPhone: null,
  contactAddress: null,
  email: null,
  legal: null,
  creditCode: null,
  busiLicense: null,
  companyLogo: null,
} as const
export const parseFacts = (stored: unknown): AccountFacts =>
  AccountFacts.parse({ ...noFacts, ...(stored as object) })

export const presentApplicationDetail = (
  row: ApplicationRecord,
  caller: Caller,
  language: Language,
): AccountApplicationDetail => {
  const [proposed, current] = [parseFacts(row.proposed), row.current && parseFacts(row.current)]
  return {
    ...presentApplication(row, caller, language),
    proposed,
    current,
    proposedRegion: regionPath(proposed.regionCode, language),
    currentRegion: current && regionPath(current.regionCode, language),
    customDomain: row.custom_domain,
    userPhone: row.super_admin && masked(row.super_admin),
  }
}
