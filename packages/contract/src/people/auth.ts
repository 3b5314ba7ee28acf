import { z } from 'zod'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { AccountTypeCode, ReviewCode, UserTypeCode } from '../codes.ts'
import { AreaUnit, NewPassword, Position, RegionCode } from '../fields.ts'
import { rights } from '@swath/domain/access/rights'
import { screens } from '@swath/domain/access/screens'

const route = routeWithTag('Sign-in')

export const Language = z.enum(['en', 'zh-CN', 'zh-TW', 'th', 'ko'])

/** The signed-in user, for the console. Field names follow the specification, section 3. */
/** A version of the program, such as 0.3.0. */
export const NewsVersion = z.string().regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/)

export const UserInfo = z
  .object({
    userId: id('user'),
    phoneNum: z
      .string()
      .describe(
        'Masked: first and last three digits with asterisks between; without a phone number, the masked e-mail address',
      ),
    userName: z.string(),
    userHeadUrl: z.string().nullable(),
    userType: UserTypeCode,
    dataScope: z.literal([1, 2]).describe('1 enterprise data, 2 personal data'),
    accountType: AccountTypeCode,
    operatorType: z.literal(['1', '2']).nullable().describe('1 team, 2 personal; operators only'),
    teamType: z
      .literal(['1', '2'])
      .nullable()
      .describe('Same value as operatorType, under the name used in account lists'),
    accountCatalogLevel: z
      .int()
      .describe('Depth of the account in the account tree (its `catalogLevel`); 0 is the root'),
    accountId: id('account'),
    accountName: z.string(),
    accountLogo: z.string().nullable(),
    checkStatus: ReviewCode,
    tag: z
      .string()
      .nullable()
      .describe('Tag of the sub-platform that the user belongs to; null if none'),
    accountScreens: z
      .array(z.enum(screens))
      .nullable()
      .describe('Screens available on the user’s sub-platform; null: no restriction'),
    vipLevel: z.int(),
    canCreateSub: z.boolean(),
    leaseAccount: z.boolean(),
    tenant: z
      .boolean()
      .describe('Whether the account rents drones from at least one manufacturer or lessor'),
    ruleProvince: z.string().nullable(),
    ruleCity: z.string().nullable(),
    ruleCounty: z.string().nullable(),
    adCode: RegionCode.describe('Region of the account, used to narrow region choices'),
    timeZone: z.string().describe('IANA name of the time zone that determines “today” and months'),
    rights: z.array(z.enum(rights)),
    can: z
      .object({
        manageEquipment: z.boolean(),
        manageModels: z.boolean(),
        mergeManufacturers: z.boolean(),
        manageAccounts: z.boolean(),
        setPrices: z.boolean(),
        manageNoFlyZones: z.boolean(),
        manageTerms: z.boolean(),
        receiveBulletins: z.boolean(),
      })
      .describe(
        'Permissions that do not depend on a row; permissions for a row are in its `can` field',
      ),
    settings: z
      .object({
        language: Language.nullable(),
        areaUnit: AreaUnit.nullable(),
        newsSeen: NewsVersion.nullable(),
      })
      .describe('Settings last chosen by the user on any device; null if never chosen'),
  })
  .meta({ id: 'UserInfo' })
export type UserInfo = z.infer<typeof UserInfo>

export const SignedIn = z
  .object({
    jToken: z.string().describe('Bearer token, valid for 15 minutes'),
    refreshToken: z
      .string()
      .describe('Replaced at each use; valid for a day, or a week with rememberPassword'),
    expiresInS: z.int(),
    userInfo: UserInfo,
  })
  .meta({ id: 'SignedIn' })
export type SignedIn = z.infer<typeof SignedIn>

/** The reply to a sign-in whose session still needs something. */
export const HalfSignedIn = z
  .object({
    jToken: z
      .string()
      .describe(
        'Bearer token of the half session, valid for 15 minutes and only for what it needs',
      ),
    expiresInS: z.int(),
    half: z
      .enum(['factor', 'password', 'set-up'])
      .describe(
        'factor: give the second factor; password: choose an own password instead of the temporary one; set-up: the account requires a second factor, so set one up',
      ),
    factors: z
      .array(z.enum(['totp', 'passkey', 'recovery']))
      .describe('Second factors that the person can give on this host'),
  })
  .meta({ id: 'HalfSignedIn' })
export type HalfSignedIn = z.infer<typeof HalfSignedIn>
export const SignInReply = z.union([SignedIn, HalfSignedIn])
export type SignInReply = z.infer<typeof SignInReply>

const Degrees = z.number()

