import { z } from 'zod'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { countEach, pageOf } from '../list-calls.ts'
import { isEmptyBody } from './bulletin-body.ts'
import {
  Bulletin,
  BulletinDetail,
  BulletinFile,
  BulletinText,
  BulletinTypeCode,
  TargetAccountTypeCode,
  bulletinList,
  bulletinStates,
  bulletinReceiptList,
} from './bulletin-rows.ts'
import { AnomalyTypeFilter } from '../codes.ts'
import {
  Page,
  PartOfDroneId,
  RegionCode,
  SearchText,
  SeenVersion,
  Time,
  filter,
  paged,
} from '../fields.ts'

const route = routeWithTag('Bulletins')
/** Everyone with access to the monitor also has access to notifications. */
const reading = { screens: ['monitor', 'bulletin-list'] } as const
const writing = { screens: ['bulletin-create'], right: 'bulletin.send' } as const
const base = '/api/bulletin'

/** Maximum size of a file. */
export const bulletinFileBytes = 20 * 1024 * 1024
export const bulletinFilesAtMost = 10
export const bulletinFileEndings = [
  'pdf',
  'docx',
  'xlsx',
  'pptx',
  'csv',
  'txt',
  'kml',
  'kmz',
  'geojson',
  'zip',
  'jpg',
  'jpeg',
  'png',
] as const

const targets = {
  targetAccountTypes: z.array(TargetAccountTypeCode).max(2).default([1, 2]),
  targetRegions: z
    .array(RegionCode)
    .max(50)
    .default([])
    .describe('Only accounts in these regions; empty: all regions'),
}

const Draft = z.object({
  texts: z
    .array(BulletinText)
    .min(1)
    .max(5)
    .refine(
      (texts) => new Set(texts.map(({ language }) => language)).size === texts.length,
      'languageTwice',
    )
    .describe(
      'Texts, at most one per language; the first is the fallback for readers of other languages',
    ),
  ...targets,
  fileIds: z.array(id('bulletinFile')).max(bulletinFilesAtMost).default([]),
  publishTime: Time.nullable().default(null).describe('Time of publication; required for schedule'),
  opr: z
    .enum(['draft', 'schedule', 'publish'])
    .default('publish')
    .describe('draft: save as a draft; schedule: publish at publishTime; publish: publish now'),
})

/** A draft may be incomplete; a published bulletin must not be. */
const checkComplete = (
  { opr, texts, targetAccountTypes, publishTime }: z.output<typeof Draft>,
  context: z.RefinementCtx,
): void => {
  if (opr === 'draft') return
  const refuse = (path: (string | number)[], message: string): void =>
    context.addIssue({ code: 'custom', path, message })
  for (const [index, { title, body }] of texts.entries()) {
    if (title === '') refuse(['texts', index, 'title'], 'required')
    if (isEmptyBody(body)) refuse(['texts', index, 'body'], 'required')
  }
  if (targetAccountTypes.length === 0) refuse(['targetAccountTypes'], 'required')
  if (opr === 'schedule' && publishTime === null) refuse(['publishTime'], 'required')
}

export const BulletinInput = Draft.superRefine(checkComplete)
export const BulletinChange = Draft.extend({
  bulletinId: id('bulletin'),
  version: SeenVersion,
}).superRefine(checkComplete)

const params = z.object({ bulletinId: id('bulletin') })
const anomalyFilters = {
  droneId: PartOfDroneId,
  oddType: filter(AnomalyTypeFilter),
  zzAccountName: SearchText,
  yyAccountName: SearchText,
}

