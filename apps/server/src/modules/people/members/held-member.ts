// A person of the caller's account, read or locked for a change.
import type { MemberDetail } from '@swath/contract/people/members'
import type { Caller } from '@swath/domain/access/caller'
import { mayGive } from '@swath/domain/access/grants'
import type { RowKind } from '../../../platform/change/change.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { heldBy, presentDetail } from './member-words.ts'
import {
  findMember,
  flownBy,
  lockMember,
  lockSuperAdmins,
  type MemberRecord,
} from './members.queries.ts'

/** Locks all super admins first, so that two who remove each other's role do not deadlock. */
const keepASuperAdmin = async (trx: Tx, caller: Caller, leaving: string): Promise<void> => {
  const admins = await lockSuperAdmins(trx, caller.accountId)
  if (admins.includes(leaving) && admins.length === 1) fail('last_super_admin')
}

/**
 * A person of the caller's account. `leaves`: the change removes the role of super admin. `manage`:
 * not allowed on oneself.
 */
export const memberKind = (leaves: boolean): RowKind<MemberRecord, 'edit' | 'manage'> => ({
  type: 'member',
  lock: async (trx, { caller }, userId) => {
    if (leaves) await keepASuperAdmin(trx, caller, userId)
    return lockMember(trx, caller.accountId, userId)
  },
  refusal: ({ caller }, row, ability) => {
    if (row.id === caller.userId) return ability === 'manage' ? 'not_yourself' : null
    return mayGive(caller, heldBy(row)) ? null : 'beyond_own_rights'
  },
  identify: (row) => row,
  readVersion: (row) => row.version,
})

export const readMember = async (
  from: Db | Tx,
  caller: Caller,
  userId: string,
): Promise<MemberDetail> => {
  const row = (await findMember(from, caller.accountId, userId)) ?? fail('not_found')
  return presentDetail(row, await flownBy(from, userId), caller)
}
