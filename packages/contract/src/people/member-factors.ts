import { z } from 'zod'
import { UserTypeCode } from '../codes.ts'
import { Time } from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'

const route = routeWithTag('Members’ second factors')
const base = '/api/user/member/manage'
const ofMembers = { screens: ['member-list'] } as const
const right = 'staff.manage'
/** The platform confirms resets for accounts with a single administrator. */
const resets = { screens: ['member-list', 'account-list'], right } as const
const userId = z.object({ userId: id('user') })

/** Pilots have no console, so nothing can be required of them. */
const Role = UserTypeCode.refine((code) => code !== 2)

export const FactorRule = z
  .object({
    userTypes: z.array(UserTypeCode).describe('Roles whose members must have a second factor'),
    can: z.object({ change: z.boolean() }),
  })
  .meta({ id: 'FactorRule' })
export type FactorRule = z.infer<typeof FactorRule>

export const MemberFactors = z
  .object({
    userId: id('user'),
    userName: z.string(),
    hasFactor: z.boolean(),
    reset: z
      .object({ requestedByName: z.string(), requestedAt: Time, expiresAt: Time })
      .nullable()
      .describe('An open request to remove the member’s factors; null: none'),
    can: z
      .object({ ask: z.boolean(), confirm: z.boolean(), cancel: z.boolean() })
      .describe('What the caller may do about a reset'),
  })
  .meta({ id: 'MemberFactors' })
export type MemberFactors = z.infer<typeof MemberFactors>

export const memberFactorRoutes = {
  getFactorRule: route('GET', `${base}/secondFactor`, {
    summary: 'Get the roles of the caller’s account that must have a second factor',
    policy: ofMembers,
    out: FactorRule,
  }),
  setFactorRule: route('PUT', `${base}/secondFactor`, {
    personOnly: true,
    summary:
      'Require a second factor of some roles. It applies at once to sessions that are open; the caller must have a second factor',
    policy: { ...ofMembers, right },
    body: z.object({ userTypes: z.array(Role).max(5) }),
    out: FactorRule,
    errors: ['second_factor_missing'],
  }),
  getMemberFactors: route('GET', `${base}/factors`, {
    summary: 'Get whether a member has a second factor, and the request to reset it',
    policy: ofMembers,
    query: userId,
    out: MemberFactors,
    errors: ['not_found'],
  }),
  listFactorResets: route('GET', '/api/user/account/manage/factorResets', {
    summary:
      'List the members of an account with a single administrator whose factors the platform may reset: the administrator, and members with an open request',
    policy: { screens: ['account-list'], right },
    query: z.object({ accountId: id('account') }),
    out: z.object({ items: z.array(MemberFactors) }),
    errors: ['not_found', 'forbidden'],
  }),
  askFactorReset: route('POST', `${base}/{userId}/factorReset`, {
    personOnly: true,
    summary:
      'Ask to remove all second factors of a member who has lost them; another administrator must confirm it within three days',
    policy: resets,
    params: userId,
    out: MemberFactors,
    errors: ['not_found', 'beyond_own_rights', 'not_yourself', 'conflict'],
  }),
  confirmFactorReset: route('PUT', `${base}/{userId}/factorReset`, {
    personOnly: true,
    summary:
      'Confirm the request of another administrator: removes all second factors of the member and ends all sessions of the member',
    policy: resets,
    params: userId,
    out: MemberFactors,
    errors: ['not_found', 'beyond_own_rights', 'not_yourself', 'other_administrator'],
  }),
  cancelFactorReset: route('DELETE', `${base}/{userId}/factorReset`, {
    personOnly: true,
    summary: 'Cancel a request to reset a member’s second factors',
    policy: resets,
    params: userId,
    out: MemberFactors,
    errors: ['not_found', 'beyond_own_rights', 'not_yourself'],
  }),
}
