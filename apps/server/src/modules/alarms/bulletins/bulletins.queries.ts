// Bulletins that an account can see: those sent to it, and those sent by it and by accounts below.
import { sql, type Insertable, type RawBuilder, type SqlBool, type Updateable } from 'kysely'
import { bulletinList, bulletinStates } from '@swath/contract/alarms/bulletin-rows'
import type { Language } from '@swath/i18n/languages'
import type { Caller, Scope } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { contains, equals } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'
import { containing } from '../../../platform/listing/search.ts'

/** A reader, and which of the two rights of bulletins they have. */
export type Reader = {
  userId: string
  accountId: string
  scope: Scope
  receives: boolean
  sends: boolean
}

export const toReader = ({ userId, accountId, scope, rights }: Caller): Reader => ({
  userId,
  accountId,
  scope,
  receives: rights.includes('bulletin.receive'),
  sends: rights.includes('bulletin.send'),
})

const never = sql<boolean>`false`
const hasGoneOut = sql<boolean>`bulletin.state in ('published', 'recalled')`

const isReceivedBy = ({ receives }: Reader): RawBuilder<boolean> =>
  receives ? sql<boolean>`(addressed.bulletin_id is not null and ${hasGoneOut})` : never

/** Unpublished bulletins are visible to their authors only. */
const isSentBy = ({ sends, accountId, scope }: Reader): RawBuilder<boolean> =>
  sends
    ? sql<boolean>`(bulletin.account_id = ${accountId}::uuid
        or (${hasGoneOut} and ${inScope(scope, { owner: 'bulletin.account_id', region: 'author.region_code' })}))`
    : never

/** `own` states why the reader can see it: as a recipient, as a sender, or both. */
const bulletinsFor = (db: Db | Tx, reader: Reader) =>
  db
    .selectFrom('bulletin')
    .innerJoin('account as author', 'author.id', 'bulletin.account_id')
    .leftJoin('bulletin_recipient as addressed', (join) =>
      join
        .onRef('addressed.bulletin_id', '=', 'bulletin.id')
        .on('addressed.account_id', '=', reader.accountId),
    )
    .leftJoin('bulletin_read as own_read', (join) =>
      join
        .onRef('own_read.bulletin_id', '=', 'bulletin.id')
        .on('own_read.user_id', '=', reader.userId),
    )
    .innerJoinLateral(
      db.selectNoFrom([isReceivedBy(reader).as('received'), isSentBy(reader).as('sent')]).as('own'),
      (join) => join.onTrue(),
    )
    .where(sql<SqlBool>`(own.received or own.sent)`)

const isUnread = sql<boolean>`(own.received and own_read.read_at is null)`

type Heading = { language: Language; title: string }

/** Without the bodies, which can be long. */
const presented = (rows: ReturnType<typeof bulletinsFor>) =>
  rows.select([
    'bulletin.id',
    'bulletin.account_id',
    'author.name as account_name',
    'bulletin.state',
    sql<Heading[]>`(select json_agg(json_build_object(
        'language', one.text ->> 'language', 'title', one.text ->> 'title') order by one.place)
      from jsonb_array_elements(bulletin.texts) with ordinality as one (text, place))`.as(
      'headings',
    ),
    'bulletin.target_types',
    'bulletin.recipient_count',
    sql<number>`(select count(*) from bulletin_recipient
      where bulletin_recipient.bulletin_id = bulletin.id
        and bulletin_recipient.read_at is not null)`.as('read_count'),
    'bulletin.publish_at',
    'bulletin.published_at',
    'bulletin.recall_reason',
    'bulletin.updated_at',
    'bulletin.version',
    'own.received',
    'own.sent',
    'own_read.read_at',
  ])
export type BulletinRow = Awaited<
  ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>
>

/** Time of publication, done or scheduled; for a draft, of its last change. */
const moment = sql<Date>`coalesce(bulletin.published_at, bulletin.publish_at, bulletin.updated_at)`

export const bulletinRows = defineList(bulletinList, {
  from: bulletinsFor,
  select: presented,
  conditions: {
    title: (text) =>
      sql<SqlBool>`exists (select from jsonb_array_elements(bulletin.texts) one
        where one ->> 'title' ilike ${containing(text)})`,
    accountName: contains('author.name'),
    state: equals('bulletin.state'),
    box: (box) => (box === 'received' ? sql<SqlBool>`own.received` : sql<SqlBool>`own.sent`),
    read: (read) => (read === 'false' ? isUnread : sql<SqlBool>`not ${isUnread}`),
    targetAccountType: (code) =>
      sql<SqlBool>`${code === '1' ? 'manufacturer' : 'operator'} = any(bulletin.target_types)`,
    startTime: (time) => sql<SqlBool>`${moment} >= ${new Date(time)}`,
    endTime: (time) => sql<SqlBool>`${moment} <= ${new Date(time)}`,
  },
  orders: { publishTime: moment, updatedAt: sql`bulletin.updated_at` },
  countBy: { filter: 'state', states: bulletinStates, state: sql`bulletin.state` },
  ties: [{ by: sql`bulletin.id` }],
})

