// Limits on what members may grant or change: no one grants a right they do not have.
import type { Caller } from './caller.ts'
import {
  rights,
  rightsByUserType,
  userTypeCodes,
  userTypes,
  type Right,
  type UserType,
} from './rights.ts'

type Giver = Pick<Caller, 'userType' | 'rights'>
type Held = { userType: UserType; rights: readonly Right[] }

const holdsAll = (giver: Giver, wanted: readonly Right[]): boolean =>
  wanted.every((right) => giver.rights.includes(right))

/**
 * Only super admins create super admins. Any other role can be granted by a member who has all of
 * its rights.
 */
export const mayGiveRole = (giver: Giver, role: UserType): boolean =>
  role === userTypeCodes.superAdmin
    ? giver.userType === role
    : holdsAll(giver, rightsByUserType[role])

/**
 * Also whether the giver may change, disable or delete someone with these: otherwise a new password
 * would be a way to gain rights.
 */
export const mayGive = (giver: Giver, { userType, rights: held }: Held): boolean =>
  mayGiveRole(giver, userType) && holdsAll(giver, held)

export const rolesToGive = (giver: Giver): UserType[] =>
  userTypes.filter((role) => mayGiveRole(giver, role))
export const rightsToGive = (giver: Giver): Right[] =>
  rights.filter((right) => giver.rights.includes(right))
