import { z } from 'zod'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import {
  DroneId,
  Page,
  PartOfDroneId,
  SearchText,
  Time,
  filter,
  paged,
  TimeFrom,
  TimeUntil,
  searchIn,
} from '../fields.ts'
import { declareList } from '../list.ts'
import { fileOf } from '../list-calls.ts'

const route = routeWithTag('App logs')
/** Owners of logs have no screen for them except that of the drones that sent them. */
const screens = ['app-log', 'drone-list'] as const
const policy = { screens } as const
const right = 'equipment.manage'
const base = '/api/app/log/manage'

/** Maximum size of one log, in bytes. */
export const appLogBytes = 20 * 1024 * 1024
/** Maximum number of lines in a preview, and of characters in each. */
export const previewLines = 200
export const previewColumns = 1000

export const appPlatforms = ['android', 'ios', 'windows', 'linux', 'other'] as const
export const appLogKinds = ['text', 'gzip', 'zip', 'binary'] as const

const about = {
  fileName: z.string().trim().max(200).default('').describe('Original file name'),
  appVersion: z.string().trim().max(40).default(''),
  platform: z.enum(appPlatforms).nullable().default(null),
  note: z.string().trim().max(500).default('').describe('Description of the problem by the sender'),
}
const file = {
  field: 'file',
  bytes: appLogBytes,
  types: ['text/plain', 'application/gzip', 'application/zip', 'application/octet-stream'],
  tooLarge: 'payload_too_large',
} as const
const uploadErrors = [
  'one_file',
  'payload_too_large',
  'file_empty',
  'logs_full',
  'too_many_requests',
  'unavailable',
] as const

/** The console's form; the file is uploaded with it. */
export const AppLogAbout = z.object({ droneId: filter(DroneId), ...about })

export const AppLog = z
  .object({
    logId: id('appLog'),
    fileName: z.string(),
    kind: z.enum(appLogKinds).describe('Detected from the content, independent of the file name'),
    bytes: z.int(),
    sha256: z.string().describe('SHA-256 of the uploaded file, hexadecimal'),
    droneId: DroneId.nullable(),
    droneName: z.string().nullable(),
    accountName: z.string().describe('Account that owns the log'),
    appVersion: z.string().nullable(),
    platform: z.enum(appPlatforms).nullable(),
    note: z.string(),
    byDevice: z.boolean(),
    uploaderName: z
      .string()
      .describe('Name of the person, or serial number of the device, that uploaded it'),
    uploadedAt: Time,
    can: z.object({ delete: z.boolean() }),
  })
  .meta({ id: 'AppLog' })
export type AppLog = z.infer<typeof AppLog>

export const appLogList = declareList({
  name: 'app-logs',
  call: 'listAppLogs',
  fileCall: 'exportAppLogs',
  row: AppLog,
  rowKey: 'logId',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: '-uploadedAt',
  filters: {
    search: searchIn(
      'droneId',
      'droneName',
      'uploaderName',
      'accountName',
      'fileName',
      'appVersion',
    ),
    droneId: PartOfDroneId.describe('Part of the serial number'),
    droneName: SearchText,
    accountName: SearchText,
    uploaderName: SearchText,
    appVersion: SearchText,
    fileName: SearchText,
    platform: filter(z.enum(appPlatforms)),
    kind: filter(z.enum(appLogKinds)),
    source: filter(z.enum(['device', 'person'])),
    startTime: filter(TimeFrom),
    endTime: filter(TimeUntil).describe('Upload time, as for startTime; both limits are included'),
  },
  columns: {
    uploadedAt: { label: 'app-logs:uploadedAt', kind: 'time', sort: true, phone: 'figure' },
    droneId: { label: 'app-logs:droneId', sort: true, phone: 'figure' },
    droneName: { label: 'terms:drone' },
    accountName: { label: 'terms:account' },
    fileName: { label: 'app-logs:fileName', sort: true, phone: 'title' },
    kind: {
      label: 'app-logs:kind',
      kind: 'code',
      labels: {
        text: 'app-logs:kindText',
        gzip: 'app-logs:kindGzip',
        zip: 'terms:zipArchive',
        binary: 'app-logs:kindBinary',
      },
    },
    bytes: { label: 'terms:size', kind: 'bytes', sort: true, phone: 'figure' },
    appVersion: { label: 'app-logs:appVersion', sort: true },
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
      phone: 'state',
    },
    uploaderName: { label: 'app-logs:uploader' },
    note: { label: 'app-logs:note' },
    sha256: { label: 'app-logs:sha256', only: 'file' },
  },
})
const params = z.object({ logId: id('appLog') })
const Kept = z.object({
  days: z
    .int()
    .min(1)
    .max(3650)
    .nullable()
    .describe('Days for which logs are kept; null: until they are deleted'),
})

