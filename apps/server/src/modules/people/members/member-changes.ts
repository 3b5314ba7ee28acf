// Changes of an account's people by others of the account, limited to the caller's own rights.
import { userTypeCodes } from '@swath/domain/access/rights'
import { toDataScope } from '@swath/contract/people/data-scope-codes'
import { randomInt } from 'node:crypto'
import type { memberRoutes } from '@swath/contract/people/members'
import type { MemberUpdate } from '@swath/contract/people/member-fields'
import type { z } from 'zod'
import type { Caller } from '@swath/domain/access/caller'
import { mayGive } from '@swath/domain/access/grants'
import { hashNewPassword, temporaryUntil } from '../../../platform/auth/new-passwords.ts'
import { hashPassword } from '../../../platform/auth/passwords.ts'
import { deleteSessionsOfUsers } from '../../../platform/auth/sessions.queries.ts'
import { createChanges, type Changes, nothing } from '../../../platform/change/change.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { deleteFactors } from '../second-factor/second-factor.queries.ts'
import { handOverTeams } from '../teams/hand-over-teams.ts'
import { memberKind, readMember } from './held-member.ts'
import { toFacts, heldBy, presentMember } from './member-words.ts'
import {
  findMember,
  forgetMember,
  insertMember,
  updateLogin,
  writeMember,
  type MemberRecord,
} from './members.queries.ts'

type Given = Omit<z.output<typeof MemberUpdate>, 'version'>

const toColumns = (given: Given) => ({
  name: given.userName,
  phone: given.phoneNum,
  email: given.email,
  user_type: given.userType,
  rights: given.rights && [...new Set(given.rights)],
  data_scope: toDataScope(given.dataScope),
})

const changesAccess = (before: MemberRecord, given: Given): boolean =>
  before.user_type !== given.userType ||
  before.data_scope !== toDataScope(given.dataScope) ||
  JSON.stringify(before.rights?.toSorted() ?? null) !==
    JSON.stringify(given.rights?.toSorted() ?? null)

/**
 * Characters that are hard to confuse: four letters, four digits, then both, which meets the
 * password rule.
 */
const newPassword = (): string => {
  const pick = (from: string, count: number): string =>
    Array.from({ length: count }, () => from[randomInt(from.length)]).join('')
  const [letters, digits] = ['abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ', '23456789']
  return pick(letters, 4) + pick(digits, 4) + pick(letters + digits, 4)
}

const checkGrant = (caller: Caller, given: Parameters<typeof mayGive>[1]): void => {
  if (!mayGive(caller, given)) fail('beyond_own_rights')
}

type Deps = Services & Changes
type Calls = Handlers<typeof memberRoutes>

const createMember =
  ({ clock, record }: Deps): Calls['createMember'] =>
  async ({ body }, context) => {
    const { caller } = context
    const columns = toColumns(body)
    checkGrant(caller, heldBy(columns))
    const { password, ...logged } = body
    const passwordHash = await hashNewPassword(password, [columns.phone, columns.email])
    return record(context, async (trx, now) => {
      const id = uuidv7(clock.now())
      return {
        action: 'member.create',
        object: { type: 'member', id, name: body.userName },
        details: logged,
        write: async () => {
          const inserted = await insertMember(trx, {
            ...columns,
            id,
            account_id: caller.accountId,
            head_url: null,
            password_hash: passwordHash,
            temporary_password_until: temporaryUntil(now.getTime()),
            created_by: caller.userId,
            created_at: now,
          })
          if (!inserted) fail('login_taken')
        },
        answer: () => readMember(trx, caller, id),
      }
    })
  }

const updateMember =
  ({ change }: Deps): Calls['updateMember'] =>
  ({ params, body: { version, ...body } }, context) => {
    const { caller } = context
    const columns = toColumns(body)
    const asked = { id: params.userId, version, to: 'edit', action: 'member.update' } as const
    return change(
      context,
      memberKind(body.userType !== userTypeCodes.superAdmin),
      asked,
      async (trx, before) => {
        const access = changesAccess(before, body)
        if (before.id !== caller.userId) checkGrant(caller, heldBy(columns))
        else if (access) fail('not_yourself')
        return {
          name: body.userName,
          before: toFacts(before),
          after: toFacts({ ...before, ...columns }),
          write: async () => {
            if (!(await updateLogin(trx, before.id, columns))) fail('login_taken')
            // A pilot cannot use the console, so the sessions end.
            if (
              columns.user_type === userTypeCodes.pilot &&
              before.user_type !== userTypeCodes.pilot
            )
              await deleteSessionsOfUsers(trx, [before.id])
          },
          answer: () => readMember(trx, caller, before.id),
          tell: (events) => {
            if (access) events.emit('accessChanged', { userIds: [before.id] })
          },
        }
      },
    )
  }

const enableMember =
  ({ change }: Deps): Calls['enableMember'] =>
  ({ body: { userId, opr } }, context) => {
    const enabled = opr === 'enable'
    const asked = { id: userId, to: 'manage', action: `member.${opr}` } as const
    return change(context, memberKind(!enabled), asked, async (trx, before, now) => ({
      changes: before.enabled !== enabled,
      write: async () => {
        await writeMember(trx, before.id, { enabled })
        if (enabled) return
        await deleteSessionsOfUsers(trx, [before.id])
        await handOverTeams(trx, context, [before.id], now)
      },
      answer: async () =>
        presentMember(
          (await findMember(trx, context.caller.accountId, userId)) ?? fail('not_found'),
          context.caller,
        ),
      tell: (events) => events.emit('accessChanged', { userIds: [userId] }),
    }))
  }

const resetMemberPassword =
  ({ db, change }: Deps): Calls['resetMemberPassword'] =>
  async ({ params: { userId } }, context) => {
    // Checked before the expensive hashing.
    ;(await findMember(db, context.caller.accountId, userId)) ?? fail('not_found')
    const password = newPassword()
    const passwordHash = await hashPassword(password)
    const asked = { id: userId, to: 'manage', action: 'member.reset-password' } as const
    return change(context, memberKind(false), asked, async (trx, _member, now) => ({
      write: async () => {
        await writeMember(trx, userId, {
          password_hash: passwordHash,
          temporary_password_until: temporaryUntil(now.getTime()),
        })
        await deleteSessionsOfUsers(trx, [userId])
      },
      answer: () => Promise.resolve({ password }),
      tell: (events) => events.emit('accessChanged', { userIds: [userId] }),
    }))
  }

const deleteMember =
  ({ change }: Deps): Calls['deleteMember'] =>
  ({ params: { userId } }, context) => {
    const asked = { id: userId, to: 'manage', action: 'member.delete' } as const
    return change(context, memberKind(true), asked, async (trx, member, now) => ({
      details: { before: toFacts(member) },
      write: async () => {
        await forgetMember(trx, userId, now)
        await deleteFactors(trx, userId)
        await handOverTeams(trx, context, [userId], now)
        await deleteSessionsOfUsers(trx, [userId])
      },
      answer: nothing,
      tell: (events) => events.emit('accessChanged', { userIds: [userId] }),
    }))
  }

export const memberChangeHandlers = (services: Services) => {
  const deps: Deps = { ...services, ...createChanges(services) }
  return {
    createMember: createMember(deps),
    updateMember: updateMember(deps),
    enableMember: enableMember(deps),
    resetMemberPassword: resetMemberPassword(deps),
    deleteMember: deleteMember(deps),
  }
}
