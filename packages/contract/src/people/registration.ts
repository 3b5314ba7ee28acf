import { z } from 'zod'
import { routeWithTag } from '../kit.ts'
import { SignInReply } from './auth.ts'
import { NewPassword, RegionCode, filter } from '../fields.ts'

const route = routeWithTag('Registration and codes')
const base = '/api/user/baseaccount'

/**
 * Phone number with country code (+86-13800000001), phone number without it (the host's default
 * country code applies), or e-mail address.
 */
const Recipient = z.string().trim().min(5).max(120)
/** As in the specification: 1 sign-in, 2 registration, 3 password reset. */
const CodeType = z.enum(['1', '2', '3'])
export const VerifyCode = z
  .string()
  .regex(/^\d{6}$/)
  .describe('Six digits, sent by SMS or e-mail; valid for ten minutes, one use and five attempts')

const codeRequest = z
  .object({
    phoneNum: filter(Recipient),
    email: filter(Recipient),
    sendPhoneNo: filter(Recipient).describe('Alias of phoneNum, used by some clients'),
    codeType: CodeType,
  })
  .refine(
    ({ phoneNum, email, sendPhoneNo }) =>
      [phoneNum, email, sendPhoneNo].filter((one) => one !== undefined).length === 1,
    { path: ['phoneNum'], message: 'oneRecipient' },
  )
const codeSent = z.object({
  resendAfterS: z.int().describe('Seconds until another code may be requested'),
})
const sendErrors = ['too_many_requests', 'invalid_input', 'message_not_sent'] as const

const OptionalText = (most: number) => z.string().trim().max(most).default('')
/** URL returned by POST /api/user/upload; '' for none. */
const UploadUrl = z
  .union([z.literal(''), z.string().regex(/^\/api\/files\/[\w-]{20,60}$/)])
  .default('')

/**
 * Fields of the registration form (specification, sections 3 and 5), except userSn,
 * passwordConfirmation and checkOpr, which are not sent.
 */
export const Registration = z
  .object({
    phoneNum: z
      .string()
      .trim()
      .max(20)
      .default('')
      .describe('Country code, hyphen, number; empty if an e-mail address is used'),
    email: z
      .union([z.literal(''), z.email().max(120)])
      .default('')
      .describe('E-mail address for sign-in; empty if a phone number is used'),
    password: NewPassword,
    verifyCode: VerifyCode,
    accountType: z
      .union([z.literal([3, 4]), z.literal(['3', '4']).transform((code) => (code === '3' ? 3 : 4))])
      .describe('3 manufacturer, 4 operator'),
    operatorType: z.enum(['1', '2']).default('1').describe('1 team, 2 personal; operators only'),
    commitWay: z.literal('1').default('1'),
    accountName: z.string().trim().min(1).max(100).describe('Company name'),
    legal: OptionalText(60).describe('Legal representative'),
    creditCode: OptionalText(40).describe('Unified social credit code'),
    contactName: z.string().trim().min(1).max(60),
    province: OptionalText(100),
    city: OptionalText(100),
    county: OptionalText(100),
    regionCode: z
      .union([z.literal(''), RegionCode])
      .default('')
      .describe(
        'Code of the most specific region chosen. If empty, province, city and county are used (names in any language); without those too, the country of the host',
      ),
    contactAddress: OptionalText(200),
    contactPhone: OptionalText(30),
    contactEmail: z.union([z.literal(''), z.email().max(120)]).default(''),
    busiLicense: UploadUrl,
    companyLogo: UploadUrl,
    customDomain: z
      .union([z.literal(''), z.string().regex(/^[a-z0-9]([a-z0-9-]{1,28}[a-z0-9])$/)])
      .default('')
      .describe(
        'Subdomain: 3 to 30 lower-case letters, digits and hyphens; cannot be changed after registration',
      ),
  })
  .refine(({ phoneNum, email }) => (phoneNum === '') !== (email === ''), {
    path: ['phoneNum'],
    message: 'oneRecipient',
  })
export type Registration = z.infer<typeof Registration>

export const registrationRoutes = {
  getVerify: route('GET', `${base}/getVerify`, {
    policy: 'public',
    query: codeRequest,
    out: codeSent,
    errors: sendErrors,
    summary:
      'Send a verification code. The response is the same whether or not the recipient is known',
  }),
  getVerifyCode: route('GET', `${base}/getVerifyCode`, {
    policy: 'public',
    query: codeRequest,
    out: codeSent,
    errors: sendErrors,
    summary: 'Send a verification code (alias of getVerify)',
  }),
  checkVerifyCode: route('GET', `${base}/checkVerifyCode`, {
    policy: 'public',
    summary: 'Check a verification code; a successful check does not use it up',
    query: z
      .object({
        phoneNum: filter(Recipient),
        email: filter(Recipient),
        code: filter(VerifyCode),
        verifyCode: filter(VerifyCode),
        checkOpr: z
          .enum(['2', '3'])
          .default('2')
          .describe('Purpose of the code: 2 registration, 3 password reset'),
      })
      .refine(({ phoneNum, email }) => (phoneNum === undefined) !== (email === undefined), {
        path: ['phoneNum'],
        message: 'oneRecipient',
      })
      .refine(({ code, verifyCode }) => (code ?? verifyCode) !== undefined, {
        path: ['verifyCode'],
        message: 'required',
      }),
    errors: ['code_wrong', 'too_many_requests'],
  }),
  loginSmS: route('POST', `${base}/loginSmS`, {
    summary: 'Sign in with a verification code',
    policy: 'public',
    body: z.object({
      phoneNum: Recipient,
      verifyCode: VerifyCode,
      rememberPassword: z.boolean().default(false),
    }),
    out: SignInReply,
    errors: ['code_wrong', 'too_many_requests', 'console_not_for_pilots', 'account_disabled'],
  }),
  resetPassword: route('PUT', `${base}/resetPassword`, {
    summary: 'Set a new password with a verification code; all sessions of the user end',
    policy: 'public',
    body: z.object({ phoneNum: Recipient, password: NewPassword, verifyCode: VerifyCode }),
    errors: ['code_wrong', 'too_many_requests'],
  }),
  reg: route('POST', `${base}/reg`, {
    summary: 'Register a company; the registration has to be approved',
    policy: 'public',
    body: Registration,
    errors: ['code_wrong', 'login_taken', 'domain_taken', 'too_many_requests', 'not_found'],
  }),
}
