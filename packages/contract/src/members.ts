import { z } from 'zod'
import { id } from './ids.ts'
import { rights } from '@swath/domain/access/rights'
import { route } from './kit.ts'
import { AccountTypeCode, UserTypeCode } from './codes.ts'
import { VerifyCode } from './registration.ts'
import {
  EnableOpr,
  NewPassword,
  Page,
  RegionPath,
  RowVersion,
  SearchText,
  SeenVersion,
  TableFormat,
  Time,
  filter,
  paged,
} from './fields.ts'
import { declareList } from './list.ts'

const tag = 'Members'
const base = '/api/user/member/manage'
const screens = ['member-list'] as const
const right = 'staff.manage'

const DataScope = z
  .literal([1, 2])
  .describe('1 enterprise data, 2 personal data: only what this person flew or made')
const Phone = z
  .string()
  .regex(/^\+\d{1,4}-\d{5,14}$/, 'phoneRule')
  .describe('Country code, hyphen, number: +86-13800000001')
const Email = z
  .email('emailRule')
  .max(120)
  .transform((address) => address.toLowerCase())
const Name = z.string().trim().min(1).max(60)

const memberFields = {
  userName: Name,
  phoneNum: Phone.nullable()
    .default(null)
    .describe('Signs in with it; one of phone and e-mail at least'),
  email: Email.nullable().default(null),
  userType: UserTypeCode,
  rights: z
    .array(z.enum(rights))
    .max(rights.length)
    .nullable()
    .default(null)
    .describe('null: those of the role'),
  dataScope: DataScope.default(1),
}
const hasLogin = ({
  phoneNum,
  email,
}: {
  phoneNum: string | null
  email: string | null
}): boolean => phoneNum !== null || email !== null
const loginMissing = { path: ['phoneNum'], message: 'required' }
/** Whoever may do everything is not narrowed: it would only look so. */
const isWhole = ({
  userType,
  rights: named,
  dataScope,
}: {
  userType: number
  rights: readonly string[] | null
  dataScope: number
}): boolean => userType !== 1 || (named === null && dataScope === 1)
const narrowed = { path: ['userType'], message: 'superAdminWhole' }

/** The form of the console and the body of the calls are these two schemas. */
export const NewMember = z
  .object({ ...memberFields, password: NewPassword.describe('The first password') })
  .refine(hasLogin, loginMissing)
  .refine(isWhole, narrowed)
export const MemberUpdate = z
  .object({ ...memberFields, version: SeenVersion })
  .refine(hasLogin, loginMissing)
  .refine(isWhole, narrowed)

export const Member = z
  .object({
    userId: id('user'),
    userName: z.string(),
    phoneNum: z.string().nullable().describe('Masked for people who may not manage staff'),
    email: z.string().nullable().describe('Masked likewise'),
    userType: UserTypeCode,
    rights: z.array(z.enum(rights)).describe('What the person holds, by role or by name'),
    ownRights: z.boolean().describe('Named one by one, instead of those of the role'),
    dataScope: DataScope,
    enabled: z.boolean(),
    lastSignInAt: Time.nullable(),
    createdAt: Time,
    self: z.boolean().describe('The caller'),
    can: z.object({
      update: z.boolean(),
      changeAccess: z.boolean().describe('Role, rights and data scope'),
      enable: z.boolean(),
      delete: z.boolean(),
      resetPassword: z.boolean(),
    }),
    version: RowVersion,
  })
  .meta({ id: 'Member' })
export type Member = z.infer<typeof Member>

export const MemberDetail = Member.extend({
  flightNum: z.int().describe('Sorties flown'),
  lastFlightAt: Time.nullable(),
  droneNum: z.int().describe('Drones flown'),
  createdByName: z.string().nullable(),
}).meta({ id: 'MemberDetail' })
export type MemberDetail = z.infer<typeof MemberDetail>

