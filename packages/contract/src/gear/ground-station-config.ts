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

/** Nothing typed is nothing set. */
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
  servAddr: orNull(ServerAddress).describe('Server that the app talks to: name, or name:port'),
}
const Settings = z.object({
  theme: z.enum(groundThemes),
  launchPageUrl: z.string().nullable(),
  homePageUrl: z.string().nullable(),
  servAddr: z.string().nullable(),
})
export type GroundSettings = z.infer<typeof Settings>

export const GroundConfigInput = z.object({
  accountId: id('account').optional().describe('The own account unless told'),
  ...settings,
  version: SeenVersion,
})

const Saved = z.object({
  version: z.int().describe('Counts from 1; 0: nothing has been set'),
  ...Settings.shape,
  savedAt: Time,
  userName: z.string(),
})
export const GroundConfig = z
  .object({
    accountId: id('account'),
    accountName: z.string(),
    isOwn: z.boolean().describe('The caller’s own account'),
    version: Saved.shape.version,
    ...Settings.shape,
    inherited: z
      .object({ accountName: z.string(), ...Settings.shape })
      .nullable()
      .describe('Of the nearest account above, which holds for what is not set here'),
    history: z.array(Saved).describe('The last 50, newest first'),
    can: z.object({ update: z.boolean() }),
  })
  .meta({ id: 'GroundConfig' })
export type GroundConfig = z.infer<typeof GroundConfig>

/** As a ground app reads it. */
const AppliedConfig = z.object({
  ...Settings.shape,
  accountName: z.string().describe('Whose drone it is'),
  updatedAt: Time.nullable(),
})

/** A search finds the rest. */
export const groundAccountsAtMost = 50

export const groundStationRoutes = {
  listGroundAccounts: route('GET', `${path}/accounts`, {
    policy: { screens },
    summary: 'The accounts below the own one whose ground apps can be set, by name',
    query: z.object({ search: SearchText.optional() }),
    out: z.object({
      items: z
        .array(
          z.object({
            accountId: id('account'),
            accountName: z.string(),
            isSet: z.boolean().describe('It has settings of its own'),
          }),
        )
        .describe(`At most ${groundAccountsAtMost}`),
      total: z.int().describe('That match'),
    }),
  }),
  getGroundConfig: route('GET', path, {
    policy: { screens },
    summary: 'What the ground apps of an account are set to, and what they were',
    query: z.object({ accountId: id('account').optional() }),
    out: GroundConfig,
    errors: ['not_found'],
  }),
  saveGroundConfig: route('POST', path, {
    policy: { screens, right: 'equipment.manage' },
    summary: 'Set the ground apps of the own account or of one below it',
    body: GroundConfigInput,
    out: GroundConfig,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
  readGroundConfig: route('GET', '/api/device/ground-station-config', {
    policy: 'public',
    summary:
      'A ground app reads what it is set to. HTTP Basic: the drone’s id and the secret that it connects with',
    out: AppliedConfig,
    errors: ['device_refused', 'too_many_requests'],
  }),
}
