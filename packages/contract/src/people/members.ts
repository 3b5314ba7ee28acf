import { z } from 'zod'
import { id } from '../ids.ts'
import { rights } from '@swath/domain/access/rights'
import { routeWithTag } from '../kit.ts'
import { UserTypeCode } from '../codes.ts'
import { EnableOpr, RowVersion, SearchText, Time, filter, flag, searchIn } from '../fields.ts'
import { declareList } from '../list.ts'
import { countEach, fileOf, pageOf, similarNames } from '../list-calls.ts'
import { DataScope, MemberUpdate, NewMember } from './member-fields.ts'
import { JoinRequest, UserApplication, userApplicationList } from './user-applications.ts'

const route = routeWithTag('Members')
const base = '/api/user/member/manage'
const screens = ['member-list'] as const
const right = 'staff.manage'

export const Member = z
  .object({
    userId: id('user'),
    userName: z.string(),
    phoneNum: z
      .string()
      .nullable()
      .describe('Masked for callers without the right to manage staff'),
    email: z.string().nullable().describe('Masked for callers without the right to manage staff'),
    userType: UserTypeCode,
    rights: z
      .array(z.enum(rights))
      .describe('Effective rights of the user, from the role or granted individually'),
    ownRights: z
      .boolean()
      .describe('Whether rights are granted individually instead of by the role'),
    dataScope: DataScope,
    enabled: z.boolean(),
    hasFactor: z.boolean().describe('Whether the member has a second factor'),
    lastSignInAt: Time.nullable(),
    createdAt: Time,
    self: z.boolean().describe('Whether this is the caller'),
    can: z.object({
      update: z.boolean(),
      changeAccess: z.boolean().describe('May change role, rights and data scope'),
      enable: z.boolean(),
      delete: z.boolean(),
      resetPassword: z.boolean(),
    }),
    version: RowVersion,
  })
  .meta({ id: 'Member' })
export type Member = z.infer<typeof Member>

export const MemberDetail = Member.extend({
  flightNum: z.int().describe('Number of flights flown'),
  lastFlightAt: Time.nullable(),
  droneNum: z.int().describe('Number of different drones flown'),
  createdByName: z.string().nullable(),
}).meta({ id: 'MemberDetail' })
export type MemberDetail = z.infer<typeof MemberDetail>

/** Roles, the one with most rights first. */
export const userTypeStates = ['1', '4', '5', '6', '3', '2'] as const

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
    search: searchIn('userName', 'phone'),
    userName: SearchText,
    phone: SearchText.describe(
      'Part of the phone number or e-mail address; callers without the right to manage staff must give it in full',
    ),
    userType: filter(z.enum(userTypeStates)),
    enabled: flag,
    hasFactor: flag,
    dataScope: filter(z.enum(['1', '2'])),
  },
  columns: {
    userName: { label: 'terms:name', sort: true, phone: 'title' },
    phoneNum: { label: 'terms:phone', phone: 'figure' },
    email: { label: 'terms:eMail' },
    userType: {
      label: 'members:role',
      kind: 'code',
      labels: {
        1: 'terms:superAdministrator',
        2: 'terms:pilot',
        3: 'terms:staff',
        4: 'terms:enterpriseAdministrator',
        5: 'terms:businessAdministrator',
        6: 'terms:leaseManager',
      },
      sort: true,
      phone: 'figure',
    },
    dataScope: {
      label: 'terms:dataScope',
      kind: 'code',
      labels: { 1: 'terms:enterpriseData', 2: 'terms:personalData' },
    },
    enabled: {
      label: 'terms:state',
      kind: 'code',
      labels: { true: 'members:enabled', false: 'terms:disabled' },
      phone: 'state',
    },
    hasFactor: {
      label: 'member-factors:secondFactor',
      kind: 'code',
      labels: { true: 'member-factors:set', false: 'member-factors:none' },
    },
    lastSignInAt: { label: 'members:lastSignIn', kind: 'time', sort: true },
    createdAt: { label: 'members:createdAt', kind: 'time', sort: true },
    rights: { label: 'members:rights', kind: 'own', only: 'screen' },
  },
})
const userId = z.object({ userId: id('user') })

