// What an account says of itself and what those above it decide: forms of the console, bodies of
// the calls.
import { z } from 'zod'
import { screens as allScreens } from '@swath/domain/access/screens'
import { AccountTypeCode } from './codes.ts'
import { NewPassword, RegionCode, SeenVersion } from './fields.ts'

const optional = (most: number) => z.string().trim().max(most).nullable().default(null)
/** An address that POST /api/user/upload answered. */
export const FileUrl = z.string().regex(/^\/api\/files\/[\w-]{20,60}$/)
const HostName = z
  .string()
  .toLowerCase()
  .max(120)
  .regex(/^(?=.*[a-z])[a-z0-9]([a-z0-9.-]*[a-z0-9])$/)

/**
 * What an account says of itself; the console's form and the body of the calls are this one schema.
 */
const ownFields = {
  accountName: z.string().trim().min(1).max(100),
  regionCode: RegionCode,
  contactName: z.string().trim().min(1).max(60),
  contactPhone: optional(30),
  contactAddress: optional(200),
  email: z.email().max(120).nullable().default(null),
  legal: optional(60),
  creditCode: optional(40),
  busiLicense: FileUrl.nullable().default(null),
  companyLogo: FileUrl.nullable().default(null),
}
export const AccountFields = z.object(ownFields)
export const OwnAccountChange = AccountFields.extend({ version: SeenVersion })
export type AccountFields = z.infer<typeof AccountFields>

/** The same as it was written down: an older one may lack what is asked for today. */
export const AccountFacts = z
  .object({
    accountName: z.string(),
    regionCode: RegionCode,
    contactName: z.string().nullable(),
    contactPhone: z.string().nullable(),
    contactAddress: z.string().nullable(),
    email: z.string().nullable(),
    legal: z.string().nullable(),
    creditCode: z.string().nullable(),
    busiLicense: z.string().nullable(),
    companyLogo: z.string().nullable(),
  })
  .meta({ id: 'AccountFacts' })
export type AccountFacts = z.infer<typeof AccountFacts>

/** What only those above an account decide. */
const grantFields = {
  operatorType: z
    .enum(['1', '2'])
    .nullable()
    .default(null)
    .describe('1 team, 2 personal; operators only'),
  vipLevel: z.int().min(0).max(9).default(0),
  canCreateSub: z.boolean().default(false),
  leaseAccount: z.boolean().default(false),
}
/** Who will be its super admin; one of phone and e-mail. */
const firstPerson = {
  adminName: z.string().trim().min(1).max(60),
  adminPhone: z
    .string()
    .trim()
    .regex(/^\+\d{1,4}-\d{6,14}$/, 'phoneRule')
    .nullable()
    .default(null)
    .describe('Country code, hyphen, number'),
  adminEmail: z.email().max(120).nullable().default(null),
  password: NewPassword,
}
const hasLogin = ({
  adminPhone,
  adminEmail,
}: {
  adminPhone: string | null
  adminEmail: string | null
}): boolean => adminPhone !== null || adminEmail !== null
const loginMissing = { path: ['adminPhone'], message: 'required' }

export const NewAccount = z
  .object({ accountType: AccountTypeCode, ...ownFields, ...grantFields, ...firstPerson })
  .refine(hasLogin, loginMissing)
/** Of the caller's own kind, below the caller's own account. */
export const NewSubCompany = z
  .object({ ...ownFields, ...grantFields, ...firstPerson })
  .refine(hasLogin, loginMissing)
export const NewSubPlatform = z
  .object({
    ...ownFields,
    ...firstPerson,
    tag: z.string().regex(/^[a-z][a-z0-9-]{1,30}$/),
    screens: z
      .array(z.enum(allScreens))
      .max(allScreens.length)
      .nullable()
      .default(null)
      .describe('null: not narrowed'),
    customDomain: HostName.nullable().default(null).describe('Its own host, whole'),
  })
  .refine(hasLogin, loginMissing)
export const AccountUpdate = z.object({
  ...ownFields,
  ...grantFields,
  screens: z.array(z.enum(allScreens)).max(allScreens.length).nullable().optional(),
  version: SeenVersion,
})
