import {
  sql,
  type ExpressionBuilder,
  type Insertable,
  type RawBuilder,
  type SqlBool,
  type Updateable,
} from 'kysely'
import { fromAccountTypeCode } from '@swath/contract/people/account-type-codes'
import { accountList } from '@swath/contract/people/accounts'
import type { FiltersOf, SortOf } from '@swath/contract/list'
import type { Caller } from '@swath/domain/access/caller'
import { accountTypes, type AccountType } from '@swath/domain/access/screens'
import { regionPrefix } from '@swath/domain/region-code'
import { withinRegion } from '../../../platform/access/scope.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import {
  conditionsFor,
  contains,
  equals,
  equalsNumber,
  type Conditions,
} from '../../../platform/listing/conditions.queries.ts'
import { inParts } from '../../../platform/listing/in-parts.ts'
import { nameIndexes } from '../../../platform/listing/name-index.queries.ts'
import {
  hasSimilarId,
  type NamedRow,
  type SimilarAsked,
  type SimilarNames,
} from '../../../platform/listing/similar-names.queries.ts'
import { countEach } from '../../../platform/listing/state-counts.queries.ts'
import { containing, parseSort } from '../../../platform/listing/search.ts'

/** The viewer of accounts, and their own account's position in the tree. */
export type Viewer = Pick<Caller, 'accountId' | 'scope' | 'regionCode'> & { path: string }

type Filters = FiltersOf<typeof accountList> & SimilarAsked
type AccountFilters = Filters & { order?: Order | undefined }
type Order = SortOf<typeof accountList> | `-${SortOf<typeof accountList>}`

export const readViewer = async (db: Db | Tx, caller: Caller): Promise<Viewer> => {
  const { path } = await db
    .selectFrom('account')
    .where('id', '=', caller.accountId)
    .select('path')
    .executeTakeFirstOrThrow()
  return { accountId: caller.accountId, scope: caller.scope, regionCode: caller.regionCode, path }
}