export const memberRoutes = {
  listMembers: route('GET', `${base}/getMemberList`, {
    summary:
      'List the members of the caller’s account, with the roles and rights that the caller may grant',
    policy: { screens },
    ...pageOf(memberList, {
      ...similarNames,
      stats: countEach(userTypeStates).describe(
        'Counts by role; all filters except the role apply',
      ),
      can: z
        .object({
          create: z.boolean(),
          userTypes: z.array(UserTypeCode),
          rights: z.array(z.enum(rights)),
        })
        .describe(
          'Whether the caller may create members, and the roles and rights that the caller may grant',
        ),
    }),
  }),
  exportMembers: route('GET', `${base}/export`, {
    summary: 'Export the filtered members as CSV or XLSX (streamed)',
    policy: { screens },
    ...fileOf(memberList),
  }),
  getMember: route('GET', `${base}/detail`, {
    summary: 'Get a member with flight statistics',
    policy: { screens },
    query: userId,
    out: MemberDetail,
    errors: ['not_found'],
  }),
  createMember: route('POST', base, {
    personOnly: true,
    summary: 'Create a member of the caller’s account with an initial password',
    policy: { screens, right },
    body: NewMember,
    out: MemberDetail,
    errors: ['forbidden', 'login_taken', 'beyond_own_rights'],
  }),
  updateMember: route('PUT', `${base}/{userId}`, {
    personOnly: true,
    policy: { screens, right },
    params: userId,
    body: MemberUpdate,
    out: MemberDetail,
    summary:
      'Update a member; role, rights and data scope take effect immediately, without a new sign-in',
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
  enableMember: route('PUT', `${base}/enable`, {
    personOnly: true,
    summary: 'Enable or disable a member; disabling immediately ends all sessions of the member',
    policy: { screens, right },
    body: z.object({ userId: id('user'), opr: EnableOpr }),
    out: Member,
    errors: ['not_found', 'forbidden', 'beyond_own_rights', 'last_super_admin', 'not_yourself'],
  }),
  resetMemberPassword: route('PUT', `${base}/{userId}/password`, {
    personOnly: true,
    summary:
      'Generate a new password for a member. It is returned only once; all sessions of the member end',
    policy: { screens, right },
    params: userId,
    out: z.object({ password: z.string() }),
    errors: ['not_found', 'forbidden', 'beyond_own_rights', 'not_yourself'],
  }),
  deleteMember: route('DELETE', `${base}/{userId}`, {
    personOnly: true,
    summary: 'Delete a member; flights are kept with the pilot’s name',
    policy: { screens, right },
    params: userId,
    errors: ['not_found', 'forbidden', 'beyond_own_rights', 'last_super_admin', 'not_yourself'],
  }),

  applyToJoin: route('POST', '/api/user/baseaccount/applyToJoin', {
    policy: 'public',
    body: JoinRequest,
    errors: ['code_wrong', 'too_many_requests'],
    summary:
      'Apply to join the company of an administrator. The response is the same whether or not the administrator exists',
  }),
  listUserApplications: route('GET', `${base}/getUserApplyList`, {
    summary: 'List the applications of people to join accounts visible to the caller',
    policy: { screens: ['user-apply-list'] },
    ...pageOf(userApplicationList, {
      stats: z
        .object({ notCheckNum: z.int(), passedNum: z.int(), rejectedNum: z.int() })
        .describe('Counts by status; all filters except the status apply'),
    }),
  }),
  exportUserApplications: route('GET', `${base}/exportUserApply`, {
    summary: 'Export the filtered applications as CSV or XLSX (streamed)',
    policy: { screens: ['user-apply-list'] },
    ...fileOf(userApplicationList),
  }),
  reviewUserApplication: route('PUT', `${base}/applyStatus`, {
    personOnly: true,
    summary: 'Approve or reject an application; approval creates the member',
    policy: { screens: ['user-apply-list'], right },
    body: z.object({
      applyId: id('userApplication'),
      applyStatus: z.literal([2, 3]),
      reason: z.string().trim().max(300).nullable().default(null),
    }),
    out: UserApplication,
    errors: ['not_found', 'forbidden', 'application_closed', 'login_taken', 'beyond_own_rights'],
  }),
}