export const memberList = declareList({
  name: 'members',
  call: 'listMembers',
  fileCall: 'exportMembers',
  row: Member,
  rowKey: 'userId',
  paging: 'currentPage',
  sortName: 'order',
  defaultSort: 'userType',
  filters: {
    userName: SearchText,
    phone: SearchText.describe(
      'Part of the phone or the e-mail address; whole for people who may not manage staff',
    ),
    userType: filter(z.enum(['1', '2', '3', '4', '5', '6'])),
    enabled: filter(z.enum(['true', 'false'])),
    dataScope: filter(z.enum(['1', '2'])),
  },
  columns: {
    userName: { label: 'terms:name', sort: true },
    phoneNum: { label: 'terms:phone' },
    email: { label: 'terms:eMail' },
    userType: {
      label: 'members:role',
      kind: 'code',
      words: {
        1: 'terms:superAdministrator',
        2: 'terms:pilot',
        3: 'terms:staff',
        4: 'terms:enterpriseAdministrator',
        5: 'terms:businessAdministrator',
        6: 'terms:leaseManager',
      },
      sort: true,
    },
    dataScope: {
      label: 'terms:dataScope',
      kind: 'code',
      words: { 1: 'terms:enterpriseData', 2: 'terms:personalData' },
    },
    enabled: {
      label: 'terms:state',
      kind: 'code',
      words: { true: 'members:enabled', false: 'terms:disabled' },
    },
    lastSignInAt: { label: 'members:lastSignIn', kind: 'time', sort: true },
    createdAt: { label: 'members:createdAt', kind: 'time', sort: true },
    rights: { label: 'members:rights', kind: 'own', only: 'screen' },
  },
})
const userId = z.object({ userId: id('user') })

const ApplyStatus = z.literal([1, 2, 3]).describe('1 unaudited, 2 passed, 3 rejected')
export const UserApplication = z
  .object({
    applyId: id('userApplication'),
    applyStatus: ApplyStatus,
    userName: z.string(),
    userType: z.literal([2, 3]),
    phoneNum: z.string().nullable().describe('Masked for people who may not decide'),
    email: z.string().nullable(),
    accountId: id('account'),
    accountName: z.string(),
    accountType: AccountTypeCode,
    region: RegionPath,
    adminName: z.string().describe('Whom the person asked'),
    adminPhone: z.string().describe('Masked'),
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
    adminPhone: SearchText.describe('Part of the phone of the administrator who was asked'),
    userName: SearchText,
    accountName: SearchText,
    accountType: filter(z.enum(['1', '2', '3', '4', '5'])),
    applyStatus: filter(z.enum(['1', '2', '3'])),
  },
  columns: {
    userName: { label: 'members:applicant', sort: true },
    phoneNum: { label: 'terms:phone' },
    email: { label: 'terms:eMail' },
    userType: {
      label: 'members:wantedRole',
      kind: 'code',
      words: { 2: 'terms:pilot', 3: 'terms:staff' },
    },
    accountName: { label: 'members:account', sort: true },
    accountType: {
      label: 'terms:accountType',
      kind: 'code',
      words: {
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
      words: { 1: 'ui:reviewWaiting', 2: 'ui:reviewPassed', 3: 'ui:reviewRejected' },
    },
    applyTime: { label: 'members:applyTime', kind: 'time', sort: true },
    reviewTime: { label: 'members:reviewTime', kind: 'time' },
    reviewerName: { label: 'members:reviewer' },
    reason: { label: 'members:reason' },
  },
})

/** A person who asks to join a company: see `applyToJoin`. */
export const JoinRequest = z
  .object({
    name: Name,
    phoneNum: z
      .string()
      .trim()
      .max(20)
      .default('')
      .describe('Country code, hyphen, number; empty where an e-mail address is used'),
    email: z.union([z.literal(''), z.email().max(120)]).default(''),
    verifyCode: VerifyCode,
    password: NewPassword,
    adminPhone: z
      .string()
      .trim()
      .min(5)
      .max(120)
      .describe("With which the company's administrator signs in: a phone or an e-mail address"),
    userType: z.literal([2, 3]).describe('2 pilot, 3 staff'),
    message: z.string().trim().max(300).default(''),
  })
  .refine(({ phoneNum, email }) => (phoneNum === '') !== (email === ''), {
    path: ['phoneNum'],
    message: 'oneRecipient',
  })
export type JoinRequest = z.infer<typeof JoinRequest>

