// The member that an identity belongs to: by its subject, at the first sign-in by its address, or a
// new one. Only people of the provider’s account are considered.
import type { UserType } from '@swath/domain/access/rights'
import { findPersonById, type Person } from '../../../platform/auth/people.queries.ts'
import type { Changes } from '../../../platform/change/change.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import { insertMember, lockSuperAdmins, writeMember } from '../members/members.queries.ts'
import { decideFirstRole, decideRole, isSuperAdmin, type Identity } from './identity-claims.ts'
import {
  findByEmail,
  findLinked,
  hasProvedDomain,
  insertLink,
  type ProviderRow,
} from './organisation-sign-in.queries.ts'
import { domainOf } from './prove-domain.ts'

/** Reasons in the log. */
export type MemberRefusal =
  | 'organisation_email'
  | 'organisation_domain'
  | 'organisation_subject'
  | 'organisation_member'
  | 'organisation_group'

type Parts = Pick<Changes, 'note'> & { now: Date; ip: string }
type Found = { id: string } | { refused: MemberRefusal }
/** `changed`: the role was changed, so sessions that are open must be read again. */
export type FoundMember = { person: Person; changed: boolean }

const authorOf = ({ account_id: accountId, name }: ProviderRow, ip: string) => ({
  accountId,
  user: { id: null, name },
  ip,
})

const createMember = async (
  trx: Tx,
  provider: ProviderRow,
  { email, name, groups }: Identity & { email: string },
  { note, now, ip }: Parts,
): Promise<Found> => {
  if (!provider.creates_members) return { refused: 'organisation_member' }
  const role = decideFirstRole(provider, { groups })
  if (role === null) return { refused: 'organisation_group' }
  const id = uuidv7(now.getTime())
  const userName = name ?? email.slice(0, email.indexOf('@')).slice(0, 60)
  const inserted = await insertMember(trx, {
    id,
    account_id: provider.account_id,
    name: userName,
    phone: null,
    email,
    user_type: role,
    data_scope: 'enterprise',
    head_url: null,
    password_hash: null,
    created_by: null,
    created_at: now,
  })
  // The address belongs to a person of another account.
  if (!inserted) return { refused: 'organisation_member' }
  await note(trx, authorOf(provider, ip), {
    action: 'member.create',
    object: { type: 'member', id, name: userName },
    details: { userName, email, userType: role },
  })
  return { id }
}

/** The id of the member, linked to the subject. */
const findOrCreate = async (
  trx: Tx,
  provider: ProviderRow,
  identity: Identity,
  parts: Parts,
): Promise<Found> => {
  const linked = await findLinked(trx, provider, identity.subject)
  if (linked) return linked
  const { email, subject } = identity
  const known = await findByEmail(trx, provider.account_id, email!)
  const found = known ?? (await createMember(trx, provider, { ...identity, email: email! }, parts))
  if ('refused' in found) return found
  const isNew = await insertLink(trx, provider, { subject, userId: found.id, now: parts.now })
  // Otherwise the address was given to somebody else at the provider.
  return isNew ? { id: found.id } : { refused: 'organisation_subject' }
}

/** Sets the role that follows from the groups. @returns whether it changed */
const applyRole = async (
  trx: Tx,
  provider: ProviderRow,
  { userId, userName, userType, accountId }: Person,
  role: UserType,
  { note, ip }: Parts,
): Promise<boolean> => {
  if (role === userType) return false
  if (isSuperAdmin(userType)) {
    const admins = await lockSuperAdmins(trx, accountId)
    // Groups never take the last super admin from an account.
    if (admins.includes(userId) && admins.length === 1) return false
  }
  // Rights of a single person do not outlive the role that they were added to.
  await writeMember(trx, userId, {
    user_type: role,
    rights: null,
    ...(isSuperAdmin(role) ? { data_scope: 'enterprise' } : {}),
  })
  await note(trx, authorOf(provider, ip), {
    action: 'member.update',
    object: { type: 'member', id: userId, name: userName },
    details: { before: { userType }, after: { userType: role } },
  })
  return true
}

/** Finds or creates the member and applies their role, in the transaction of the sign-in. */
export const findMember = async (
  trx: Tx,
  provider: ProviderRow,
  identity: Identity,
  parts: Parts,
): Promise<FoundMember | { refused: MemberRefusal }> => {
  if (identity.email === null) return { refused: 'organisation_email' }
  const domain = domainOf(identity.email)
  if (domain === null || !(await hasProvedDomain(trx, provider.id, domain)))
    return { refused: 'organisation_domain' }
  const role = decideRole(provider, identity)
  if (role === null) return { refused: 'organisation_group' }
  const found = await findOrCreate(trx, provider, identity, parts)
  if ('refused' in found) return found
  const { id } = found
  const person = await findPersonById(trx, id)
  if (!person) return { refused: 'organisation_member' }
  const changed = role !== 'keep' && (await applyRole(trx, provider, person, role, parts))
  return changed ? { person: (await findPersonById(trx, id))!, changed } : { person, changed }
}
