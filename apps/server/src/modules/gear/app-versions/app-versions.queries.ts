import { sql, type RawBuilder } from 'kysely'
import { appVersionList, type AppVersion } from '@swath/contract/gear/app-versions'
import type { Caller, Scope } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { contains, equals } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'

export type AppVersionFields = Pick<
  AppVersion,
  'platform' | 'versionName' | 'url' | 'sha256' | 'notes' | 'isMinimum'
> & { order: number[] }

/**
 * Versions are compared as arrays of numbers; of two with the same beginning, the shorter is less.
 */
const state: RawBuilder<AppVersion['state']> = sql<AppVersion['state']>`case
  when offered.version_order < (select max(least_one.version_order) from app_version least_one
    where least_one.account_id = offered.account_id and least_one.platform = offered.platform
      and least_one.is_minimum) then 'outdated'
  when offered.version_order = (select max(newest.version_order) from app_version newest
    where newest.account_id = offered.account_id and newest.platform = offered.platform)
    then 'newest'
  else 'usable' end`

const versionsFor = (db: Db | Tx, scope: Scope) =>
  db
    .selectFrom('app_version as offered')
    .innerJoin('account', 'account.id', 'offered.account_id')
    .where(inScope(scope, { owner: 'offered.account_id' }))

const presented = (rows: ReturnType<typeof versionsFor>) =>
  rows.select([
    'offered.id',
    'offered.account_id',
    'account.name as account_name',
    'offered.platform',
    'offered.version_name',
    'offered.version_order',
    'offered.url',
    'offered.sha256',
    'offered.notes',
    'offered.is_minimum',
    'offered.published_at',
    'offered.version',
    state.as('state'),
  ])
export type AppVersionRow = Awaited<
  ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>
>

export const appVersionRows = defineList(appVersionList, {
  from: versionsFor,
  select: presented,
  conditions: {
    platform: equals('offered.platform'),
    versionName: contains('offered.version_name'),
    accountName: contains('account.name'),
  },
  orders: { versionName: sql`offered.version_order`, publishedAt: sql`offered.published_at` },
  ties: [{ by: sql`offered.id` }],
})

const shownAtMost = 24

/** The latest versions, those of the account first. */
export const listCurrent = (db: Db, { scope, accountId }: Pick<Caller, 'scope' | 'accountId'>) =>
  presented(versionsFor(db, scope))
    .where(sql<boolean>`${state} = 'newest'`)
    .select([
      sql<boolean>`offered.account_id = ${accountId}::uuid`.as('is_own'),
      sql<string | null>`(select least_one.version_name from app_version least_one
        where least_one.account_id = offered.account_id
          and least_one.platform = offered.platform and least_one.is_minimum
        order by least_one.version_order desc limit 1)`.as('minimum_name'),
    ])
    .orderBy('is_own', 'desc')
    .orderBy('account.name')
    .orderBy('offered.platform')
    .orderBy('offered.id')
    .limit(shownAtMost)
    .execute()

export const findVersion = (trx: Tx, scope: Scope, id: string) =>
  presented(versionsFor(trx, scope).where('offered.id', '=', id)).executeTakeFirst()

/** Locks the version until the transaction ends. */
export const lockVersion = (trx: Tx, scope: Scope, id: string) =>
  presented(versionsFor(trx, scope).where('offered.id', '=', id))
    .forUpdate('offered')
    .executeTakeFirst()

export const isVersionTaken = async (
  trx: Tx,
  {
    id,
    accountId,
    platform,
    order,
  }: { id: string; accountId: string } & Pick<AppVersionFields, 'platform' | 'order'>,
): Promise<boolean> =>
  (await trx
    .selectFrom('app_version')
    .where('account_id', '=', accountId)
    .where('platform', '=', platform)
    .where(sql<boolean>`version_order = ${order}::integer[]`)
    .where('id', '<>', id)
    .select('id')
    .executeTakeFirst()) !== undefined

const toColumns = (fields: AppVersionFields) => ({
  platform: fields.platform,
  version_name: fields.versionName,
  version_order: fields.order,
  url: fields.url,
  sha256: fields.sha256 || null,
  notes: fields.notes,
  is_minimum: fields.isMinimum,
})

export const insertVersion = (
  trx: Tx,
  version: AppVersionFields & { id: string; accountId: string; now: Date },
) =>
  trx
    .insertInto('app_version')
    .values({
      id: version.id,
      account_id: version.accountId,
      ...toColumns(version),
      published_at: version.now,
    })
    .execute()

export const updateVersion = (trx: Tx, id: string, fields: AppVersionFields) =>
  trx
    .updateTable('app_version')
    .set({ ...toColumns(fields), version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

export const deleteVersion = (trx: Tx, id: string) =>
  trx.deleteFrom('app_version').where('id', '=', id).execute()

/**
 * Versions offered by the drone's maker for a platform; without any, those of the nearest account
 * above it. Newest first.
 */
export const listOffered = async (
  db: Db,
  droneId: string,
  platform: AppVersionFields['platform'],
) => {
  const { rows } = await sql<{ account_id: string }>`
    with recursive upwards as (
      select account.id, account.parent_id, 0 as step
      from drone join account on account.id = drone.manufacturer_id where drone.id = ${droneId}
      union all
      select account.id, account.parent_id, upwards.step + 1
      from account join upwards on account.id = upwards.parent_id)
    select upwards.id as account_id from upwards
    where exists (select from app_version
      where app_version.account_id = upwards.id and app_version.platform = ${platform})
    order by upwards.step limit 1`.execute(db)
  const [offering] = rows
  if (!offering) return []
  return db
    .selectFrom('app_version')
    .where('account_id', '=', offering.account_id)
    .where('platform', '=', platform)
    .select([
      'version_name',
      'version_order',
      'url',
      'sha256',
      'notes',
      'is_minimum',
      'published_at',
    ])
    .orderBy('version_order', 'desc')
    .limit(200)
    .execute()
}
