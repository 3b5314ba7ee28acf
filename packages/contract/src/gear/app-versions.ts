// Versions of the ground app: the newest one, and the oldest one allowed to fly.
import { z } from 'zod'
import { appPlatforms } from './app-logs.ts'
import { RowVersion, SearchText, SeenVersion, Time, filter } from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { declareList } from '../list.ts'
import { pageOf } from '../list-calls.ts'

const route = routeWithTag('App versions')
const screens = ['app-log'] as const
const manage = { screens, right: 'equipment.manage' } as const
const base = '/api/app/version/manage'

/** 5.2.1, or 5.2.1-beta: only the numbers decide which version is newer, not the suffix. */
export const VersionName = z
  .string()
  .trim()
  .regex(/^v?\d{1,6}(\.\d{1,9}){0,3}([-+ ][\w.+-]{1,20})?$/, 'versionRule')

const fields = {
  platform: z.enum(appPlatforms),
  versionName: VersionName,
  url: z
    .string()
    .trim()
    .max(500)
    .refine(
      (text) => URL.canParse(text) && new URL(text).protocol === 'https:',
      'downloadAddressRule',
    )
    .describe('Download address, https'),
  sha256: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^([0-9a-f]{64})?$/, 'sha256Rule')
    .default('')
    .describe('SHA-256 of the file, hexadecimal; the app verifies its download with it'),
  notes: z.string().trim().max(2000).default('').describe('Release notes'),
  isMinimum: z
    .boolean()
    .default(false)
    .describe('Whether older versions must be updated before they fly'),
}
export const AppVersionInput = z.object(fields)
export const AppVersionChange = z.object({
  appVersionId: id('appVersion'),
  ...fields,
  version: SeenVersion,
})

export const AppVersion = z
  .object({
    appVersionId: id('appVersion'),
    platform: z.enum(appPlatforms),
    versionName: z.string(),
    url: z.string(),
    sha256: z.string(),
    notes: z.string(),
    isMinimum: z.boolean(),
    state: z
      .enum(['newest', 'usable', 'outdated'])
      .describe('State among the versions of its platform; outdated: below the minimum'),
    accountName: z.string(),
    publishedAt: Time,
    version: RowVersion,
    can: z.object({ update: z.boolean(), delete: z.boolean() }),
  })
  .meta({ id: 'AppVersion' })
export type AppVersion = z.infer<typeof AppVersion>

export const appVersionList = declareList({
  name: 'app-versions',
  call: 'listAppVersions',
  fileCall: undefined,
  row: AppVersion,
  rowKey: 'appVersionId',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: '-publishedAt',
  filters: {
    platform: filter(z.enum(appPlatforms)),
    versionName: SearchText,
    accountName: SearchText,
  },
  columns: {
    versionName: { label: 'app-logs:appVersion', sort: true, phone: 'title' },
    platform: {
      label: 'app-logs:platform',
      kind: 'code',
      labels: {
        android: 'app-logs:platformAndroid',
        ios: 'app-logs:platformIos',
        windows: 'app-logs:platformWindows',
        linux: 'app-logs:platformLinux',
        other: 'terms:other',
      },
      phone: 'figure',
    },
    state: {
      label: 'terms:state',
      kind: 'code',
      labels: {
        newest: 'app-logs:newest',
        usable: 'app-logs:usable',
        outdated: 'app-logs:outdated',
      },
      phone: 'state',
    },
    isMinimum: {
      label: 'app-logs:isMinimum',
      kind: 'code',
      labels: { true: 'terms:yes', false: 'terms:no' },
    },
    notes: { label: 'app-logs:whatIsNew' },
    url: { label: 'app-logs:downloadAddress' },
    sha256: { label: 'app-logs:sha256' },
    publishedAt: { label: 'app-logs:publishedAt', kind: 'time', sort: true, phone: 'figure' },
    accountName: { label: 'terms:account', phone: 'figure' },
  },
})

const Offered = z.object({
  versionName: z.string(),
  url: z.string(),
  sha256: z.string(),
  notes: z.string(),
  publishedAt: Time,
})

const CurrentVersion = z.object({
  platform: z.enum(appPlatforms),
  versionName: z.string(),
  publishedAt: Time,
  accountName: z.string(),
  isOwn: z.boolean().describe('Whether the account of the caller offers it'),
  minimumName: z.string().nullable().describe('Older versions must be updated; null: none must'),
})
export type CurrentVersion = z.infer<typeof CurrentVersion>

export const appVersionRoutes = {
  listAppVersions: route('GET', base, {
    policy: { screens },
    summary: 'List the ground app versions that the account and the accounts below it offer',
    ...pageOf(appVersionList, {
      current: z
        .array(CurrentVersion)
        .describe('The latest version of each platform and account; other filters do not apply'),
      can: z.object({ create: z.boolean() }),
    }),
  }),
  addAppVersion: route('POST', base, {
    policy: manage,
    summary: 'Offer a version of the ground app',
    body: AppVersionInput,
    out: AppVersion,
    errors: ['app_version_taken'],
  }),
  updateAppVersion: route('PUT', base, {
    policy: manage,
    summary: 'Change a version of the ground app',
    body: AppVersionChange,
    out: AppVersion,
    errors: ['not_found', 'forbidden', 'conflict', 'app_version_taken'],
  }),
  deleteAppVersion: route('DELETE', `${base}/{appVersionId}`, {
    policy: manage,
    summary: 'Delete a version of the ground app, which is then no longer offered',
    params: z.object({ appVersionId: id('appVersion') }),
    errors: ['not_found', 'forbidden'],
  }),
  readAppVersion: route('GET', '/api/device/app-version', {
    policy: 'public',
    summary:
      'Get the newest and the minimum version for a ground app. HTTP Basic: the drone’s id and the secret that it connects with',
    query: z.object({
      platform: z.enum(appPlatforms),
      appVersion: z.string().trim().max(40).default('').describe('Version of the requesting app'),
    }),
    out: z.object({
      newest: Offered.nullable().describe(
        'Newest version offered by the drone’s manufacturer, or else by the platform',
      ),
      minimum: z.string().nullable().describe('The oldest version that may fly'),
      isNewer: z
        .boolean()
        .describe('Whether `appVersion` is empty, unreadable or older than `newest`'),
      mustUpdate: z
        .boolean()
        .describe(
          'Whether `appVersion` is below the minimum, empty or unreadable; false without a minimum',
        ),
    }),
    errors: ['device_refused', 'too_many_requests'],
  }),
}
