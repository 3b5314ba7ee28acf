import { sql, type ExpressionBuilder, type Insertable, type RawBuilder, type SqlBool } from 'kysely'
import { accountApplicationList } from '@swath/contract/people/account-applications'
import { type AccountFacts } from '@swath/contract/people/account-fields'
import type { FiltersOf, SortOf } from '@swath/contract/list'
import type { Caller } from '@swath/domain/access/caller'
import { withinRegion } from '../../../platform/access/scope.queries.ts'
import { aboveOrSame } from '../../../platform/auth/ancestors.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import {
  anyOf,
  conditionsFor,
  contains,
  equals,
  equalsNumber,
  named,
  type Conditions,
} from '../../../platform/listing/conditions.queries.ts'
import { inParts } from '../../../platform/listing/in-parts.ts'
import { parseSort } from '../../../platform/listing/search.ts'
import { below, readViewer, type Viewer } from './accounts.queries.ts'

type Filters = FiltersOf<typeof accountApplicationList>
type Sort = SortOf<typeof accountApplicationList>
type ApplicationFilters = Filters & { order?: Sort | `-${Sort}` | undefined }
const sortColumn = {
  applyTime: 'account_application.submitted_at',
  accountName: 'account.name',
} as const satisfies Record<Sort, string>

/**
 * Applications of accounts below; for a government also those of companies and farmers in its
 * region.
 */
const reviewableBy = ({ accountId, scope, path }: Viewer): RawBuilder<SqlBool> => {
  if (scope.kind === 'all') return sql<SqlBool>`account.id <> ${accountId}`
  if (scope.kind === 'accounts') return below(path)
  return sql<SqlBool>`(${below(path)}
    or (${withinRegion('account.region_code', scope.prefix)}
      and account.type in ('manufacturer', 'operator', 'farmer')))`
}

const applications = (db: Db | Tx) =>
  db
    .selectFrom('account_application')
    .innerJoin('account', 'account.id', 'account_application.account_id')
const applicationsFor = (db: Db | Tx, viewer: Viewer) =>
  applications(db).where(reviewableBy(viewer))

const byName = {
  accountName: contains('account.name'),
  contactName: contains('account.contact_name'),
  applicantName: named('account_application.submitted_by', 'app_user'),
}
const ofApplications: Conditions<Filters> = {
  ...byName,
  search: anyOf(...Object.values(byName)),
  accountId: equals('account.id'),
  applyType: equalsNumber('account_application.type'),
  applyStatus: equalsNumber('account_application.status'),
}
const matching =
  (filters: Filters) => (eb: ExpressionBuilder<Database, 'account_application' | 'account'>) =>
    eb.and(conditionsFor(ofApplications, filters))

export type ApplicationRecord = Awaited<ReturnType<typeof listRecords>>[number]

const listRecords = (db: Db | Tx, ids: readonly string[]) =>
  applications(db)
    .leftJoin('app_user as applicant', 'applicant.id', 'account_application.submitted_by')
    .where(sql<SqlBool>`account_application.id = any(${ids}::uuid[])`)
    .selectAll('account_application')
    .select([
      'applicant.name as applicant_name',
      'account.name as account_name',
      'account.type as account_type',
      'account.path',
      'account.region_code',
      'account.contact_name',
      'account.custom_domain',
      sql<{
        phone: string | null
        email: string | null
      } | null>`(select jsonb_build_object('phone', admin.phone, 'email', admin.email)
        from app_user admin
        where admin.account_id = account.id and admin.user_type = 1 and admin.deleted_at is null
        order by admin.created_at, admin.id
        limit 1)`.as('super_admin'),
    ])
    .orderBy(sql`array_position(${ids}::uuid[], account_application.id)`)
    .execute()

