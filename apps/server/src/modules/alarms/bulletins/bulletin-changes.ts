// Writing, publishing and recalling bulletins.
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { listPictures } from '@swath/contract/alarms/bulletin-body'
import type { BulletinText } from '@swath/contract/alarms/bulletin-rows'
import type { BulletinInput } from '@swath/contract/alarms/bulletins'
import { nothing, type RowKind } from '../../../platform/change/change.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import type { EventBus } from '../../../platform/events/events.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { claimFile, releaseFile } from '../../people/public.ts'
import { attachFiles, listFilesOf } from './bulletin-files.queries.ts'
import { hasGoneOut, isAuthor, readBulletin, targetTypes } from './bulletin-presenters.ts'
import { addressTo } from './bulletin-recipients.queries.ts'
import type { Calls, Deps } from './bulletin-deps.ts'
import {
  deleteBulletinRow,
  insertBulletin,
  isShownElsewhere,
  lockBulletin,
  toReader,
  updateBulletinRow,
  type WholeBulletin,
} from './bulletins.queries.ts'

type Input = z.output<typeof BulletinInput>
type Kept = { id: string; accountId: string }

const nameStates = { draft: 'draft', schedule: 'scheduled', publish: 'published' } as const

const bulletinKind: RowKind<WholeBulletin, 'update' | 'recall'> = {
  type: 'bulletin',
  lock: (trx, { caller }, id) => lockBulletin(trx, toReader(caller), id),
  refusal: ({ caller }, row, ability) => {
    if (!isAuthor(caller, row)) return 'forbidden'
    if (ability === 'recall') return row.state === 'published' ? null : 'bulletin_not_published'
    return hasGoneOut(row) ? 'bulletin_gone_out' : null
  },
  identify: ({ id, headings }) => ({ id, name: headings[0]!.title }),
  readVersion: ({ version }) => version,
}

/** Sorts keys, because the database reorders the fields of JSON objects. */
const inOneOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** The log holds enough of a text to detect a change, not the full text. */
const toLoggedText = ({ language, title, body }: BulletinText) => ({
  language,
  title,
  digest: createHash('sha256').update(JSON.stringify(body, inOneOrder)).digest('hex').slice(0, 16),
})

const toLoggedFields = (row: WholeBulletin, fileIds: readonly string[]) => ({
  texts: row.texts.map(toLoggedText),
  targetAccountTypes: row.target_types,
  targetRegions: row.target_regions,
  publishTime: row.publish_at?.toISOString() ?? null,
  state: row.state,
  fileIds: fileIds.toSorted(),
})

const namedTypes = ({ targetAccountTypes }: Input): string[] =>
  [...new Set(targetAccountTypes)].toSorted((a, b) => a - b).map((code) => targetTypes[code])
/** A draft may already have a publication time. */
const toPublishAt = ({ publishTime, opr }: Input): Date | null =>
  publishTime === null || opr === 'publish' ? null : new Date(publishTime)

const toAsked = (input: Input) => ({
  texts: input.texts.map(toLoggedText),
  targetAccountTypes: namedTypes(input),
  targetRegions: input.targetRegions,
  publishTime: toPublishAt(input)?.toISOString() ?? null,
  state: nameStates[input.opr],
  fileIds: [...new Set(input.fileIds)].toSorted(),
})

const toColumns = (input: Input, now: Date) => ({
  state: input.opr === 'schedule' ? ('scheduled' as const) : ('draft' as const),
  texts: JSON.stringify(input.texts),
  target_types: namedTypes(input),
  target_regions: input.targetRegions,
  pictures: picturesOf(input.texts),
  publish_at: toPublishAt(input),
  updated_at: now,
})

const picturesOf = (texts: readonly BulletinText[]): string[] => [
  ...new Set(texts.flatMap(({ body }) => listPictures(body))),
]

/** Assigns the pictures in the texts to the account, and releases those no longer used. */
const keepPictures = async (
  trx: Tx,
  { id, accountId }: Kept,
  { before, after, now }: { before: readonly string[]; after: readonly string[]; now: Date },
): Promise<void> => {
  for (const url of after)
    await claimFile(trx, url, { accountId, purpose: 'bulletin', field: 'texts' })
  for (const url of before)
    if (!after.includes(url) && !(await isShownElsewhere(trx, accountId, id, url)))
      await releaseFile(trx, url, { accountId, now })
}