export const memberRoutes = {
  listMembers: route({
    method: 'GET',
    path: `${base}/getMemberList`,
    tag,
    summary: 'The people of the caller’s own account, with what the caller may grant',
    policy: { screens },
    query: Page.extend(memberList.asked),
    out: paged(Member).extend({
      stats: z
        .object({ total: z.int(), enabledNum: z.int(), pilotNum: z.int() })
        .describe('Of all members, whatever the filters'),
      can: z
        .object({
          create: z.boolean(),
          userTypes: z.array(UserTypeCode),
          rights: z.array(z.enum(rights)),
        })
        .describe('Roles and rights that the caller may give'),
    }),
  }),
  exportMembers: route({
    method: 'GET',
    path: `${base}/export`,
    tag,
    summary: 'The filtered members as CSV or XLSX, streamed',
    policy: { screens },
    raw: 'text/csv',
    query: z.object({ ...memberList.asked, format: TableFormat }),
  }),
  getMember: route({
    method: 'GET',
    path: `${base}/detail`,
    tag,
    summary: 'One member, with what he or she has flown',
    policy: { screens },
    query: userId,
    out: MemberDetail,
    errors: ['not_found'],
  }),
  createMember: route({
    method: 'POST',
    path: base,
    tag,
    summary: 'Create a member of the own account, with a first password',
    policy: { screens, right },
    body: NewMember,
    out: MemberDetail,
    errors: ['forbidden', 'login_taken', 'beyond_own_rights'],
  }),
  updateMember: route({
    method: 'PUT',
    path: `${base}/{userId}`,
    tag,
    policy: { screens, right },
    params: userId,
    body: MemberUpdate,
    out: MemberDetail,
    summary: 'Change a member; role, rights and data scope count at once, without a new sign-in',
    errors: [
      'not_found',
      'forbidden',
      'login_taken',
      'beyond_own_rights',
      'last_super_admin',
      'not_yourself',
      'conflict',
    ],
  }),
  enableMember: route({
    method: 'PUT',
    path: `${base}/enable`,
    tag,
    summary: 'Enable or disable a member; disabling ends every session at once',
    policy: { screens, right },
    body: z.object({ userId: id('user'), opr: EnableOpr }),
    out: Member,
    errors: ['not_found', 'forbidden', 'beyond_own_rights', 'last_super_admin', 'not_yourself'],
  }),
  resetMemberPassword: route({
    method: 'PUT',
    path: `${base}/{userId}/password`,
    tag,
    summary: 'Give a member a new password, answered this once; every session of the member ends',
    policy: { screens, right },
    params: userId,
    out: z.object({ password: z.string() }),
    errors: ['not_found', 'forbidden', 'beyond_own_rights', 'not_yourself'],
  }),
  deleteMember: route({
    method: 'DELETE',
    path: `${base}/{userId}`,
    tag,
    summary: 'Delete a member; flights stay, with the pilot’s name',
    policy: { screens, right },
    params: userId,
    errors: ['not_found', 'forbidden', 'beyond_own_rights', 'last_super_admin', 'not_yourself'],
  }),

  applyToJoin: route({
    method: 'POST',
    path: '/api/user/baseaccount/applyToJoin',
    tag,
    policy: 'public',
    body: JoinRequest,
    errors: ['code_wrong', 'too_many_requests'],
    summary:
      'Ask to join the company of an administrator. The answer is the same for a known and an unknown administrator',
  }),
  listUserApplications: route({
    method: 'GET',
    path: `${base}/getUserApplyList`,
    tag,
    summary: 'People who ask to join accounts that exist for the caller',
    policy: { screens: ['user-apply-list'] },
    query: Page.extend(userApplicationList.asked),
    out: paged(UserApplication).extend({
      stats: z
        .object({ notCheckNum: z.int(), passedNum: z.int(), rejectedNum: z.int() })
        .describe('Of all, whatever the filters'),
    }),
  }),
  exportUserApplications: route({
    method: 'GET',
    path: `${base}/exportUserApply`,
    tag,
    summary: 'The filtered applications as CSV or XLSX, streamed',
    policy: { screens: ['user-apply-list'] },
    raw: 'text/csv',
    query: z.object({ ...userApplicationList.asked, format: TableFormat }),
  }),
  reviewUserApplication: route({
    method: 'PUT',
    path: `${base}/applyStatus`,
    tag,
    summary: 'Pass or reject an application; passing makes the member',
    policy: { screens: ['user-apply-list'], right },
    body: z
      .object({
        applyId: id('userApplication'),
        applyStatus: z.literal([2, 3]),
        reason: z.string().trim().max(300).nullable().default(null),
      })
      .refine(
        ({ applyStatus, reason }) => applyStatus === 2 || (reason !== null && reason !== ''),
        { path: ['reason'], message: 'required' },
      ),
    out: UserApplication,
    errors: ['not_found', 'forbidden', 'application_closed', 'login_taken', 'beyond_own_rights'],
  }),
}
