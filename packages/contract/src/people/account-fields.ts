// Fields of an account: those it edits itself and those only its parent accounts can set. Shared by
// the console's forms and the request bodies.
import { z } from 'zod'
import { screens as allScreens } from '@swath/domain/access/screens'
import { AccountTypeCode } from '../codes.ts'
import { NewPassword, RegionCode, SeenVersion } from '../fields.ts'

const optional = (most: number) => z.string().trim().max(most).nullable()
const orNone = <S extends z.ZodType>(schema: S) =>
  z.union([z.literal('').transform(() => null), schema]).nullable()
/** URL returned by POST /api/user/upload. */
export const FileUrl = z.string().regex(/^\/api\/files\/[\w-]{20,60}$/)
const HostName = z
  .string()
  .toLowerCase()
  .max(120)
  .regex(/^(?=.*[a-z])[a-z0-9]([a-z0-9.-]*[a-z0-9])$/)

/** Optional details of an account. */
const facts = {
  contactPhone: optional(30),
  contactAddress: optional(200),
  email: orNone(z.email().max(120)),
  legal: optional(60),
  creditCode: optional(40),
  busiLicense: orNone(FileUrl),
  companyLogo: orNone(FileUrl),
}
/** Details that an account edits itself. Shared by the console's form and the request bodies. */
const ownFields = {
  accountName: z.string().trim().min(1).max(100),
  regionCode: RegionCode,
  contactName: z.string().trim().min(1).max(60),
  contactPhone: facts.contactPhone.default(null),
  contactAddress: facts.contactAddress.default(null),
  email: facts.email.default(null),
  legal: facts.legal.default(null),
  creditCode: facts.creditCode.default(null),
  busiLicense: facts.busiLicense.default(null),
  companyLogo: facts.companyLogo.default(null),
}
export const AccountFields = z.object(ownFields)
export const OwnAccountChange = AccountFields.extend({ version: SeenVersion })
export type AccountFields = z.infer<typeof AccountFields>

/** The details as stored: older records may lack fields that are now required. */
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

/** Fields that only parent accounts can set. */
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
/** The account's future super admin; either phone or e-mail is required. */
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
/** A sub-account of the caller's account, with the same account type. */
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
      .describe('Screens available to the sub-platform; null: no restriction'),
    customDomain: HostName.nullable().default(null).describe('Full host name of the sub-platform'),
  })
  .refine(hasLogin, loginMissing)

/** Alternative names from the specification's registration that a call also accepts. */
const placeNames = {
  regionCode: RegionCode.optional().describe(
    'Region code. If absent, province, city and county are used (names in any language); without those too, a new account gets the region of the caller’s account and an existing account keeps its region',
  ),
  province: z.string().trim().max(100).default(''),
  city: z.string().trim().max(100).default(''),
  county: z.string().trim().max(100).default(''),
}
const calledFields = {
  ...placeNames,
  adminName: firstPerson.adminName.optional().describe('Defaults to contactName'),
  phoneNum: z
    .union([z.literal(''), firstPerson.adminPhone.unwrap().unwrap()])
    .default('')
    .describe('Alias of adminPhone'),
}
type Called = {
  adminName?: string | undefined
  contactName: string
  phoneNum: string
  adminPhone: string | null
  adminEmail: string | null
  email: string | null
}
/** Without a phone number, the account's e-mail address becomes the login of its super admin. */
const withPerson = <A extends Called>({ phoneNum, ...asked }: A) => {
  const adminPhone = asked.adminPhone ?? (phoneNum || null)
  return {
    ...asked,
    adminName: asked.adminName ?? asked.contactName,
    adminPhone,
    adminEmail: asked.adminEmail ?? (adminPhone === null ? asked.email : null),
  }
}
export const NewAccountCall = z
  .object({
    ...NewAccount.shape,
    ...calledFields,
    accountType: z.union([
      AccountTypeCode,
      z
        .string()
        .regex(/^[1-5]$/)
        .transform(Number)
        .pipe(AccountTypeCode),
    ]),
  })
  .transform(withPerson)
  .refine(hasLogin, loginMissing)
export const NewSubCompanyCall = z
  .object({ ...NewSubCompany.shape, ...calledFields })
  .transform(withPerson)
  .refine(hasLogin, loginMissing)
export const NewSubPlatformCall = z
  .object({ ...NewSubPlatform.shape, ...calledFields })
  .transform(withPerson)
  .refine(hasLogin, loginMissing)

/** Absent fields do not change. */
const ownChanges = {
  accountName: ownFields.accountName.optional(),
  contactName: ownFields.contactName.optional(),
  contactPhone: facts.contactPhone.optional(),
  contactAddress: facts.contactAddress.optional(),
  email: facts.email.optional(),
  legal: facts.legal.optional(),
  creditCode: facts.creditCode.optional(),
  busiLicense: facts.busiLicense.optional(),
  companyLogo: facts.companyLogo.optional(),
  ...placeNames,
  version: SeenVersion,
}
export const OwnAccountChangeCall = z.object(ownChanges)
export const AccountUpdateCall = z.object({
  ...ownChanges,
  operatorType: grantFields.operatorType.unwrap().optional(),
  vipLevel: grantFields.vipLevel.unwrap().optional(),
  canCreateSub: grantFields.canCreateSub.unwrap().optional(),
  leaseAccount: grantFields.leaseAccount.unwrap().optional(),
  screens: z.array(z.enum(allScreens)).max(allScreens.length).nullable().optional(),
})

export const AccountUpdate = z.object({
  ...ownFields,
  ...grantFields,
  screens: z.array(z.enum(allScreens)).max(allScreens.length).nullable().optional(),
  version: SeenVersion,
})
