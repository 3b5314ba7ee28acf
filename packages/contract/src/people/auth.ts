import { z } from 'zod'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { AccountTypeCode, ReviewCode, UserTypeCode } from '../codes.ts'
import { AreaUnit, Position, RegionCode } from '../fields.ts'
import { rights } from '@swath/domain/access/rights'
import { screens } from '@swath/domain/access/screens'

const route = routeWithTag('Sign-in')

export const Language = z.enum(['en', 'zh-CN', 'zh-TW', 'th', 'ko'])

/** The signed-in user, for the console. Names as in the specification, section 3. */
export const UserInfo = z
  .object({
    userId: id('user'),
    phoneNum: z.string().describe('Masked: first three digits, stars, last three'),
    userName: z.string(),
    userHeadUrl: z.string().nullable(),
    userType: UserTypeCode,
    dataScope: z.literal([1, 2]).describe('1 enterprise data, 2 personal data'),
    accountType: AccountTypeCode,
    operatorType: z.literal(['1', '2']).nullable().describe('1 team, 2 personal; operators only'),
    teamType: z
      .literal(['1', '2'])
      .nullable()
      .describe('operatorType, as lists of accounts call it'),
    accountCatalogLevel: z
      .int()
      .describe('Depth in the tree of accounts, 0 at the root: `catalogLevel` of the account'),
    accountId: id('account'),
    accountName: z.string(),
    accountLogo: z.string().nullable(),
    checkStatus: ReviewCode,
    tag: z.string().nullable().describe('Set for the people of a sub-platform'),
    accountScreens: z.array(z.enum(screens)).nullable().describe("A sub-platform's screen list"),
    vipLevel: z.int(),
    canCreateSub: z.boolean(),
    leaseAccount: z.boolean(),
    tenant: z.boolean().describe('Drones are rented from at least one manufacturer or lessor'),
    ruleProvince: z.string().nullable(),
    ruleCity: z.string().nullable(),
    ruleCounty: z.string().nullable(),
    adCode: RegionCode.describe('Narrows region choices'),
    timeZone: z.string().describe('IANA name; "today" and months are of this zone'),
    rights: z.array(z.enum(rights)),
    can: z
      .object({
        manageEquipment: z.boolean(),
        manageModels: z.boolean(),
        mergeManufacturers: z.boolean(),
        manageAccounts: z.boolean(),
        manageNoFlyZones: z.boolean(),
        manageTerms: z.boolean(),
        receiveBulletins: z.boolean(),
      })
      .describe('What is not about one row: each row says its own'),
    settings: z
      .object({ language: Language.nullable(), areaUnit: AreaUnit.nullable() })
      .describe('What the person chose last, on whatever device; null: nothing yet'),
  })
  .meta({ id: 'UserInfo' })
export type UserInfo = z.infer<typeof UserInfo>

export const SignedIn = z
  .object({
    jToken: z.string().describe('Bearer token, 15 minutes'),
    refreshToken: z.string().describe('Rotates at each use; a day, a week with rememberPassword'),
    expiresInS: z.int(),
    userInfo: UserInfo,
  })
  .meta({ id: 'SignedIn' })
export type SignedIn = z.infer<typeof SignedIn>

const Degrees = z.number()

/** A file of map tiles on this host. */
export const MapArchive = z
  .object({
    url: z.string().describe("From this host's root; read by ranges"),
    kind: z
      .enum(['base', 'shapes', 'pictures'])
      .describe(
        'base: layers of the Protomaps base map; shapes: other layers, drawn plainly; pictures: raster tiles',
      ),
    encoding: z.enum(['mvt', 'mlt']).describe('Of base and shapes'),
    title: z.string(),
    minZoom: z.int(),
    maxZoom: z.int(),
    coverage: z
      .array(z.tuple([Degrees, Degrees, Degrees, Degrees]))
      .describe('Where it has something: west, south, east, north'),
    layers: z.array(z.string()).describe('Of shapes'),
    credits: z.string().describe('HTML of words and links alone'),
  })
  .meta({ id: 'MapArchive' })
export type MapArchive = z.infer<typeof MapArchive>

/** A host's theme, for the console before the sign-in. */
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
    mapWeatherUrl: z.string().nullable().describe('Tiles that lie over the map, half seen through'),
    mapWeatherCredits: z.string().nullable(),
    mapArchives: z.array(MapArchive),
    demonstration: z
      .object({
        password: z.string(),
        people: z.array(
          z.object({
            phone: z.string(),
            role: z.string().describe('Translation key of auth.json: demoPlatform …'),
          }),
        ),
        captcha: z.string().nullable().describe('FIXED_CODE, first four digits, where it is set'),
      })
      .nullable(),
  })
  .meta({ id: 'Theme' })
export type Theme = z.infer<typeof Theme>

export const authRoutes = {
  getTheme: route('GET', '/api/theme', {
    summary: "The theme of the request's host",
    policy: 'public',
    out: Theme,
  }),
  getCaptcha: route('GET', '/api/user/baseaccount/captcha', {
    policy: 'public',
    raw: 'image/png',
    summary:
      'Four digits as an image; the answer is bound to the nonce cookie that comes with it, for two minutes and one try',
    query: z.looseObject({}).describe('Anything: a random value keeps caches away'),
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
          '+86-13800000001, a number alone (the host’s country code is taken), or an e-mail address',
        ),
      password: z.string().min(1).max(200),
      verifyCode: z
        .string()
        .regex(/^\d{4}$/)
        .describe('What the captcha image shows'),
      rememberPassword: z.boolean().default(false).describe('Stay signed in for a week'),
    }),
    out: SignedIn,
    errors: [
      'sign_in_failed',
      'captcha_wrong',
      'too_many_requests',
      'console_not_for_pilots',
      'account_disabled',
    ],
  }),
  refreshToken: route('POST', '/api/user/baseaccount/refreshToken', {
    summary: 'Exchange a refresh token for a new pair',
    policy: 'public',
    body: z.object({ refreshToken: z.string().min(20).max(200) }),
    out: SignedIn,
    errors: ['refresh_rejected', 'too_many_requests'],
  }),
  loginOut: route('POST', '/api/user/baseaccount/loginOut', {
    summary: 'End this session',
    policy: { unchecked: true },
  }),
  getOwnInfo: route('GET', '/api/user/baseaccount/info', {
    summary: 'Who is signed in',
    policy: { unchecked: true },
    out: UserInfo,
  }),
}
