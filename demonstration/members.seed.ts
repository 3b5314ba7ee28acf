// The demonstration's members of each role, and applicants.
import { userTypeCodes } from '@swath/domain/access/rights'
import { reviewCodes } from '@swath/contract/people/review-codes'
import { demoJoinRequests, demoMembers } from './data/members.ts'
import { demoSignIns } from './data/accounts.ts'
import type { Tx } from '@swath/server/platform/database/database'
import { insertRows } from './demonstration.queries.ts'
import { demoId } from './world-rows.seed.ts'

const hourMs = 3_600_000

export const writeMembers = async (tx: Tx, passwordHash: string, nowMs: number): Promise<void> => {
  const hoursAgo = (hours: number): string => new Date(nowMs - hours * hourMs).toISOString()
  const admin = (account: string): string =>
    demoId(
      'user',
      demoSignIns.find(
        (user) => user.account === account && user.userType === userTypeCodes.superAdmin,
      )!.phone,
    )
  await insertRows(
    tx,
    'app_user',
    demoMembers.map((member, i) => ({
      id: demoId('user', member.phone),
      account_id: demoId('account', member.account),
      phone: member.phone,
      name: member.name,
      user_type: member.userType,
      data_scope: member.personal ? 'personal' : 'enterprise',
      password_hash: passwordHash,
      enabled: member.enabled ?? true,
      settings: {},
      rights: member.rights ?? null,
      created_by: admin(member.account),
      last_sign_in_at: member.seenHoursAgo === null ? null : hoursAgo(member.seenHoursAgo),
      created_at: hoursAgo((400 - i * 20) * 24),
    })),
  )
  await insertRows(
    tx,
    'user_application',
    demoJoinRequests.map((request) => ({
      id: demoId('user-application', request.phone),
      account_id: demoId('account', request.account),
      admin_id: admin(request.account),
      name: request.name,
      phone: request.phone,
      email: null,
      user_type: request.userType,
      password_hash: passwordHash,
      message: request.message,
      status: reviewCodes.waiting,
      applied_at: hoursAgo(request.hoursAgo),
    })),
  )
}
