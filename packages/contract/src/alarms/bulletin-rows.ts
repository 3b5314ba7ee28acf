// Bulletins in lists and details, and their read receipts.
import { z } from 'zod'
import { Anomaly } from './anomalies.ts'
import { Language } from '../people/auth.ts'
import { BulletinBody } from './bulletin-body.ts'
import { id } from '../ids.ts'
import {
  RegionCode,
  RegionPath,
  RowVersion,
  SearchText,
  Time,
  filter,
  TimeFrom,
  TimeUntil,
  flag,
  searchIn,
} from '../fields.ts'
import { declareList } from '../list.ts'

export const bulletinStates = ['draft', 'scheduled', 'published', 'recalled'] as const

export const BulletinTypeCode = z.literal([1, 2]).describe('1 anomaly, 2 bulletin')
export const TargetAccountTypeCode = z
  .literal([1, 2])
  .describe('1 manufacturer, 2 owner (operator)')

export const BulletinText = z
  .object({ language: Language, title: z.string().trim().max(120), body: BulletinBody })
  .meta({ id: 'BulletinText' })
export type BulletinText = z.infer<typeof BulletinText>

export const Bulletin = z
  .object({
    bulletinId: id('bulletin').describe(
      'Id of the bulletin; for an anomaly, the id of the anomaly',
    ),
    bulletinType: BulletinTypeCode,
    title: z
      .string()
      .describe(
        'Title in the language of the request if available, otherwise in the first language',
      ),
    language: Language.describe('Language of the title'),
    languages: z.array(Language).describe('Languages of the available texts'),
    state: z.enum(bulletinStates),
    accountName: z
      .string()
      .describe('Account that sent it; for an anomaly, the owner of the drone'),
    publishTime: Time.nullable().describe(
      'Actual or scheduled time of publication; for an anomaly, the time when it occurred',
    ),
    updatedAt: Time,
    received: z.boolean().describe('Whether it was sent to the caller’s account'),
    read: z
      .boolean()
      .describe('Whether the caller has read it; true if it was not sent to the caller’s account'),
    recallReason: z.string().nullable(),
    targetAccountTypes: z.array(TargetAccountTypeCode),
    accountNum: z
      .int()
      .nullable()
      .describe(
        'Number of recipient accounts; null before publication and for callers who only received it',
      ),
    readNum: z
      .int()
      .nullable()
      .describe(
        'Number of recipient accounts in which at least one user has read it; null whenever accountNum is null',
      ),
    anomaly: Anomaly.nullable().describe('The anomaly if bulletinType is 1, otherwise null'),
    version: RowVersion,
    can: z.object({
      update: z.boolean(),
      delete: z.boolean(),
      recall: z.boolean(),
      seeReceipts: z.boolean(),
    }),
  })
  .meta({ id: 'Bulletin' })
export type Bulletin = z.infer<typeof Bulletin>

export const BulletinFile = z.object({
  fileId: id('bulletinFile'),
  fileName: z.string(),
  bytes: z.int(),
})
export type BulletinFile = z.infer<typeof BulletinFile>

export const BulletinDetail = Bulletin.extend({
  texts: z
    .array(BulletinText)
    .describe('Texts by language; bodies are empty for recipients of a recalled bulletin'),
  files: z.array(BulletinFile),
  targetRegions: z.array(z.object({ code: RegionCode, path: RegionPath })),
  createdByName: z.string(),
  createdAt: Time,
  recalledAt: Time.nullable(),
}).meta({ id: 'BulletinDetail' })
export type BulletinDetail = z.infer<typeof BulletinDetail>

export const BulletinReceipt = z
  .object({
    accountId: id('account'),
    accountName: z.string(),
    accountType: TargetAccountTypeCode,
    region: RegionPath,
    readAt: Time.nullable().describe('Time of the first reading by any user of the account'),
    people: z
      .array(z.object({ userName: z.string(), readAt: Time.nullable() }))
      .describe('Users who may receive bulletins, with the time when each read it'),
  })
  .meta({ id: 'BulletinReceipt' })
export type BulletinReceipt = z.infer<typeof BulletinReceipt>

export const bulletinList = declareList({
  name: 'bulletins',
  call: 'listBulletins',
  fileCall: undefined,
  row: Bulletin,
  rowKey: 'bulletinId',
  paging: 'currentPage',
  sortName: 'order',
  defaultSort: '-publishTime',
  filters: {
    search: searchIn('title', 'accountName'),
    title: SearchText,
    accountName: SearchText.describe('Name of the account that sent it'),
    state: filter(z.enum(bulletinStates)),
    box: filter(z.enum(['received', 'sent'])),
    read: flag,
    targetAccountType: filter(z.enum(['1', '2'])).describe('1 manufacturer, 2 owner (operator)'),
    startTime: filter(TimeFrom),
    endTime: filter(TimeUntil),
  },
  columns: {
    title: { label: 'bulletins:titleHead', kind: 'own', phone: 'title' },
    accountName: { label: 'bulletins:author', phone: 'figure' },
    state: {
      label: 'terms:state',
      kind: 'code',
      labels: {
        draft: 'bulletins:stateDraft',
        scheduled: 'bulletins:stateScheduled',
        published: 'bulletins:statePublished',
        recalled: 'bulletins:stateRecalled',
      },
      phone: 'state',
    },
    publishTime: { label: 'bulletins:publishTime', kind: 'time', sort: true, phone: 'figure' },
    readNum: { label: 'bulletins:readBy', kind: 'own', phone: 'figure' },
    languages: { label: 'bulletins:languages', kind: 'own' },
    updatedAt: { label: 'bulletins:updatedAt', kind: 'time', sort: true },
  },
})

export const bulletinReceiptList = declareList({
  name: 'bulletin-receipts',
  call: 'getBulletinReceipts',
  fileCall: undefined,
  row: BulletinReceipt,
  rowKey: 'accountId',
  paging: 'currentPage',
  sortName: 'order',
  defaultSort: '-readAt',
  filters: {
    bulletinId: id('bulletin'),
    accountName: SearchText,
    hasRead: flag.describe('Whether any user of the account has read it'),
  },
  columns: {
    accountName: { label: 'terms:account', sort: true, phone: 'title' },
    accountType: {
      label: 'terms:type',
      kind: 'code',
      labels: { 1: 'terms:manufacturer', 2: 'bulletins:targetOwner' },
    },
    region: { label: 'terms:region', kind: 'region', phone: 'figure' },
    readAt: { label: 'bulletins:firstRead', kind: 'time', sort: true, phone: 'state' },
    people: { label: 'bulletins:people', kind: 'own' },
  },
})
