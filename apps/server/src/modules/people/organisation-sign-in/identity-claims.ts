// Facts about a person from an ID token, and the role that follows from their groups.
import { userTypeCodes, type UserType } from '@swath/domain/access/rights'
import { z } from 'zod'
import { storable } from '../../../platform/database/storable.ts'
import type { ProviderRow } from './organisation-sign-in.queries.ts'

export type Claims = Readonly<Record<string, unknown>>
export type Identity = {
  subject: string
  /** Lower case; null: none, or not verified. */
  email: string | null
  name: string | null
  groups: readonly string[]
  /** The provider says that it asked for a second factor. */
  saysFactor: boolean
}

const nameAtMost = 60
const subjectAtMost = 255
const Email = z.email().max(120).toLowerCase()

const toText = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null

const toTexts = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((one) => toText(one) ?? [])

const isVerified = (claim: unknown, trustsEmail: boolean): boolean =>
  // Some providers write it as text.
  claim === true || claim === 'true' || (trustsEmail && claim === undefined)

/** @throws if the subject has more than 255 letters (OpenID Connect Core, section 2) */
export const readIdentity = (
  claims: Claims & { sub: string },
  {
    groups_claim: groupsClaim,
    trusts_email: trustsEmail,
  }: Pick<ProviderRow, 'groups_claim' | 'trusts_email'>,
): Identity => {
  if (claims.sub.length > subjectAtMost) throw new RangeError('the subject is too long')
  const email = Email.safeParse(claims['email'])
  const isUsable = email.success && isVerified(claims['email_verified'], trustsEmail)
  return {
    subject: storable(claims.sub),
    email: isUsable ? email.data : null,
    name: storable(toText(claims['name'])?.slice(0, nameAtMost) ?? '') || null,
    groups: groupsClaim === null ? [] : toTexts(claims[groupsClaim]),
    saysFactor: toTexts(claims['amr']).includes('mfa'),
  }
}

/** `keep`: the role does not depend on groups. `null`: no access. */
export const decideRole = (
  {
    groups_claim: groupsClaim,
    group_roles: groupRoles,
    default_role: defaultRole,
  }: Pick<ProviderRow, 'groups_claim' | 'group_roles' | 'default_role'>,
  { groups }: Pick<Identity, 'groups'>,
): UserType | 'keep' | null => {
  if (groupsClaim === null) return 'keep'
  return groupRoles.find(({ group }) => groups.includes(group))?.userType ?? defaultRole
}

/** The role of a new member; null: none may be made. */
export const decideFirstRole = (
  provider: Pick<ProviderRow, 'groups_claim' | 'group_roles' | 'default_role'>,
  identity: Pick<Identity, 'groups'>,
): UserType | null => {
  const role = decideRole(provider, identity)
  return role === 'keep' ? provider.default_role : role
}

export const isSuperAdmin = (role: UserType): boolean => role === userTypeCodes.superAdmin
