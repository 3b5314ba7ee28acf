// Applications by accounts: to register, and to change their own details.
import { z } from 'zod'
import { id } from '../ids.ts'
import { AccountTypeCode, ReviewCode } from '../codes.ts'
import { RegionPath, SearchText, searchIn, Time, filter } from '../fields.ts'
import { declareList } from '../list.ts'
import { AccountFacts } from './account-fields.ts'

export const typeLabels = {
  1: 'terms:platformOperator',
  2: 'terms:government',
  3: 'terms:manufacturer',
  4: 'terms:operator',
  5: 'terms:farmer',
} as const
export const reviewLabels = {
  1: 'ui:reviewWaiting',
  2: 'ui:reviewPassed',
  3: 'ui:reviewRejected',
} as const

export const AccountApplication = z
  .object({
    applyId: id('accountApplication'),
    applyType: z.literal([1, 2]).describe('1 registration, 2 modification'),
    applyStatus: ReviewCode,
    accountId: id('account'),
    accountName: z.string(),
    accountType: AccountTypeCode,
    region: RegionPath,
    contactName: z.string().nullable(),
    applyTime: Time,
    applicantName: z.string(),
    reviewTime: Time.nullable(),
    reviewerName: z.string().nullable(),
    reason: z.string().nullable(),
    can: z.object({ review: z.boolean() }),
  })
  .meta({ id: 'AccountApplication' })
export type AccountApplication = z.infer<typeof AccountApplication>

export const accountApplicationList = declareList({
  name: 'account-applications',
  call: 'listAccountApplications',
  fileCall: 'exportAccountApplications',
  row: AccountApplication,
  rowKey: 'applyId',
  paging: 'currentPage',
  sortName: 'order',
  defaultSort: '-applyTime',
  filters: {
    search: searchIn('accountName', 'contactName', 'applicantName'),
    accountId: filter(id('account')),
    accountName: SearchText,
    contactName: SearchText,
    applicantName: SearchText,
    applyType: filter(z.enum(['1', '2'])),
    applyStatus: filter(z.enum(['1', '2', '3'])),
  },
  columns: {
    accountName: { label: 'accounts:accountName', sort: true, phone: 'title' },
    accountType: { label: 'terms:type', kind: 'code', labels: typeLabels, phone: 'figure' },
    region: { label: 'accounts:region', kind: 'region' },
    contactName: { label: 'accounts:contactName' },
    applyType: {
      label: 'accounts:applyType',
      kind: 'code',
      labels: { 1: 'terms:registration', 2: 'accounts:applyModification' },
      phone: 'figure',
    },
    applyStatus: { label: 'terms:review', kind: 'code', labels: reviewLabels, phone: 'state' },
    applyTime: { label: 'accounts:applyTime', kind: 'time', sort: true, phone: 'figure' },
    applicantName: { label: 'accounts:applicant' },
    reviewTime: { label: 'accounts:reviewTime', kind: 'time' },
    reviewerName: { label: 'accounts:decidedBy' },
    reason: { label: 'accounts:reason' },
  },
})

/**
 * The requested data and, for a modification, the data at the time of the request: the console
 * shows the difference.
 */
export const AccountApplicationDetail = AccountApplication.extend({
  proposed: AccountFacts,
  current: AccountFacts.nullable(),
  proposedRegion: RegionPath,
  currentRegion: RegionPath.nullable(),
  customDomain: z.string().nullable(),
  userPhone: z.string().nullable(),
}).meta({ id: 'AccountApplicationDetail' })
export type AccountApplicationDetail = z.infer<typeof AccountApplicationDetail>