export const pageOfUnread = async (
  db: Db,
  reader: Reader,
  { currentPage, pageSize }: { currentPage: number; pageSize: number },
): Promise<{ rows: BulletinRow[]; total: number }> => {
  const unread = bulletinsFor(db, reader).where(isUnread).where('bulletin.state', '=', 'published')
  const [rows, { total }] = await Promise.all([
    presented(unread)
      .orderBy('bulletin.published_at', 'desc')
      .orderBy('bulletin.id')
      .limit(pageSize)
      .offset((currentPage - 1) * pageSize)
      .execute(),
    unread.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** Counting stops at `most`. Bulletins recalled before they were read are not counted. */
export const countUnreadFor = async (db: Db, reader: Reader, most: number): Promise<number> => {
  const some = bulletinsFor(db, reader)
    .where(isUnread)
    .where('bulletin.state', '=', 'published')
    .select('bulletin.id')
    .limit(most)
  const { count } = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const findBulletin = (db: Db | Tx, reader: Reader, id: string) =>
  presented(bulletinsFor(db, reader))
    .select([
      'bulletin.texts',
      'bulletin.target_regions',
      'bulletin.pictures',
      'bulletin.created_by_name',
      'bulletin.created_at',
      'bulletin.recalled_at',
    ])
    .where('bulletin.id', '=', id)
    .executeTakeFirst()
export type WholeBulletin = NonNullable<Awaited<ReturnType<typeof findBulletin>>>

/** Locks the bulletin until the transaction ends. */
export const lockBulletin = async (
  trx: Tx,
  reader: Reader,
  id: string,
): Promise<WholeBulletin | undefined> => {
  await trx.selectFrom('bulletin').where('id', '=', id).select('id').forUpdate().execute()
  return findBulletin(trx, reader, id)
}

export const insertBulletin = async (
  trx: Tx,
  bulletin: Insertable<Database['bulletin']>,
): Promise<void> => {
  await trx.insertInto('bulletin').values(bulletin).execute()
}

export const updateBulletinRow = async (
  trx: Tx,
  id: string,
  change: Updateable<Database['bulletin']>,
): Promise<void> => {
  await trx
    .updateTable('bulletin')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

export const deleteBulletinRow = async (trx: Tx, id: string): Promise<void> => {
  await trx.deleteFrom('bulletin').where('id', '=', id).execute()
}

/** Whether another bulletin of the account shows the upload too, so that it can't be released. */
export const isShownElsewhere = async (
  trx: Tx,
  accountId: string,
  id: string,
  url: string,
): Promise<boolean> =>
  (await trx
    .selectFrom('bulletin')
    .where('account_id', '=', accountId)
    .where('id', '<>', id)
    .where(sql<SqlBool>`${url} = any(pictures)`)
    .select('id')
    .executeTakeFirst()) !== undefined

/**
 * Marks as read, for the reader and their account, those of `ids` (all if null) that were sent to
 * the account. Returns how many of `ids` the reader can see.
 */
export const markBulletinsReadBy = async (
  trx: Tx,
  reader: Reader,
  ids: readonly string[] | null,
  now: Date,
): Promise<number> => {
  if (ids?.length === 0) return 0
  const wanted = bulletinsFor(trx, reader).where((eb) =>
    ids === null ? eb.val(true) : eb('bulletin.id', 'in', [...ids]),
  )
  const rows = await wanted
    .select(['bulletin.id', isUnread.as('is_unread')])
    .orderBy('bulletin.id')
    .execute()
  const unread = rows.filter(({ is_unread }) => is_unread).map(({ id }) => id)
  if (unread.length > 0) {
    await trx
      .insertInto('bulletin_read')
      .values(unread.map((id) => ({ bulletin_id: id, user_id: reader.userId, read_at: now })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await trx
      .updateTable('bulletin_recipient')
      .set({ read_at: now })
      .where('account_id', '=', reader.accountId)
      .where('bulletin_id', 'in', unread)
      .where('read_at', 'is', null)
      .execute()
  }
  return rows.length
}
