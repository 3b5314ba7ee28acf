// Settings of an account's ground apps (specification, section 3: accountId, theme, launchPageUrl,
// homePageUrl, servAddr).
import { z } from 'zod'
import { SearchText, SeenVersion, Time } from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'

const route = routeWithTag('Ground station')
const screens = ['ground-station-config'] as const
const path = '/api/ground-station/config'

export const groundThemes = ['system', 'light', 'dark', 'contrast'] as const

/** An empty string means null: not set. */
const orNull = <S extends z.ZodType>(schema: S) =>
  z.union([z.literal('').transform(() => null), schema.nullable()]).default(null)
const PageUrl = z
  .string()
  .trim()
  .max(500)
  .refine(
    (text) => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol),
    'webAddressRule',
  )
const ServerAddress = z
  .string()
  .trim()
  .max(200)
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::\d{1,5})?$/, 'serverAddressRule')

const settings = {
  theme: z.enum(groundThemes),
  launchPageUrl: orNull(PageUrl).describe('Picture or page that the app shows while it starts'),
  homePageUrl: orNull(PageUrl).describe('Page that the app opens with'),
  servAddr: orNull(ServerAddress).describe('Server that the app connects to: name or name:port'),
}
const Settings = z.object({
  theme: z.enum(groundThemes),
  launchPageUrl: z.string().nullable(),
  homePageUrl: z.string().nullable(),
  servAddr: z.string().nullable(),
})
export type GroundSettings = z.infer<typeof Settings>

export const GroundConfigInput = z.object({
  accountId: id('account').optional().describe('Absent: the caller’s account'),
  ...settings,
  version: SeenVersion,
})

const Saved = z.object({
  version: z.int().describe('Number of the saved version, from 1; 0: nothing has been set'),
  ...Settings.shape,
  savedAt: Time,
  userName: z.string(),
})
export const GroundConfig = z
  .object({
    accountId: id('account'),
    accountName: z.string(),
    isOwn: z.boolean().describe('Whether this is the caller’s account'),
    version: Saved.shape.version,
    ...Settings.shape,
    inherited: z
      .object({ accountName: z.string(), ...Settings.shape })
      .nullable()
      .describe(
        'Settings from the accounts above, which apply to everything not set here; accountName: the nearest of them with settings',
      ),
    history: z.array(Saved).describe('The last 50 saved versions, newest first'),
    can: z.object({ update: z.boolean() }),
  })
  .meta({ id: 'GroundConfig' })
export type GroundConfig = z.infer<typeof GroundConfig>

/** The settings as returned to a ground app. */
const AppliedConfig = z.object({
  ...Settings.shape,
  accountName: z.string().describe('Account that has the drone'),
  updatedAt: Time.nullable(),
})

/** Maximum number of accounts in a response; the search finds the others. */
export const groundAccountsAtMost = 50

export const groundStationRoutes = {
  listGroundAccounts: route('GET', `${path}/accounts`, {
    policy: { screens },
    summary:
      'List the accounts below the caller’s account whose ground apps can be configured, by name',
    query: z.object({ search: SearchText.optional() }),
    out: z.object({
      items: z
        .array(
          z.object({
            accountId: id('account'),
            accountName: z.string(),
            isSet: z.boolean().describe('Whether settings are saved for this account'),
          }),
        )
        .describe(`At most ${groundAccountsAtMost}`),
      total: z.int().describe('Number of accounts that match'),
    }),
  }),
  getGroundConfig: route('GET', path, {
    policy: { screens },
    summary: 'Get the current and earlier ground app settings of an account',
    query: z.object({ accountId: id('account').optional() }),
    out: GroundConfig,
    errors: ['not_found'],
  }),
  saveGroundConfig: route('POST', path, {
    policy: { screens, right: 'equipment.manage' },
    summary: 'Save the ground app settings of the account or of an account below it',
    body: GroundConfigInput,
    out: GroundConfig,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
  readGroundConfig: route('GET', '/api/device/ground-station-config', {
    policy: 'public',
    summary:
      'Get the settings that apply to a ground app. HTTP Basic: the drone’s id and the secret that it connects with',
    out: AppliedConfig,
    errors: ['device_refused', 'too_many_requests'],
  }),
}
