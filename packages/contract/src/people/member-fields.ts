// Fields of a member, shared by the console's forms and the request bodies.
import { z } from 'zod'
import { rights } from '@swath/domain/access/rights'
import { UserTypeCode } from '../codes.ts'
import { NewPassword, SeenVersion } from '../fields.ts'

export const DataScope = z
  .literal([1, 2])
  .describe('1 enterprise data, 2 personal data (only flights and records of this user)')
const Phone = z
  .string()
  .regex(/^\+\d{1,4}-\d{5,14}$/, 'phoneRule')
  .describe('Country code, hyphen, number, for example +86-13800000001')
const Email = z
  .email('emailRule')
  .max(120)
  .transform((address) => address.toLowerCase())
export const Name = z.string().trim().min(1).max(60)

const memberFields = {
  userName: Name,
  phoneNum: Phone.nullable()
    .default(null)
    .describe('Login of the user; a phone number or an e-mail address is required'),
  email: Email.nullable().default(null),
  userType: UserTypeCode,
  rights: z
    .array(z.enum(rights))
    .max(rights.length)
    .nullable()
    .default(null)
    .describe('null: the default rights of the role'),
  dataScope: DataScope.default(1),
}
const hasLogin = ({
  phoneNum,
  email,
}: {
  phoneNum: string | null
  email: string | null
}): boolean => phoneNum !== null || email !== null
const loginMissing = { path: ['phoneNum'], message: 'required' }
/** Members with all rights cannot be restricted: a restriction would have no effect. */
const isWhole = ({
  userType,
  rights: named,
  dataScope,
}: {
  userType: number
  rights: readonly string[] | null
  dataScope: number
}): boolean => userType !== 1 || (named === null && dataScope === 1)
const narrowed = { path: ['userType'], message: 'superAdminWhole' }

/** These two schemas are shared by the console's forms and the request bodies. */
export const NewMember = z
  .object({ ...memberFields, password: NewPassword.describe('Initial password') })
  .refine(hasLogin, loginMissing)
  .refine(isWhole, narrowed)
export const MemberUpdate = z
  .object({ ...memberFields, version: SeenVersion })
  .refine(hasLogin, loginMissing)
  .refine(isWhole, narrowed)
