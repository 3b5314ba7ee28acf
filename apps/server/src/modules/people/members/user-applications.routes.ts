// Applications of people to join a company, and decisions about them.
import { userTypeCodes } from '@swath/domain/access/rights'
import { toReview } from '@swath/contract/people/review-codes'
import { toAccountTypeCode } from '@swath/contract/people/account-type-codes'
import { userApplicationList, type UserApplication } from '@swath/contract/people/user-applications'
import { type memberRoutes } from '@swath/contract/people/members'
import type { Caller } from '@swath/domain/access/caller'
import { mayGiveRole } from '@swath/domain/access/grants'
import type { Language } from '@swath/i18n/languages'
import { readPlace } from '../../../platform/auth/device-cookie.ts'
import { hashNewPassword } from '../../../platform/auth/new-passwords.ts'
import type { Themes } from '../../../platform/auth/themes.ts'
import { createVerificationCodes } from '../../../platform/auth/verification-codes.ts'
import { createChanges, type Changes, type RowKind } from '../../../platform/change/change.ts'
import { tx, type Tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import { regionPath } from '../../../platform/regions/region-path.ts'
import type { Services } from '../../../platform/services.ts'
import { createCodeEntry, type CodeEntry } from '../auth/code-entry.ts'
import { parseLoginName, toText } from '../auth/login-name.ts'
import { masked } from '../auth/user-info.ts'
import { managesStaff, maskedPhone } from './member-words.ts'
import { insertMember } from './members.queries.ts'
import {
  applicationRows,
  decideApplication,
  findAdministrator,
  findApplication,
  lockApplication,
  putApplication,
  type ApplicationRecord,
} from './user-applications.queries.ts'

type LockedApplication = ApplicationRecord & { password_hash: string | null }

/** Logged for the company that the person joins, even if an account above decides. */
const applicationKind: RowKind<LockedApplication, 'review'> = {
  type: 'user-application',
  lock: async (trx, { caller }, id) => {
    const row = await findApplication(trx, caller.scope, id)
    return row && { ...row, ...(await lockApplication(trx, id)) }
  },
  refusal: ({ caller }, row) => {
    if (!decides(caller, row.account_id)) return 'forbidden'
    return toReview(row.status) === 'waiting' ? null : 'application_closed'
  },
  identify: (row) => row,
  pickLogAccount: (row) => row.account_id,
}

const join = async (
  trx: Tx,
  row: LockedApplication,
  { userId, by, now }: { userId: string; by: string; now: Date },
): Promise<void> => {
  const inserted = await insertMember(trx, {
    id: userId,
    account_id: row.account_id,
    phone: row.phone,
    email: row.email,
    name: row.name,
    head_url: null,
    user_type: row.user_type,
    // A pilot sees their own flights, other staff the company's.
    data_scope: row.user_type === userTypeCodes.pilot ? 'personal' : 'enterprise',
    password_hash: row.password_hash,
    created_by: by,
    created_at: now,
  })
  if (!inserted) fail('login_taken')
}

/**
 * Staff of the own account and of those below it. A government's scope is a region, without
 * accounts below it.
 */
const decides = (caller: Caller, accountId: string): boolean =>
  managesStaff(caller) &&
  (accountId === caller.accountId ||
    caller.scope.kind === 'all' ||
    (caller.scope.kind === 'accounts' && caller.scope.accountIds.includes(accountId)))

const present = (row: ApplicationRecord, caller: Caller, language: Language): UserApplication => {
  const over = decides(caller, row.account_id)
  return {
    applyId: row.id,
    applyStatus: row.status,
    userName: row.name,
    userType: row.user_type,
    phoneNum: row.phone === null || over ? row.phone : maskedPhone(row.phone),
    email: row.email === null || over ? row.email : masked({ phone: null, email: row.email }),
    accountId: row.account_id,
    accountName: row.account_name,
    accountType: toAccountTypeCode(row.account_type) as UserApplication['accountType'],
    region: regionPath(row.region_code, language),
    adminName: row.admin_name,
    adminPhone: masked({ phone: row.admin_phone, email: row.admin_email }),
    message: row.message,
    applyTime: row.applied_at.toISOString(),
    reviewTime: row.reviewed_at?.toISOString() ?? null,
    reviewerName: row.reviewer_name,
    reason: row.reason,
    can: {
      review: over && toReview(row.status) === 'waiting' && mayGiveRole(caller, row.user_type),
    },
  }
}

type Deps = Services &
  Changes &
  CodeEntry & { themes: Themes; codes: ReturnType<typeof createVerificationCodes> }
type Calls = Handlers<typeof memberRoutes>

const applyToJoin =
  ({ themes, db, clock, note, codes, recipientOn, tryCode }: Deps): Calls['applyToJoin'] =>
  async ({ body }, context) => {
    const { host, ip } = context
    const theme = await themes.of(host)
    const name = recipientOn(
      theme,
      body.phoneNum || body.email,
      body.phoneNum ? 'phoneNum' : 'email',
    )
    const forWhat = { recipient: toText(name), purpose: 2, host } as const
    if ((await tryCode(forWhat, body.verifyCode, readPlace(context))) !== 'right')
      fail('code_wrong')
    const [passwordHash, asked] = [
      await hashNewPassword(body.password, [body.phoneNum, body.email]),
      parseLoginName(body.adminPhone, theme),
    ]
    const submission = {
      id: uuidv7(clock.now()),
      name: body.name,
      phone: 'phone' in name ? name.phone : null,
      email: 'email' in name ? name.email : null,
      user_type: body.userType,
      password_hash: passwordHash,
      message: body.message,
    }
    await tx(db, async (trx) => {
      if (!(await codes.use(trx, forWhat, body.verifyCode))) fail('code_wrong')
      const admin = asked && (await findAdministrator(trx, asked))
      if (!admin) return // and no one is notified
      const id = await putApplication(trx, {
        ...submission,
        account_id: admin.accountId,
        admin_id: admin.id,
        applied_at: new Date(clock.now()),
        reviewed_by: null,
        reviewer_name: null,
        reviewed_at: null,
        reason: null,
        user_id: null,
      })
      await note(
        trx,
        { accountId: admin.accountId, user: { id: null, name: body.name }, ip },
        {
          action: 'user-application.submit',
          object: { type: 'user-application', id, name: body.name },
          details: { userType: body.userType, message: body.message },
        },
      )
    })
  }

const listUserApplications =
  ({ readDb }: Deps): Calls['listUserApplications'] =>
  async ({ query }, { caller, language }) => {
    const [page, counts] = await Promise.all([
      applicationRows.readPage(readDb, caller.scope, query, (row) =>
        present(row, caller, language),
      ),
      applicationRows.countStates(readDb, caller.scope, query),
    ])
    return {
      ...page,
      stats: { notCheckNum: counts[1], passedNum: counts[2], rejectedNum: counts[3] },
    }
  }

const exportUserApplications =
  ({ readDb }: Deps): Calls['exportUserApplications'] =>
  async ({ query }, context) =>
    listFile(userApplicationList, query, context, {
      rows: applicationRows.each(readDb, context.caller.scope, query),
      present: (row) => present(row, context.caller, context.language),
    })

const reviewUserApplication =
  ({ clock, change }: Deps): Calls['reviewUserApplication'] =>
  ({ body }, context) => {
    const { caller, language } = context
    const passes = toReview(body.applyStatus) === 'passed'
    const reason = passes ? null : body.reason
    const action = passes ? 'user-application.pass' : 'user-application.reject'
    const asked = { id: body.applyId, to: 'review', action } as const
    return change(context, applicationKind, asked, async (trx, row, now) => {
      if (passes && !mayGiveRole(caller, row.user_type)) fail('beyond_own_rights')
      const userId = passes ? uuidv7(clock.now()) : null
      return {
        details: { userType: row.user_type, ...(reason === null ? {} : { reason }) },
        write: async () => {
          if (userId !== null) await join(trx, row, { userId, by: caller.userId, now })
          await decideApplication(trx, row.id, {
            status: body.applyStatus,
            reviewedBy: caller.userId,
            reviewerName: caller.userName,
            now,
            reason,
            userId,
          })
        },
        answer: async () =>
          present(
            (await findApplication(trx, caller.scope, row.id)) ?? fail('not_found'),
            caller,
            language,
          ),
      }
    })
  }

export const userApplicationHandlers = (services: Services, { themes }: { themes: Themes }) => {
  const deps: Deps = {
    ...services,
    ...createChanges(services),
    ...createCodeEntry(services),
    themes,
    codes: createVerificationCodes(services),
  }
  return {
    applyToJoin: applyToJoin(deps),
    listUserApplications: listUserApplications(deps),
    exportUserApplications: exportUserApplications(deps),
    reviewUserApplication: reviewUserApplication(deps),
  }
}
