import { z } from 'zod'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { pageOf } from '../list-calls.ts'
import { isEmptyBody } from './bulletin-body.ts'
import {
  Bulletin,
  BulletinDetail,
  BulletinFile,
  BulletinText,
  BulletinTypeCode,
  TargetAccountTypeCode,
  bulletinList,
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
/** Everyone who watches drones also has the bell and its notifications. */
const reading = { screens: ['monitor', 'bulletin-list'] } as const
const writing = { screens: ['bulletin-create'], right: 'bulletin.send' } as const
const base = '/api/bulletin'

/** Of one file, at most. */
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
    .describe('Accounts within any of these; empty: wherever they are'),
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
    .describe('Each language once; the first is shown to who reads none of them'),
  ...targets,
  fileIds: z.array(id('bulletinFile')).max(bulletinFilesAtMost).default([]),
  publishTime: Time.nullable().default(null).describe('When a scheduled one goes out'),
  opr: z
    .enum(['draft', 'schedule', 'publish'])
    .default('publish')
    .describe('draft: kept for its authors; schedule: goes out at publishTime; publish: now'),
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
      'Anomalies (bulletinType 1) or bulletins (2), newest first: those that were sent to the caller’s account, and those that it and the accounts below it sent',
    query: Page.extend({
      bulletinType: filter(z.enum(['1', '2'])).describe('2 where absent'),
      ...bulletinList.asked,
      ...anomalyFilters,
    }),
    out: paged(Bulletin),
  }),
  listUnreadBulletins: route('GET', `${base}/getUnReadBulletinList`, {
    policy: reading,
    summary: 'Bulletins sent to the caller’s account that the caller has not read, newest first',
    query: Page,
    out: paged(Bulletin),
  }),
  getBulletin: route('GET', `${base}/detail/{bulletinId}`, {
    policy: reading,
    summary: 'One bulletin with its texts and files',
    params,
    out: BulletinDetail,
    errors: ['not_found'],
  }),
  countUnreadBulletins: route('GET', `${base}/getUnReadCount`, {
    policy: reading,
    summary: 'What the caller has not read, and how many alarms are not closed',
    out: z.object({
      count: z.int().describe('Of both'),
      anomalyCount: z.int().describe('Alarms that are not closed and not read'),
      unresolvedAlarmCount: z.int().describe('Alarms that are not closed, read or not'),
      bulletinCount: z.int().describe('At most 999'),
    }),
  }),
  markBulletinsRead: route('PUT', `${base}/markRead`, {
    policy: reading,
    summary: 'Mark as read, anomalies and bulletins alike; oprType 1 those named, 2 all',
    body: z.object({
      bulletinIds: z
        .array(id('bulletin'))
        .max(500)
        .default([])
        .describe('Of bulletins and of anomalies'),
      oprType: z.literal([1, 2]),
      bulletinType: BulletinTypeCode.optional().describe(
        'With oprType 2: all of this type; absent: of both',
      ),
    }),
    errors: ['not_found'],
  }),
  addBulletin: route('POST', `${base}/addBulletin`, {
    policy: writing,
    summary: 'A new bulletin: kept as a draft, scheduled, or published at once',
    body: BulletinInput,
    out: BulletinDetail,
    errors: ['not_found', 'bulletin_reaches_nobody'],
  }),
  updateBulletin: route('PUT', `${base}/updateBulletin`, {
    policy: writing,
    summary: 'Change one that has not gone out yet; publish it, or take it back from its schedule',
    body: BulletinChange,
    out: BulletinDetail,
    errors: ['not_found', 'forbidden', 'conflict', 'bulletin_gone_out', 'bulletin_reaches_nobody'],
  }),
  recallBulletin: route('PUT', `${base}/recallBulletin`, {
    policy: writing,
    summary:
      'Recall one that was published: readers see that it was, and why, and no longer what it said',
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
    summary: 'Delete one that has not gone out',
    params,
    errors: ['not_found', 'forbidden', 'bulletin_gone_out'],
  }),
  countBulletinRecipients: route('POST', `${base}/countRecipients`, {
    policy: writing,
    summary: 'How many accounts a bulletin of the caller’s account would reach now',
    body: z.object(targets),
    out: z.object({ accountNum: z.int(), manufacturerNum: z.int(), ownerNum: z.int() }),
  }),
  getBulletinReceipts: route('GET', `${base}/getReceiptList`, {
    policy: { screens: ['bulletin-list'], right: 'bulletin.send' },
    summary: 'The accounts that a bulletin was sent to, and who of them has read it',
    ...pageOf(bulletinReceiptList, {
      stats: z.object({ accountNum: z.int(), readNum: z.int(), personNum: z.int() }),
    }),
    errors: ['not_found', 'forbidden'],
  }),
  uploadBulletinFile: route('POST', `${base}/uploadFile`, {
    policy: writing,
    summary: 'Upload a file for a bulletin; one that no bulletin takes goes after a day',
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
    summary: 'A file of a bulletin, to be saved',
    params: z.object({ fileId: id('bulletinFile') }),
    raw: 'application/octet-stream',
    errors: ['not_found'],
  }),
}
