// Applications of people to join a company.
import { z } from 'zod'
import { id } from '../ids.ts'
import { AccountTypeCode, ReviewCode } from '../codes.ts'
import { VerifyCode } from './registration.ts'
import { NewPassword, RegionPath, SearchText, Time, filter, searchIn } from '../fields.ts'
import { declareList } from '../list.ts'
import { Name } from './member-fields.ts'

export const UserApplication = z
  .object({
    applyId: id('userApplication'),
    applyStatus: ReviewCode,
    userName: z.string(),
    userType: z.literal([2, 3]),
    phoneNum: z
      .string()
      .nullable()
      .describe('Masked for callers who may not review the application'),
    email: z.string().nullable(),
    accountId: id('account'),
    accountName: z.string(),
    accountType: AccountTypeCode,
    region: RegionPath,
    adminName: z
      .string()
      .describe('Name of the administrator that the application is addressed to'),
    adminPhone: z.string().describe('Phone number of that administrator, masked'),
    message: z.string(),
    applyTime: Time,
    reviewTime: Time.nullable(),
    reviewerName: z.string().nullable(),
    reason: z.string().nullable(),
    can: z.object({ review: z.boolean() }),
  })
  .meta({ id: 'UserApplication' })
export type UserApplication = z.infer<typeof UserApplication>

export const userApplicationList = declareList({
  name: 'user-applications',
  call: 'listUserApplications',
  fileCall: 'exportUserApplications',
  row: UserApplication,
  rowKey: 'applyId',
  paging: 'currentPage',
  sortName: 'order',
  defaultSort: '-applyTime',
  filters: {
    search: searchIn('adminPhone', 'userName', 'accountName'),
    adminPhone: SearchText.describe(
      'Part of the phone number of the administrator that the application is addressed to',
    ),
    userName: SearchText,
    accountName: SearchText,
    accountType: filter(z.enum(['1', '2', '3', '4', '5'])),
    applyStatus: filter(z.enum(['1', '2', '3'])),
  },
  columns: {
    userName: { label: 'members:applicant', sort: true, phone: 'title' },
    phoneNum: { label: 'terms:phone' },
    email: { label: 'terms:eMail' },
    userType: {
      label: 'members:wantedRole',
      kind: 'code',
      labels: { 2: 'terms:pilot', 3: 'terms:staff' },
      phone: 'figure',
    },
    accountName: { label: 'members:account', sort: true, phone: 'figure' },
    accountType: {
      label: 'terms:accountType',
      kind: 'code',
      labels: {
        1: 'terms:platformOperator',
        2: 'terms:government',
        3: 'terms:manufacturer',
        4: 'terms:operator',
        5: 'terms:farmer',
      },
    },
    region: { label: 'terms:region', kind: 'region' },
    adminName: { label: 'members:administrator' },
    message: { label: 'terms:message' },
    applyStatus: {
      label: 'terms:review',
      kind: 'code',
      labels: { 1: 'ui:reviewWaiting', 2: 'ui:reviewPassed', 3: 'ui:reviewRejected' },
      phone: 'state',
    },
    applyTime: { label: 'members:applyTime', kind: 'time', sort: true, phone: 'figure' },
    reviewTime: { label: 'members:reviewTime', kind: 'time' },
    reviewerName: { label: 'members:reviewer' },
    reason: { label: 'members:reason' },
  },
})

/** An application to join a company: see `applyToJoin`. */
export const JoinRequest = z
  .object({
    name: Name,
    phoneNum: z
      .string()
      .trim()
      .max(20)
      .default('')
      .describe('Country code, hyphen, number; empty if an e-mail address is used'),
    email: z.union([z.literal(''), z.email().max(120)]).default(''),
    verifyCode: VerifyCode,
    password: NewPassword,
    adminPhone: z
      .string()
      .trim()
      .min(5)
      .max(120)
      .describe('Login of the company’s administrator: phone number or e-mail address'),
    userType: z.literal([2, 3]).describe('2 pilot, 3 staff'),
    message: z.string().trim().max(300).default(''),
  })
  .refine(({ phoneNum, email }) => (phoneNum === '') !== (email === ''), {
    path: ['phoneNum'],
    message: 'oneRecipient',
  })
export type JoinRequest = z.infer<typeof JoinRequest>