export const appLogRoutes = {
  listAppLogs: route('GET', `${base}/getAppLogList`, {
    summary: 'List the ground app logs of the account’s drones and people',
    policy,
    query: Page.extend({
      ...appLogList.asked,
      pageIndex: filter(z.coerce.number<string>().int().min(1).max(1_000_000)).describe(
        'Alias of currentPage',
      ),
      size: filter(z.coerce.number<string>().int().min(1).max(500)).describe('Alias of pageSize'),
    }),
    out: paged(AppLog).extend({
      stats: z.object({ total: z.int(), bytes: z.number(), droneNum: z.int() }),
      kept: Kept.describe('Retention of the account’s logs'),
      can: z.object({ delete: z.boolean(), keep: z.boolean() }),
    }),
  }),
  exportAppLogs: route('GET', `${base}/export`, {
    summary: 'Export the filtered list as CSV or XLSX',
    policy,
    ...fileOf(appLogList),
  }),
  getAppLog: route('GET', `${base}/{logId}`, {
    summary: 'Get one log',
    policy,
    params,
    out: AppLog,
    errors: ['not_found'],
  }),
  previewAppLog: route('GET', `${base}/{logId}/preview`, {
    policy,
    params,
    errors: ['not_found'],
    summary: `Get the first lines of a text log, also if gzipped: ${previewLines} at most, without control characters`,
    out: z.object({
      lines: z.array(z.string()),
      isWhole: z.boolean().describe('Whether the lines are the entire text'),
      encoding: z
        .enum(['utf-8', 'utf-16le', 'utf-16be', 'gb18030'])
        .nullable()
        .describe('null: not a text file'),
    }),
  }),
  downloadAppLog: route('GET', `${base}/{logId}/content`, {
    summary: 'Download the log as it was uploaded',
    policy,
    params,
    raw: 'application/octet-stream',
    errors: ['not_found'],
  }),
  uploadAppLog: route('POST', '/api/app/log/upload', {
    policy: {},
    query: AppLogAbout,
    file,
    out: z.object({ logId: id('appLog'), kind: z.enum(appLogKinds), bytes: z.int() }),
    summary: 'Upload a log as a person, optionally for a drone',
    errors: ['not_found', ...uploadErrors],
  }),
  uploadDeviceLog: route('POST', '/api/device/app-log', {
    policy: 'public',
    query: z.object(about),
    file,
    out: z.object({ logId: id('appLog'), kind: z.enum(appLogKinds), bytes: z.int() }),
    summary:
      'Upload a log as a device. HTTP Basic: the drone’s id and the secret that it connects with',
    errors: ['device_refused', ...uploadErrors],
  }),
  deleteAppLog: route('DELETE', `${base}/{logId}`, {
    summary: 'Delete one log of the account or of an account below it',
    policy: { screens, right },
    params,
    errors: ['not_found', 'forbidden'],
  }),
  deleteOldAppLogs: route('POST', `${base}/deleteOld`, {
    summary:
      'Delete the logs of the account and of the accounts below it uploaded before a given time',
    policy: { screens, right },
    body: z.object({ before: Time }),
    out: z.object({ deleted: z.int(), bytes: z.number() }),
    errors: ['forbidden'],
  }),
  keepAppLogs: route('PUT', `${base}/kept`, {
    policy: { screens: ['app-log'], right },
    body: Kept,
    out: Kept,
    summary:
      'Set how long the account’s logs are kept: those of drones that it makes and of its people',
  }),
}