/** Condition for paths below a path: in the "C" collation, '0' follows '/'. */
export const below = (path: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(account.path > ${path} and account.path < ${`${path.slice(0, -1)}0`})`

/**
 * Accounts that a viewer can see, except their own: those below; for a government also companies
 * and farmers in its region, and governments of its parts. Platforms are above companies, so that
 * no government can see one.
 */
export const visibleTo = ({ accountId, scope, regionCode, path }: Viewer): RawBuilder<SqlBool> => {
  if (scope.kind === 'all') return sql<SqlBool>`account.id <> ${accountId}`
  if (scope.kind === 'accounts') return below(path)
  return sql<SqlBool>`(${below(path)}
    or (${withinRegion('account.region_code', scope.prefix)}
      and (account.type in ('manufacturer', 'operator', 'farmer')
    or (account.type = 'government' and account.region_code <> ${regionCode}))))`
}

const accountsFor = (db: Db | Tx, viewer: Viewer) =>
  db.selectFrom('account').where(visibleTo(viewer))

const superAdminPhone = (pattern: string) => sql<SqlBool>`account.id in (
  select admin.account_id
  from app_user admin
  where admin.user_type = 1 and (admin.phone ilike ${pattern} or admin.email ilike ${pattern}))`

export const similarAccounts: SimilarNames = {
  index: nameIndexes.account,
  id: 'account.id',
  type: 'uuid',
}

const ofAccounts = (viewer: Viewer): Conditions<Filters> => ({
  similarIds: hasSimilarId(similarAccounts),
  accountType: (code) => equals('account.type')(fromAccountTypeCode(Number(code))!),
  teamType: (code) => equals('account.operator_type')(code === '1' ? 'team' : 'personal'),
  accountName: contains('account.name'),
  contactName: contains('account.contact_name'),
  userPhone: (text) => superAdminPhone(containing(text)),
  search: (text) =>
    sql<SqlBool>`(account.name ilike ${containing(text)}
      or account.contact_name ilike ${containing(text)}
      or account.contact_phone ilike ${containing(text)})`,
  isAll: (all) =>
    all === 'false' ? sql<SqlBool>`account.parent_id = ${viewer.accountId}` : sql<SqlBool>`true`,
  checkStatus: equalsNumber('account.check_status'),
  enabled: (value) => equals('account.enabled')(value === 'true'),
  region: (region) => withinRegion('account.region_code', regionPrefix(region)),
})

const matching =
  (viewer: Viewer, filters: AccountFilters) => (eb: ExpressionBuilder<Database, 'account'>) =>
    eb.and(conditionsFor(ofAccounts(viewer), filters))

/** Accounts of the other filters, to compare their names. */
export const findNamedAccounts =
  (db: Db, viewer: Viewer, filters: AccountFilters) =>
  (condition: RawBuilder<SqlBool>, limit: number): Promise<NamedRow[]> =>
    accountsFor(db, viewer)
      .where(matching(viewer, { ...filters, search: undefined }))
      .where(condition)
      .select(['account.id', 'account.name'])
      .limit(limit)
      .execute()

export type AccountRecord = Awaited<ReturnType<typeof listRecords>>[number]

/** All displayed data of these accounts, in the order of the ids. */
const listRecords = (db: Db | Tx, ids: readonly string[]) =>
  db
    .selectFrom('account')
    .leftJoin('account as parent', 'parent.id', 'account.parent_id')
    .where(sql<SqlBool>`account.id = any(${ids}::uuid[])`)
    .selectAll('account')
    .select([
      'parent.name as parent_name',
      'parent.type as parent_type',
      'parent.region_code as parent_region',
    ])
    .select([
      sql<number>`(select count(*)
        from drone
        where drone.manufacturer_id = account.id
          or drone.operator_id = account.id
          or drone.tenant_id = account.id)`.as('drone_num'),
      sql<number>`(select count(*)
        from app_user
        where app_user.account_id = account.id and app_user.deleted_at is null)`.as('member_num'),
      sql<{
        phone: string | null
        email: string | null
      } | null>`(select jsonb_build_object('phone', admin.phone, 'email', admin.email)
        from app_user admin
        where admin.account_id = account.id and admin.user_type = 1 and admin.deleted_at is null
        order by admin.created_at, admin.id
        limit 1)`.as('super_admin'),
    ])
    .orderBy(sql`array_position(${ids}::uuid[], account.id)`)
    .execute()

type Counts = { account_id: string; number: number }
const counted = {
  droneNum: sql<Counts>`(select account_id, count(*) as number from (
    select manufacturer_id as account_id from drone
    union all select operator_id from drone where operator_id <> manufacturer_id
    union all
    select tenant_id from drone
    where tenant_id is not null
      and tenant_id <> manufacturer_id
      and tenant_id is distinct from operator_id
  ) as one group by account_id)`,
  memberNum: sql<Counts>`(select account_id, count(*) as number
    from app_user
    where deleted_at is null
    group by account_id)`,
} as const

const pageOfKeys = async (
  db: Db,
  viewer: Viewer,
  filters: AccountFilters,
  page: { currentPage: number; pageSize: number },
): Promise<string[]> => {
  const { field, descending } = parseSort<SortOf<typeof accountList>>(
    filters.order,
    accountList.defaultSort,
  )
  const direction = descending ? ('desc' as const) : ('asc' as const)
  const wanted = accountsFor(db, viewer)
    .where(matching(viewer, filters))
    .select('account.id')
    .limit(page.pageSize)
    .offset((page.currentPage - 1) * page.pageSize)
  const keys =
    field === 'accountName' || field === 'createdAt'
      ? await wanted
          .orderBy(field === 'accountName' ? 'account.name' : 'account.created_at', direction)
          .orderBy('account.id', direction)
          .execute()
      : // Counted once for all, not once for each account that a page passes over.
        await wanted
          .leftJoin(counted[field].as('counted'), 'counted.account_id', 'account.id')
          .orderBy(sql`coalesce(counted.number, 0)`, direction)
          .orderBy('account.id', direction)
          .execute()
  return keys.map(({ id }) => id)
}

export const pageOfAccounts = async (
  db: Db,
  viewer: Viewer,
  filters: AccountFilters,
  page: { currentPage: number; pageSize: number },
) => {
  const [rows, counts, { pending }] = await Promise.all([
    pageOfKeys(db, viewer, filters, page).then((ids) => listRecords(db, ids)),
    accountsFor(db, viewer)
      .where(matching(viewer, { ...filters, accountType: undefined }))
      .select(countEach(accountTypes, sql.ref('account.type')))
      .executeTakeFirstOrThrow(),
    accountsFor(db, viewer)
      .where(matching(viewer, { ...filters, checkStatus: '1' }))
      .select((eb) => eb.fn.countAll<number>().as('pending'))
      .executeTakeFirstOrThrow(),
  ])
  const type = filters.accountType && fromAccountTypeCode(Number(filters.accountType))
  const shown: readonly AccountType[] = type ? [type] : accountTypes
  return { rows, counts, pending, total: shown.reduce((sum, one) => sum + counts[one], 0) }
}

/** All filtered accounts, newest first, 500 at a time. */
export const eachAccount = async function* (
  db: Db,
  viewer: Viewer,
  filters: AccountFilters,
): AsyncGenerator<AccountRecord> {
  const parts = inParts<{ id: string }>(500, (last) =>
    accountsFor(db, viewer)
      .where(matching(viewer, filters))
      .where((eb) => (last ? eb('account.id', '<', last.id) : eb.val(true)))
      .select('account.id')
      .orderBy('account.id', 'desc')
      .limit(500)
      .execute(),
  )
  for await (const keys of parts)
    yield* await listRecords(
      db,
      keys.map(({ id }) => id),
    )
}

const findRecord = async (
  db: Db | Tx,
  id: string | undefined,
): Promise<AccountRecord | undefined> =>
  id === undefined ? undefined : (await listRecords(db, [id]))[0]

/** An account that the viewer can see, other than their own. */
export const findAccount = async (
  db: Db | Tx,
  viewer: Viewer,
  id: string,
): Promise<AccountRecord | undefined> =>
  findRecord(
    db,
    (
      await accountsFor(db, viewer)
        .where('account.id', '=', id)
        .select('account.id')
        .executeTakeFirst()
    )?.id,
  )

/** `locked`: locks it until the transaction ends. */
export const findOwnAccount = async (
  db: Db | Tx,
  accountId: string,
  held?: 'locked',
): Promise<AccountRecord | undefined> => {
  if (held)
    await db.selectFrom('account').where('id', '=', accountId).select('id').forUpdate().execute()
  return findRecord(db, accountId)
}

/** Figures for the page of an account. */
export const readFigures = (db: Db | Tx, { id, path }: { id: string; path: string }) =>
  db
    .selectNoFrom([
      sql<number>`(select count(*) from account where ${below(path)})`.as('subAccounts'),
      sql<number>`(select count(*) from plot where plot.account_id = ${id}::uuid)`.as('plots'),
    ])
    .executeTakeFirstOrThrow()

/** Locks the row until the transaction ends, so that concurrent changes are serialized. */
export const lockAccount = (trx: Tx, viewer: Viewer, id: string) =>
  accountsFor(trx, viewer)
    .where('account.id', '=', id)
    .selectAll('account')
    .forUpdate('account')
    .executeTakeFirst()

export const regionExists = async (db: Db | Tx, code: string): Promise<boolean> =>
  (await db.selectFrom('region').where('code', '=', code).select('code').executeTakeFirst()) !==
  undefined

/** @returns false if its host or its tag is taken, by any account */
export const insertAccount = async (
  trx: Tx,
  account: Insertable<Database['account']>,
): Promise<boolean> =>
  (
    await trx
      .insertInto('account')
      .values(account)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
  ).length === 1

export const tagExists = async (db: Db | Tx, tag: string): Promise<boolean> =>
  (await db.selectFrom('account').where('tag', '=', tag).select('id').executeTakeFirst()) !==
  undefined

/** @returns false if the phone number or the e-mail address is taken */
export const insertSuperAdmin = async (
  trx: Tx,
  person: Insertable<Database['app_user']>,
): Promise<boolean> =>
  (
    await trx
      .insertInto('app_user')
      .values(person)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
  ).length === 1

export const writeAccount = async (
  trx: Tx,
  id: string,
  change: Updateable<Database['account']>,
): Promise<void> => {
  await trx
    .updateTable('account')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** The people of an account; with `andBelow` also of all accounts below it. */
export const listPeople = async (
  trx: Tx,
  { id, path }: { id: string; path: string },
  andBelow?: 'andBelow',
): Promise<string[]> => {
  const people = trx.selectFrom('app_user').select('app_user.id')
  const found = andBelow
    ? await people
        .innerJoin('account', 'account.id', 'app_user.account_id')
        .where((eb) => eb.or([eb('account.id', '=', id), below(path)]))
        .execute()
    : await people.where('account_id', '=', id).execute()
  return found.map((person) => person.id)
}

/** Screens removed from a sub-platform are removed from the sub-platforms below it too. */
export const narrowBelow = async (
  trx: Tx,
  path: string,
  screens: readonly string[],
): Promise<void> => {
  await trx
    .updateTable('account')
    .set({
      screens: sql<string[]>`array(select kept
        from unnest(coalesce(account.screens, ${screens}::text[])) kept
        where kept = any(${screens}::text[]))`,
    })
    .where('tag', 'is not', null)
    .where(below(path))
    .execute()
}