export const bulletinRoutes = {
  listBulletins: route('GET', `${base}/getBulletinList`, {
    policy: reading,
    summary:
      'List anomalies (bulletinType 1) or bulletins (2), newest first: those sent to the caller’s account and those sent by it and its sub-accounts',
    query: Page.extend({
      bulletinType: filter(z.enum(['1', '2'])).describe('1 anomalies, 2 bulletins; 2 by default'),
      ...bulletinList.asked,
      ...anomalyFilters,
    }),
    out: paged(Bulletin).extend({
      counts: countEach(bulletinStates)
        .nullable()
        .describe('Bulletins by state; all filters except the state apply. null: anomalies'),
    }),
  }),
  listUnreadBulletins: route('GET', `${base}/getUnReadBulletinList`, {
    policy: reading,
    summary:
      'List the bulletins sent to the caller’s account that the caller has not read, newest first',
    query: Page,
    out: paged(Bulletin),
  }),
  getBulletin: route('GET', `${base}/detail/{bulletinId}`, {
    policy: reading,
    summary: 'Get a bulletin with its texts and files',
    params,
    out: BulletinDetail,
    errors: ['not_found'],
  }),
  countUnreadBulletins: route('GET', `${base}/getUnReadCount`, {
    policy: reading,
    summary: 'Get the numbers of unread bulletins and anomalies, and of alarms that are not closed',
    out: z.object({
      count: z.int().describe('Sum of anomalyCount and bulletinCount'),
      anomalyCount: z.int().describe('Number of alarms that are not closed and not read'),
      unresolvedAlarmCount: z
        .int()
        .describe('Number of alarms that are not closed, read or unread'),
      unresolvedLevelOneCount: z.int().describe('Number of these alarms that have level 1'),
      bulletinCount: z.int().describe('Number of unread bulletins, at most 999'),
    }),
  }),
  markBulletinsRead: route('PUT', `${base}/markRead`, {
    policy: reading,
    summary:
      'Mark anomalies and bulletins as read: those in bulletinIds (oprType 1) or all (oprType 2)',
    body: z.object({
      bulletinIds: z
        .array(id('bulletin'))
        .max(500)
        .default([])
        .describe('Ids of bulletins and anomalies'),
      oprType: z.literal([1, 2]),
      bulletinType: BulletinTypeCode.optional().describe(
        'With oprType 2: only this type; both types if absent',
      ),
    }),
    errors: ['not_found'],
  }),
  addBulletin: route('POST', `${base}/addBulletin`, {
    policy: writing,
    summary: 'Create a bulletin as a draft, scheduled, or published immediately',
    body: BulletinInput,
    out: BulletinDetail,
    errors: ['not_found', 'bulletin_reaches_nobody'],
  }),
  updateBulletin: route('PUT', `${base}/updateBulletin`, {
    policy: writing,
    summary: 'Update, publish or unschedule a bulletin that has not been published',
    body: BulletinChange,
    out: BulletinDetail,
    errors: ['not_found', 'forbidden', 'conflict', 'bulletin_gone_out', 'bulletin_reaches_nobody'],
  }),
  recallBulletin: route('PUT', `${base}/recallBulletin`, {
    policy: writing,
    summary:
      'Recall a published bulletin: recipients see the recall and its reason instead of the content',
    body: z.object({
      bulletinId: id('bulletin'),
      reason: z.string().trim().min(1).max(500),
      version: SeenVersion,
    }),
    out: BulletinDetail,
    errors: ['not_found', 'forbidden', 'conflict', 'bulletin_not_published'],
  }),
  deleteBulletin: route('DELETE', `${base}/{bulletinId}`, {
    policy: writing,
    summary: 'Delete a bulletin that has not been published',
    params,
    errors: ['not_found', 'forbidden', 'bulletin_gone_out'],
  }),
  countBulletinRecipients: route('POST', `${base}/countRecipients`, {
    reads: true,
    policy: writing,
    summary: 'Count the accounts that a bulletin of the caller’s account would reach now',
    body: z.object(targets),
    out: z.object({ accountNum: z.int(), manufacturerNum: z.int(), ownerNum: z.int() }),
  }),
  getBulletinReceipts: route('GET', `${base}/getReceiptList`, {
    policy: { screens: ['bulletin-list'], right: 'bulletin.send' },
    summary: 'List the accounts that a bulletin was sent to, with the users who have read it',
    ...pageOf(bulletinReceiptList, {
      stats: z.object({ accountNum: z.int(), readNum: z.int(), personNum: z.int() }),
    }),
    errors: ['not_found', 'forbidden'],
  }),
  uploadBulletinFile: route('POST', `${base}/uploadFile`, {
    policy: writing,
    summary: 'Upload a file for a bulletin; it is deleted after a day if no bulletin refers to it',
    query: z.object({ fileName: z.string().trim().min(1).max(200) }),
    file: {
      field: 'file',
      bytes: bulletinFileBytes,
      types: ['application/pdf', 'application/octet-stream'],
      tooLarge: 'payload_too_large',
    },
    out: BulletinFile,
    errors: [
      'one_file',
      'payload_too_large',
      'file_empty',
      'file_kind_refused',
      'bulletin_files_full',
      'too_many_requests',
      'unavailable',
    ],
  }),
  downloadBulletinFile: route('GET', `${base}/files/{fileId}`, {
    policy: reading,
    summary: 'Download a file of a bulletin',
    params: z.object({ fileId: id('bulletinFile') }),
    raw: 'application/octet-stream',
    errors: ['not_found'],
  }),
}
