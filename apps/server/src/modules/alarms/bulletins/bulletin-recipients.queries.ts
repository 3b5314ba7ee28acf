// Recipients of a bulletin, and which of them have read it.
import { sql, type SqlBool } from 'kysely'
import { bulletinReceiptList } from '@swath/contract/alarms/bulletin-rows'
import type { FiltersOf } from '@swath/contract/list'
import { regionPrefix } from '@swath/domain/region-code'
import { withinRegion } from '../../../platform/access/scope.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { contains, equals } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'

export type TargetType = 'manufacturer' | 'operator'
export type Targets = { types: readonly string[]; regions: readonly string[] }

const findSender = (db: Db | Tx, accountId: string) =>
  db
    .selectFrom('account')
    .where('id', '=', accountId)
    .select(['id', 'type', 'path', 'region_code', 'parent_id', 'tag'])
    .executeTakeFirstOrThrow()
type Sender = Awaited<ReturnType<typeof findSender>>

/**
 * Bulletins of the service reach everyone, those of a government its region, all others the
 * accounts below the sender. Those of a maker also reach the owners and tenants of its drones,
 * which are not below it.
 */
const isReachedBy = ({ id, type, path, region_code, parent_id, tag }: Sender) => {
  if (type === 'platform' && parent_id === null && tag === null) return sql<SqlBool>`true`
  if (type === 'government') return withinRegion('account.region_code', regionPrefix(region_code))
  const below = sql<SqlBool>`account.path like ${`${path}%`}`
  return type === 'manufacturer'
    ? sql<SqlBool>`(${below} or exists (select from drone where drone.manufacturer_id = ${id}::uuid
        and (drone.operator_id = account.id or drone.tenant_id = account.id)))`
    : below
}

const recipientsOf = async (db: Db | Tx, accountId: string, { types, regions }: Targets) => {
  const sender = await findSender(db, accountId)
  return db
    .selectFrom('account')
    .where('account.type', 'in', types.length > 0 ? (types as TargetType[]) : ['platform'])
    .where(sql<SqlBool>`${types.length > 0}`)
    .where('account.enabled', '=', true)
    .where('account.check_status', '=', 2)
    .where('account.id', '<>', accountId)
    .where(isReachedBy(sender))
    .where((eb) =>
      regions.length === 0
        ? eb.val(true)
        : eb.or(regions.map((code) => withinRegion('account.region_code', regionPrefix(code)))),
    )
}

/** Number of recipients of each account type. */
export const countRecipients = async (
  db: Db,
  accountId: string,
  targets: Targets,
): Promise<Record<TargetType, number>> => {
  const rows = await (
    await recipientsOf(db, accountId, targets)
  )
    .select((eb) => ['account.type', eb.fn.countAll<number>().as('count')])
    .groupBy('account.type')
    .execute()
  const count = (type: TargetType): number => rows.find((row) => row.type === type)?.count ?? 0
  return { manufacturer: count('manufacturer'), operator: count('operator') }
}

/** Addresses a bulletin to all accounts that it reaches now. @returns their number */
export const addressTo = async (
  trx: Tx,
  bulletin: { id: string; accountId: string },
  targets: Targets,
): Promise<number> => {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('bulletin_recipient')
    .columns(['account_id', 'bulletin_id'])
    .expression(
      (await recipientsOf(trx, bulletin.accountId, targets)).select((eb) => [
        'account.id',
        eb.val(bulletin.id).$castTo<string>().as('bulletin_id'),
      ]),
    )
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0)
}

const recipientsFor = (db: Db | Tx, bulletinId: string) =>
  db
    .selectFrom('bulletin_recipient')
    .innerJoin('account', 'account.id', 'bulletin_recipient.account_id')
    .where('bulletin_recipient.bulletin_id', '=', bulletinId)

export const receiptRows = defineList(bulletinReceiptList, {
  from: recipientsFor,
  select: (rows) =>
    rows.select([
      'account.id',
      'account.name',
      'account.type',
      'account.region_code',
      'bulletin_recipient.read_at',
    ]),
  conditions: {
    bulletinId: equals('bulletin_recipient.bulletin_id'),
    accountName: contains('account.name'),
    hasRead: (read) =>
      read === 'true'
        ? sql<SqlBool>`bulletin_recipient.read_at is not null`
        : sql<SqlBool>`bulletin_recipient.read_at is null`,
  },
  orders: { accountName: sql`account.name`, readAt: sql`bulletin_recipient.read_at` },
  ties: [{ by: sql`account.name`, direction: 'asc' }, { by: sql`account.id` }],
})

/** People of these accounts who can sign in, with the time when each read the bulletin. */
export const listPeople = (db: Db, bulletinId: string, accountIds: readonly string[]) =>
  db
    .selectFrom('app_user')
    .leftJoin('bulletin_read', (join) =>
      join
        .onRef('bulletin_read.user_id', '=', 'app_user.id')
        .on('bulletin_read.bulletin_id', '=', bulletinId),
    )
    .where('app_user.account_id', 'in', [...accountIds])
    .where('app_user.enabled', '=', true)
    .where('app_user.deleted_at', 'is', null)
    .select([
      'app_user.account_id',
      'app_user.name',
      'app_user.user_type',
      'app_user.rights',
      'bulletin_read.read_at',
    ])
    .orderBy('app_user.name')
    .orderBy('app_user.id')
    .execute()

/**
 * Number of accounts that match the filters, of those that have read the bulletin, and of readers.
 */
export const sumReceipts = (
  db: Db,
  bulletinId: string,
  filters: FiltersOf<typeof bulletinReceiptList>,
) =>
  receiptRows
    .matching(db, bulletinId, filters)
    .select((eb) => [
      eb.fn.countAll<number>().as('accounts'),
      eb.fn.count<number>('bulletin_recipient.read_at').as('read'),
      sql<number>`coalesce(sum((select count(*)
        from bulletin_read join app_user on app_user.id = bulletin_read.user_id
        where bulletin_read.bulletin_id = ${bulletinId}::uuid
          and app_user.account_id = account.id)), 0)::int`.as('people'),
    ])
    .executeTakeFirstOrThrow()

/** Those of these accounts to which the bulletin was sent. */
export const listAddressed = async (
  db: Db,
  bulletinId: string,
  accountIds: readonly string[],
): Promise<string[]> => {
  if (accountIds.length === 0) return []
  const rows = await db
    .selectFrom('bulletin_recipient')
    .where('bulletin_id', '=', bulletinId)
    .where(sql<SqlBool>`account_id = any(${accountIds}::uuid[])`)
    .select('account_id')
    .execute()
  return rows.map(({ account_id }) => account_id)
}

/** Locks scheduled bulletins that are due until the transaction ends. */
export const lockDue = (trx: Tx, now: Date, limit: number) =>
  trx
    .selectFrom('bulletin')
    .where('state', '=', 'scheduled')
    .where('publish_at', '<=', now)
    .select([
      'id',
      'account_id',
      'target_types',
      'target_regions',
      'created_by',
      'created_by_name',
      sql<string>`texts -> 0 ->> 'title'`.as('title'),
    ])
    .orderBy('publish_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
