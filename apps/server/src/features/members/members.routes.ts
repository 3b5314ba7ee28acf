import { randomInt } from 'node:crypto'
import type { memberRoutes, MemberDetail, MemberUpdate } from '@swath/contract/members'
import type { z } from 'zod'
import type { Caller } from '@swath/domain/access/caller'
import { mayGive, rightsToGive, rolesToGive } from '@swath/domain/access/grants'
import { recordAudit } from '../../platform/audit/audit.ts'
import { changeBy } from '../../platform/audit/caller-change.ts'
import { hashPassword } from '../../platform/auth/passwords.ts'
import { deleteSessionsOfUsers } from '../../platform/auth/sessions.queries.ts'
import { tx, type Db, type Tx } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/database/uuid.ts'
import type { Handlers, SignedInContext } from '../../platform/http/context.ts'
import { fail } from '../../platform/http/fail.ts'
import { wordsIn } from '../../platform/http/messages.ts'
import { tableStream } from '../../platform/listing/table.ts'
import type { Services } from '../../platform/services.ts'
import {
  factsOf,
  heldBy,
  managesStaff,
  presentDetail,
  presentMember,
  roleWords,
  scopeWords,
} from './member-words.ts'
import {
  countMembers,
  dataScopes,
  eachMember,
  findMember,
  flownBy,
  forgetMember,
  insertMember,
  lockMember,
  lockSuperAdmins,
  pageOfMembers,
  updateLogin,
  updateMember,
  type MemberRecord,
} from './members.queries.ts'

type Given = z.output<typeof MemberUpdate>
type MemberCalls =
  | 'listMembers'
  | 'exportMembers'
  | 'getMember'
  | 'createMember'
  | 'updateMember'
  | 'enableMember'
  | 'resetMemberPassword'
  | 'deleteMember'

const object = ({ id, name }: { id: string; name: string }) => ({ type: 'member', id, name })

const columnsOf = (given: Given) => ({
  name: given.userName,
  phone: given.phoneNum,
  email: given.email,
  user_type: given.userType,
  rights: given.rights && [...new Set(given.rights)],
  data_scope: dataScopes[given.dataScope],
})

const changesAccess = (before: MemberRecord, given: Given): boolean =>
  before.user_type !== given.userType ||
  before.data_scope !== dataScopes[given.dataScope] ||
  JSON.stringify(before.rights?.toSorted() ?? null) !==
    JSON.stringify(given.rights?.toSorted() ?? null)

/**
 * Of letters and digits that nobody takes for another. Four letters, four digits, then of both: the
 * rule of passwords is met.
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

/**
 * The person as another of the same account may change them: within what the caller holds, and
 * never the caller.
 */
const lockOther = async (
  trx: Tx,
  { caller }: SignedInContext,
  userId: string,
): Promise<MemberRecord> => {
  const before = (await lockMember(trx, caller.accountId, userId)) ?? fail('not_found')
  if (before.id === caller.userId) fail('not_yourself')
  checkGrant(caller, heldBy(before))
  return before
}

