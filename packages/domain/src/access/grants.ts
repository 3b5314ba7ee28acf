// Limits on what members may grant or change: nobody grants a right they do not hold.
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
 * Only super admins create super admins. Any other role can be given by a member who holds all of
 * its rights.
 */
export const mayGiveRole = (giver: Giver, role: UserType): boolean =>
  role === userTypeCodes.superAdmin
    ? giver.userType === role
    : holdsAll(giver, rightsByUserType[role])

/**
 * Also whether the giver may change, disable or delete someone who has this: else a new password
 * would be a way up.
 */
export const mayGive = (giver: Giver, { userType, rights: held }: Held): boolean =>
  mayGiveRole(giver, userType) && holdsAll(giver, held)

export const rolesToGive = (giver: Giver): UserType[] =>
  userTypes.filter((role) => mayGiveRole(giver, role))
export const rightsToGive = (giver: Giver): Right[] =>
  rights.filter((right) => giver.rights.includes(right))