export const pageOfApplications = async (
  db: Db,
  viewer: Viewer,
  filters: ApplicationFilters,
  page: { currentPage: number; pageSize: number },
) => {
  const { field, descending } = parseSort<Sort>(filters.order, accountApplicationList.defaultSort)
  const direction = descending ? ('desc' as const) : ('asc' as const)
  const ofStatus =
    (status: 1 | 2 | 3) => (eb: ExpressionBuilder<Database, 'account_application' | 'account'>) =>
      eb.fn.countAll<number>().filterWhere('account_application.status', '=', status)
  const waiting =
    (type: 'government' | 'manufacturer' | 'operator') =>
    (eb: ExpressionBuilder<Database, 'account_application' | 'account'>) =>
      ofStatus(1)(eb).filterWhere('account.type', '=', type)
  const [rows, counts, reviews] = await Promise.all([
    applicationsFor(db, viewer)
      .where(matching(filters))
      .select('account_application.id')
      .orderBy(sortColumn[field], direction)
      .orderBy('account_application.id', direction)
      .limit(page.pageSize)
      .offset((page.currentPage - 1) * page.pageSize)
      .execute()
      .then((keys) =>
        listRecords(
          db,
          keys.map(({ id }) => id),
        ),
      ),
    applicationsFor(db, viewer)
      .where(matching(filters))
      .select((eb) => [
        eb.fn.countAll<number>().as('total'),
        waiting('government')(eb).as('governments'),
        waiting('manufacturer')(eb).as('manufacturers'),
        waiting('operator')(eb).as('operators'),
      ])
      .executeTakeFirstOrThrow(),
    applicationsFor(db, viewer)
      .where(matching({ ...filters, applyStatus: undefined }))
      .select((eb) => [
        ofStatus(1)(eb).as('notCheckNum'),
        ofStatus(2)(eb).as('passedNum'),
        ofStatus(3)(eb).as('rejectedNum'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  return { rows, ...counts, reviews }
}

/** All filtered applications, newest first, 500 at a time. */
export const eachApplication = async function* (
  db: Db,
  viewer: Viewer,
  filters: ApplicationFilters,
): AsyncGenerator<ApplicationRecord> {
  const parts = inParts<{ id: string }>(500, (last) =>
    applicationsFor(db, viewer)
      .where(matching(filters))
      .where((eb) => (last ? eb('account_application.id', '<', last.id) : eb.val(true)))
      .select('account_application.id')
      .orderBy('account_application.id', 'desc')
      .limit(500)
      .execute(),
  )
  for await (const keys of parts)
    yield* await listRecords(
      db,
      keys.map(({ id }) => id),
    )
}

export const findApplication = async (
  db: Db | Tx,
  viewer: Viewer,
  id: string,
): Promise<ApplicationRecord | undefined> => {
  const key = await applicationsFor(db, viewer)
    .where('account_application.id', '=', id)
    .select('account_application.id')
    .executeTakeFirst()
  return key && (await listRecords(db, [key.id]))[0]
}

/** The newest application of an account, in any state. */
export const newestApplication = async (
  db: Db | Tx,
  accountId: string,
): Promise<ApplicationRecord | undefined> => {
  const key = await db
    .selectFrom('account_application')
    .where('account_id', '=', accountId)
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .select('id')
    .executeTakeFirst()
  return key && (await listRecords(db, [key.id]))[0]
}

export const openModification = async (db: Db | Tx, accountId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('account_application')
      .where('account_id', '=', accountId)
      .where('status', '=', 1)
      .where('type', '=', 2)
      .select('id')
      .executeTakeFirst()
  )?.id ?? null

/**
 * Locks the application until the transaction ends: of two concurrent reviews, the second finds it
 * decided.
 */
export const lockApplication = (trx: Tx, viewer: Viewer, id: string) =>
  applicationsFor(trx, viewer)
    .where('account_application.id', '=', id)
    .select([
      'account_application.id',
      'account_application.type',
      'account_application.status',
      'account_application.account_id',
      'account.name',
      'account.path',
      'account.time_zone',
    ])
    .select(['account_application.proposed', 'account_application.current'])
    .$castTo<{
      id: string
      type: 1 | 2
      status: 1 | 2 | 3
      account_id: string
      name: string
      path: string
      time_zone: string
      proposed: AccountFacts
      current: AccountFacts | null
    }>()
    .forUpdate('account_application')
    .executeTakeFirst()

/** @returns false if the account has a pending one */
export const insertApplication = async (
  trx: Tx,
  application: Insertable<Database['account_application']>,
): Promise<boolean> =>
  (
    await trx
      .insertInto('account_application')
      .values(application)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
  ).length === 1

export const decideApplication = async (
  trx: Tx,
  id: string,
  {
    status,
    by,
    at,
    reason,
  }: { status: 2 | 3; by: { id: string; name: string }; at: Date; reason: string | null },
): Promise<void> => {
  await trx
    .updateTable('account_application')
    .set({ status, reviewed_by: by.id, reviewer_name: by.name, reviewed_at: at, reason })
    .where('id', '=', id)
    .execute()
}

/**
 * The recipients of a decision, and the host where they sign in: the nearest one, of their own
 * account or above; null if there is none.
 */
export const findApplicant = (db: Db, applyId: string) =>
  applications(db)
    .innerJoin('app_user as applicant', 'applicant.id', 'account_application.submitted_by')
    .where('account_application.id', '=', applyId)
    .select([
      'account_application.type',
      'account_application.status',
      'account_application.reason',
      'account.name as accountName',
      'applicant.phone',
      'applicant.email',
      'applicant.settings',
      sql<string | null>`(select above.custom_domain
        from account above
        where above.custom_domain is not null and above.enabled and above.check_status = 2
      and ${aboveOrSame('above', 'account.path')} order by length(above.path) desc limit 1)`.as(
        'host',
      ),
    ])
    .executeTakeFirst()

/** Pending applications that the caller can review. */
export const countWaitingApplications = async (db: Db, caller: Caller): Promise<number> =>
  (
    await applicationsFor(db, await readViewer(db, caller))
      .where('account_application.status', '=', 1)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count