/** Addresses the bulletin to all accounts that it reaches at this moment. */
const letGoOut = async (
  trx: Tx,
  kept: Kept,
  targets: { types: readonly string[]; regions: readonly string[] },
  now: Date,
): Promise<void> => {
  const count = await addressTo(trx, kept, targets)
  if (count === 0) fail('bulletin_reaches_nobody')
  await updateBulletinRow(trx, kept.id, {
    state: 'published',
    published_at: now,
    publish_at: null,
    recipient_count: count,
  })
}

/** Saves the pictures and files of the bulletin, and publishes it if it is due. */
const finish = async (
  trx: Tx,
  kept: Kept,
  input: Input,
  before: readonly string[],
  now: Date,
): Promise<void> => {
  const fileIds = [...new Set(input.fileIds)]
  if (!(await attachFiles(trx, kept, fileIds, now))) fail('not_found')
  await keepPictures(trx, kept, { before, after: picturesOf(input.texts), now })
  if (input.opr === 'publish')
    await letGoOut(trx, kept, { types: namedTypes(input), regions: input.targetRegions }, now)
}

const tellOf = (bulletinId: string, input: Input) => (events: EventBus) => {
  if (input.opr === 'publish') events.emit('bulletinSent', { bulletinId })
}

/** To publish at once there is a separate action, so a past time is a mistake. */
const refusePast = ({ opr, publishTime }: Input, nowMs: number): void => {
  if (opr === 'schedule' && Date.parse(publishTime!) <= nowMs)
    fail('invalid_input', {}, [{ path: 'publishTime', message: 'publishTimePast' }])
}

/** Names of the actions in the log. */
const loggedAs = {
  draft: 'bulletin.draft',
  schedule: 'bulletin.schedule',
  publish: 'bulletin.publish',
} as const

export const addBulletin =
  ({ clock, record }: Deps): Calls['addBulletin'] =>
  async ({ body }, context) => {
    const { caller } = context
    refusePast(body, clock.now())
    const kept = { id: uuidv7(clock.now()), accountId: caller.accountId }
    return record(context, async (trx, now) => ({
      action: loggedAs[body.opr],
      object: { type: bulletinKind.type, id: kept.id, name: body.texts[0]!.title },
      details: { after: toAsked(body) },
      write: async () => {
        await insertBulletin(trx, {
          ...toColumns(body, now),
          id: kept.id,
          account_id: caller.accountId,
          created_by: caller.userId,
          created_by_name: caller.userName,
          created_at: now,
        })
        await finish(trx, kept, body, [], now)
      },
      answer: () => readBulletin(trx, context, kept.id),
      tell: tellOf(kept.id, body),
    }))
  }

export const updateBulletin =
  ({ clock, change }: Deps): Calls['updateBulletin'] =>
  async ({ body: { bulletinId: id, version, ...body } }, context) => {
    refusePast(body, clock.now())
    const asked = { id, version, to: 'update', action: loggedAs[body.opr] } as const
    return change(context, bulletinKind, asked, async (trx, row, now) => {
      const files = await listFilesOf(trx, id)
      return {
        name: body.texts[0]!.title,
        before: toLoggedFields(
          row,
          files.map((file) => file.id),
        ),
        after: toAsked(body),
        write: async () => {
          await updateBulletinRow(trx, id, toColumns(body, now))
          await finish(trx, { id, accountId: row.account_id }, body, row.pictures, now)
        },
        answer: () => readBulletin(trx, context, id),
        tell: tellOf(id, body),
      }
    })
  }

export const recallBulletin =
  ({ change }: Deps): Calls['recallBulletin'] =>
  ({ body: { bulletinId: id, version, reason } }, context) => {
    const asked = { id, version, to: 'recall', action: 'bulletin.recall' } as const
    return change(context, bulletinKind, asked, async (trx, _row, now) => ({
      details: { reason },
      write: () =>
        updateBulletinRow(trx, id, {
          state: 'recalled',
          recalled_at: now,
          recall_reason: reason,
          updated_at: now,
        }),
      answer: () => readBulletin(trx, context, id),
      tell: (events) => events.emit('bulletinSent', { bulletinId: id }),
    }))
  }

export const deleteBulletin =
  ({ change }: Deps): Calls['deleteBulletin'] =>
  ({ params: { bulletinId: id } }, context) => {
    const asked = { id, to: 'update', action: 'bulletin.delete' } as const
    return change(context, bulletinKind, asked, async (trx, row, now) => ({
      details: { before: toLoggedFields(row, []) },
      write: async () => {
        const kept = { id, accountId: row.account_id }
        await attachFiles(trx, kept, [], now)
        await keepPictures(trx, kept, { before: row.pictures, after: [], now })
        await deleteBulletinRow(trx, id)
      },
      answer: nothing,
    }))
  }