export const memberHandlers = ({
  db,
  readDb,
  clock,
  events,
}: Services): Pick<Handlers<typeof memberRoutes>, MemberCalls> => {
  const read = async (from: Db | Tx, caller: Caller, userId: string): Promise<MemberDetail> => {
    const row = (await findMember(from, caller.accountId, userId)) ?? fail('not_found')
    return presentDetail(row, await flownBy(from, userId), caller)
  }
  /**
   * Before any of them is locked, so that two who take each other's place away do not wait for each
   * other.
   */
  const keepASuperAdmin = async (trx: Tx, caller: Caller, leaving: string): Promise<void> => {
    const admins = await lockSuperAdmins(trx, caller.accountId)
    if (admins.includes(leaving) && admins.length === 1) fail('last_super_admin')
  }
  const note = (
    trx: Tx,
    context: SignedInContext,
    action: string,
    member: { id: string; name: string },
    details = {},
  ) => recordAudit(trx, changeBy(context, clock.now(), action, object(member), details))

  return {
    listMembers: async ({ query }, { caller }) => {
      const [{ rows, total }, counts] = await Promise.all([
        pageOfMembers(readDb, caller.accountId, query, managesStaff(caller), query),
        countMembers(readDb, caller.accountId),
      ])
      const create = managesStaff(caller)
      return {
        items: rows.map((row) => presentMember(row, caller)),
        total,
        currentPage: query.currentPage,
        pageSize: query.pageSize,
        stats: { total: counts.total, enabledNum: counts.enabled, pilotNum: counts.pilots },
        can: {
          create,
          userTypes: create ? rolesToGive(caller) : [],
          rights: create ? rightsToGive(caller) : [],
        },
      }
    },

    exportMembers: async ({ query }, { caller, language, setHeader, signal }) => {
      const word = wordsIn(language)
      const zone = caller.timeZone
      const header = [
        word('server:column.memberName'),
        word('server:column.phone'),
        word('server:column.email'),
        word('server:column.role'),
        word('server:column.dataScope'),
        word('server:column.enabled'),
        word('server:column.lastSignIn', { zone }),
        word('server:column.createdAt', { zone }),
      ]
      const rows = async function* () {
        for await (const row of eachMember(readDb, caller.accountId, query, managesStaff(caller))) {
          const member = presentMember(row, caller)
          yield [
            member.userName,
            member.phoneNum,
            member.email,
            word(roleWords[member.userType]),
            word(scopeWords[member.dataScope]),
            word(member.enabled ? 'server:value.yes' : 'server:value.no'),
            row.last_sign_in_at,
            row.created_at,
          ]
        }
      }
      return tableStream('members', header, rows(), {
        format: query.format,
        timeZone: zone,
        signal,
        setHeader,
      })
    },

    getMember: async ({ query }, { caller }) => read(readDb, caller, query.userId),

    createMember: async ({ body }, context) => {
      const { caller } = context
      const columns = columnsOf(body)
      checkGrant(caller, heldBy(columns))
      const passwordHash = await hashPassword(body.password)
      return tx(db, async (trx) => {
        const id = uuidv7(clock.now())
        const inserted = await insertMember(trx, {
          ...columns,
          id,
          account_id: caller.accountId,
          head_url: null,
          password_hash: passwordHash,
          created_by: caller.userId,
          created_at: new Date(clock.now()),
        })
        if (!inserted) fail('login_taken')
        const made = await read(trx, caller, id)
        const { password: _password, ...told } = body
        await note(trx, context, 'member.create', { id, name: body.userName }, told)
        return made
      })
    },

    updateMember: async ({ params, body }, context) => {
      const { caller } = context
      const columns = columnsOf(body)
      const { member, access } = await tx(db, async (trx) => {
        if (body.userType !== 1) await keepASuperAdmin(trx, caller, params.userId)
        const before = (await lockMember(trx, caller.accountId, params.userId)) ?? fail('not_found')
        const access = changesAccess(before, body)
        if (before.id === caller.userId) {
          if (access) fail('not_yourself')
        } else {
          checkGrant(caller, heldBy(before))
          checkGrant(caller, heldBy(columns))
        }
        if (!(await updateLogin(trx, before.id, columns))) fail('login_taken')
        // A pilot has no console to go on in.
        if (columns.user_type === 2 && before.user_type !== 2)
          await deleteSessionsOfUsers(trx, [before.id])
        const member = await read(trx, caller, before.id)
        await note(
          trx,
          context,
          'member.update',
          { id: before.id, name: body.userName },
          { before: factsOf(before), after: factsOf({ ...before, ...columns }) },
        )
        return { member, access }
      })
      if (access) events.emit('accessChanged', { userIds: [member.userId] })
      return member
    },

    enableMember: async ({ body }, context) => {
      const { caller } = context
      const enabled = body.opr === 'enable'
      const { member, changed } = await tx(db, async (trx) => {
        if (!enabled) await keepASuperAdmin(trx, caller, body.userId)
        const before = await lockOther(trx, context, body.userId)
        const changed = before.enabled !== enabled
        if (changed) {
          await updateMember(trx, before.id, { enabled })
          if (!enabled) await deleteSessionsOfUsers(trx, [before.id])
          await note(trx, context, `member.${body.opr}`, before)
        }
        return { member: presentMember({ ...before, enabled }, caller), changed }
      })
      if (changed) events.emit('accessChanged', { userIds: [member.userId] })
      return member
    },

    resetMemberPassword: async ({ params }, context) => {
      // before the work of hashing
      ;(await findMember(db, context.caller.accountId, params.userId)) ?? fail('not_found')
      const password = newPassword()
      const passwordHash = await hashPassword(password)
      await tx(db, async (trx) => {
        const member = await lockOther(trx, context, params.userId)
        await updateMember(trx, member.id, { password_hash: passwordHash })
        await deleteSessionsOfUsers(trx, [member.id])
        await note(trx, context, 'member.reset-password', member)
      })
      events.emit('accessChanged', { userIds: [params.userId] })
      return { password }
    },

    deleteMember: async ({ params }, context) => {
      await tx(db, async (trx) => {
        await keepASuperAdmin(trx, context.caller, params.userId)
        const member = await lockOther(trx, context, params.userId)
        await forgetMember(trx, member.id, new Date(clock.now()))
        await deleteSessionsOfUsers(trx, [member.id])
        await note(trx, context, 'member.delete', member, { before: factsOf(member) })
      })
      events.emit('accessChanged', { userIds: [params.userId] })
    },
  }
}