/** A map tile archive on this host. */
export const MapArchive = z
  .object({
    url: z.string().describe('Path on this host; read with HTTP range requests'),
    kind: z
      .enum(['base', 'shapes', 'pictures'])
      .describe(
        'base: layers of the Protomaps base map; shapes: other vector layers, drawn in a plain style; pictures: raster tiles',
      ),
    encoding: z.enum(['mvt', 'mlt']).describe('Vector tile encoding, for base and shapes'),
    title: z.string(),
    minZoom: z.int(),
    maxZoom: z.int(),
    coverage: z
      .array(z.tuple([Degrees, Degrees, Degrees, Degrees]))
      .describe('Areas with data, each as [west, south, east, north]'),
    layers: z.array(z.string()).describe('Names of the layers, for shapes'),
    credits: z.string().describe('Attribution as HTML with text and links only'),
  })
  .meta({ id: 'MapArchive' })
export type MapArchive = z.infer<typeof MapArchive>

/** The theme of a host, which the console needs before sign-in. */
export const Theme = z
  .object({
    name: z.string(),
    productName: z.string(),
    logo: z.string().nullable(),
    favicon: z.string().nullable(),
    slides: z.array(z.string()),
    loginLayout: z.enum(['china', 'international']),
    languages: z.array(Language),
    defaultCountryCode: z.string(),
    countryCodes: z.array(z.string()),
    map: z.object({
      center: Position,
      zoom: z.number(),
      crs: z.enum(['wgs84', 'gcj02']),
      boundaries: z.enum(['china', 'international', 'india']),
    }),
    hasWorkbench: z.boolean(),
    hasStatScreen: z.boolean(),
    screensRemoved: z.array(z.enum(screens)),
    brand: z.object({ primary: z.string().optional() }),
    mapStyleUrl: z.string().nullable(),
    mapRasterUrl: z.string().nullable(),
    mapRasterCredits: z.string().nullable(),
    mapWeatherUrl: z
      .string()
      .nullable()
      .describe('URL of weather tiles drawn semi-transparently over the map'),
    mapWeatherCredits: z.string().nullable(),
    mapArchives: z.array(MapArchive),
    demonstration: z
      .object({
        password: z.string(),
        people: z.array(
          z.object({
            phone: z.string(),
            role: z.string().describe('Translation key in auth.json, such as demoPlatform'),
          }),
        ),
        captcha: z
          .string()
          .nullable()
          .describe('Captcha answer: first four digits of FIXED_CODE; null if it is not set'),
      })
      .nullable(),
  })
  .meta({ id: 'Theme' })
export type Theme = z.infer<typeof Theme>

export const authRoutes = {
  getTheme: route('GET', '/api/theme', {
    summary: 'Get the theme of the requested host',
    policy: 'public',
    out: Theme,
  }),
  getCaptcha: route('GET', '/api/user/baseaccount/captcha', {
    policy: 'public',
    raw: 'image/png',
    summary:
      'Get a captcha image with four digits. The answer is bound to the nonce cookie of the response and is valid for two minutes and one attempt',
    query: z.looseObject({}).describe('Ignored; a random value prevents caching'),
    errors: ['too_many_requests'],
  }),
  loginPd: route('POST', '/api/user/baseaccount/loginPd', {
    summary: 'Sign in with a password',
    policy: 'public',
    body: z.object({
      phoneNum: z
        .string()
        .trim()
        .min(5)
        .max(120)
        .describe(
          'Phone number with country code (+86-13800000001), phone number without it (the host’s default country code applies), or e-mail address',
        ),
      password: z.string().min(1).max(200),
      verifyCode: z
        .string()
        .regex(/^\d{4}$/)
        .describe('The four digits of the captcha image'),
      rememberPassword: z.boolean().default(false).describe('Stay signed in for a week'),
    }),
    out: SignInReply,
    errors: [
      'sign_in_failed',
      'captcha_wrong',
      'too_many_requests',
      'console_not_for_pilots',
      'account_disabled',
      'temporary_password_expired',
    ],
  }),
  chooseOwnPassword: route('POST', '/api/user/baseaccount/ownPassword', {
    personOnly: true,
    summary: 'Choose an own password after signing in with a temporary one',
    policy: { unchecked: true },
    half: ['password'],
    body: z.object({ password: NewPassword }),
    out: SignInReply,
    errors: ['conflict'],
  }),
  refreshToken: route('POST', '/api/user/baseaccount/refreshToken', {
    summary: 'Exchange a refresh token for a new pair',
    policy: 'public',
    body: z.object({ refreshToken: z.string().min(20).max(200) }),
    out: SignedIn,
    errors: ['refresh_rejected', 'too_many_requests'],
  }),
  loginOut: route('POST', '/api/user/baseaccount/loginOut', {
    personOnly: true,
    summary: 'Sign out: end the current session',
    policy: { unchecked: true },
    half: ['factor', 'password', 'set-up'],
  }),
  getOwnInfo: route('GET', '/api/user/baseaccount/info', {
    summary: 'Get the signed-in user',
    policy: { unchecked: true },
    out: UserInfo,
  }),
}
