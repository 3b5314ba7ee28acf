// Presents a bulletin to its authors, its recipients, and accounts above.
import type { Anomaly } from '@swath/contract/alarms/anomalies'
import type { Bulletin, BulletinDetail } from '@swath/contract/alarms/bulletin-rows'
import { emptyBody } from '@swath/contract/alarms/bulletin-body'
import type { Caller } from '@swath/domain/access/caller'
import type { Language } from '@swath/i18n/languages'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { SignedInContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { regionPath } from '../../../platform/regions/region-path.ts'
import { titleIn } from '../anomalies/anomaly-presenters.ts'
import { listFilesOf } from './bulletin-files.queries.ts'
import {
  findBulletin,
  toReader,
  type BulletinRow,
  type WholeBulletin,
} from './bulletins.queries.ts'

export const targetTypes = { 1: 'manufacturer', 2: 'operator' } as const
export const toTargetCode = (type: string): 1 | 2 => (type === targetTypes[1] ? 1 : 2)

export const hasGoneOut = ({ state }: Pick<BulletinRow, 'state'>): boolean =>
  state === 'published' || state === 'recalled'

/** Authors may edit a bulletin; accounts above may read it and see who has read it. */
export const isAuthor = (
  { rights, accountId }: Caller,
  { account_id }: Pick<BulletinRow, 'account_id'>,
): boolean => rights.includes('bulletin.send') && account_id === accountId

export const present = (row: BulletinRow, caller: Caller, language: Language): Bulletin => {
  const heading = row.headings.find((one) => one.language === language) ?? row.headings[0]!
  const author = isAuthor(caller, row)
  const { received, sent } = row
  return {
    bulletinId: row.id,
    bulletinType: 2,
    title: heading.title,
    language: heading.language,
    languages: row.headings.map((one) => one.language),
    state: row.state,
    accountName: row.account_name,
    publishTime: (row.published_at ?? row.publish_at)?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
    received,
    read: !received || row.read_at !== null,
    recallReason: row.recall_reason,
    targetAccountTypes: row.target_types.map(toTargetCode),
    accountNum: sent && hasGoneOut(row) ? row.recipient_count : null,
    readNum: sent && hasGoneOut(row) ? row.read_count : null,
    anomaly: null,
    version: row.version,
    can: {
      update: author && !hasGoneOut(row),
      delete: author && !hasGoneOut(row),
      recall: author && row.state === 'published',
      seeReceipts: sent && hasGoneOut(row),
    },
  }
}

export const presentAnomaly = (anomaly: Anomaly, language: Language): Bulletin => ({
  bulletinId: anomaly.anomalyId,
  bulletinType: 1,
  title: titleIn(language, anomaly),
  language,
  languages: [language],
  state: 'published',
  accountName: anomaly.yyAccountName ?? anomaly.zzAccountName,
  publishTime: anomaly.recordTime,
  updatedAt: anomaly.recordTime,
  received: true,
  read: anomaly.read,
  recallReason: null,
  targetAccountTypes: [],
  accountNum: null,
  readNum: null,
  anomaly,
  version: 1,
  can: { update: false, delete: false, recall: false, seeReceipts: false },
})

const presentWhole = (
  row: WholeBulletin,
  files: Awaited<ReturnType<typeof listFilesOf>>,
  { caller, language }: Pick<SignedInContext, 'caller' | 'language'>,
): BulletinDetail => {
  const isTakenBack = row.state === 'recalled' && !row.sent
  return {
    ...present(row, caller, language),
    texts: row.texts.map((text) => (isTakenBack ? { ...text, body: emptyBody } : text)),
    files: isTakenBack
      ? []
      : files.map(({ id, name, bytes }) => ({ fileId: id, fileName: name, bytes })),
    targetRegions: row.target_regions.map((code) => ({ code, path: regionPath(code, language) })),
    createdByName: row.sent ? row.created_by_name : '',
    createdAt: row.created_at.toISOString(),
    recalledAt: row.recalled_at?.toISOString() ?? null,
  }
}

/** @throws not_found */
export const readBulletin = async (
  from: Db | Tx,
  context: Pick<SignedInContext, 'caller' | 'language'>,
  id: string,
): Promise<BulletinDetail> => {
  const row = (await findBulletin(from, toReader(context.caller), id)) ?? fail('not_found')
  return presentWhole(row, await listFilesOf(from, id), context)
}
