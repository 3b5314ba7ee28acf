import { sql, type Insertable, type SqlBool } from 'kysely'
import { userApplicationList } from '@swath/contract/people/user-applications'
import type { Caller, Scope } from '@swath/domain/access/caller'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { inScope } from '../../../platform/access/scope.queries.ts'
import type { LoginName } from '../../../platform/auth/people.queries.ts'
import { contains, equals, equalsNumber } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'
import { containing } from '../../../platform/listing/search.ts'

const accountTypes = {
  1: 'platform',
  2: 'government',
  3: 'manufacturer',
  4: 'operator',
  5: 'farmer',
} as const

const applicationsFor = (db: Db | Tx, scope: Scope) =>
  db
    .selectFrom('user_application')
    .innerJoin('account', 'account.id', 'user_application.account_id')
    .innerJoin('app_user as admin', 'admin.id', 'user_application.admin_id')
    .where(inScope(scope, { owner: 'user_application.account_id', region: 'account.region_code' }))

const columns = [
  'user_application.id',
  'user_application.account_id',
  'user_application.name',
  'user_application.phone',
  'user_application.email',
  'user_application.user_type',
  'user_application.message',
  'user_application.status',
  'user_application.applied_at',
  'user_application.reviewed_at',
  'user_application.reviewer_name',
  'user_application.reason',
  'account.name as account_name',
  'account.type as account_type',
  'account.region_code',
  'admin.name as admin_name',
  'admin.phone as admin_phone',
  'admin.email as admin_email',
] as const
export type ApplicationRecord = Awaited<ReturnType<typeof findApplication>> & object

export const applicationRows = defineList(userApplicationList, {
  from: applicationsFor,
  select: (rows) => rows.select(columns),
  conditions: {
    adminPhone: (text) =>
      sql<SqlBool>`(admin.phone ilike ${containing(text)}
        or admin.email ilike ${containing(text)})`,
    userName: contains('user_application.name'),
    accountName: contains('account.name'),
    accountType: (code) => equals('account.type')(accountTypes[code]),
    applyStatus: equalsNumber('user_application.status'),
  },
  orders: {
    applyTime: sql`user_application.applied_at`,
    userName: sql`user_application.name`,
    accountName: sql`account.name`,
  },
  ties: [{ by: sql`user_application.id` }],
  stream: { by: ['user_application.id'], last: ({ id }) => [id] },
  countBy: {
    filter: 'applyStatus',
    states: ['1', '2', '3'],
    state: sql`user_application.status::text`,
  },
})

export const findApplication = (db: Db | Tx, scope: Scope, id: string) =>
  applicationsFor(db, scope)
    .where('user_application.id', '=', id)
    .select(columns)
    .executeTakeFirst()

/**
 * Locks it until the transaction ends: of two concurrent decisions, the second finds it decided.
 */
export const lockApplication = (trx: Tx, id: string) =>
  trx
    .selectFrom('user_application')
    .where('id', '=', id)
    .select(['status', 'password_hash'])
    .forUpdate()
    .executeTakeFirstOrThrow()

export const decideApplication = async (
  trx: Tx,
  id: string,
  decision: {
    status: 2 | 3
    reviewedBy: string
    reviewerName: string
    now: Date
    reason: string | null
    userId: string | null
  },
): Promise<void> => {
  await trx
    .updateTable('user_application')
    .set({
      status: decision.status,
      reviewed_by: decision.reviewedBy,
      reviewer_name: decision.reviewerName,
      reviewed_at: decision.now,
      reason: decision.reason,
      user_id: decision.userId,
      password_hash: null,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * A person who decides about applications to a company: a super or enterprise administrator, or
 * someone with the right, of an approved and enabled account that can have several people.
 */
export const findAdministrator = (db: Db | Tx, login: LoginName) =>
  db
    .selectFrom('app_user')
    .innerJoin('account', 'account.id', 'app_user.account_id')
    .where(
      'phone' in login ? 'app_user.phone' : 'app_user.email',
      '=',
      'phone' in login ? login.phone : login.email,
    )
    .where('app_user.enabled', '=', true)
    .where(
      sql<boolean>`case
        when app_user.rights is null then app_user.user_type in (1, 4)
        else 'staff.manage' = any(app_user.rights) end`,
    )
    .where('account.check_status', '=', 2)
    .where('account.type', '!=', 'farmer')
    .where(sql<boolean>`account.operator_type is distinct from 'personal'`)
    .where(
      sql<boolean>`not exists (select from account above
        where not above.enabled and starts_with(account.path, above.path))`,
    )
    .select(['app_user.id', 'app_user.account_id as accountId'])
    .executeTakeFirst()

/**
 * Inserts a first application, or updates the pending one of the same person.
 * @returns which of the two
 */
export const putApplication = async (
  trx: Tx,
  given: Insertable<Database['user_application']>,
): Promise<string> => {
  const open = await trx
    .selectFrom('user_application')
    .select('id')
    .where('account_id', '=', given.account_id)
    .where('status', '=', 1)
    .where((eb) =>
      given.phone == null ? eb('email', '=', given.email ?? '') : eb('phone', '=', given.phone),
    )
    .forUpdate()
    .executeTakeFirst()
  if (!open) {
    await trx.insertInto('user_application').values(given).execute()
    return given.id
  }
  const { id: _id, ...change } = given
  await trx.updateTable('user_application').set(change).where('id', '=', open.id).execute()
  return open.id
}

/** Number of applications that the caller can decide: of the own account and those below it. */
export const countApplicationsToDecide = async (
  db: Db,
  { accountId, scope }: Pick<Caller, 'accountId' | 'scope'>,
): Promise<number> =>
  (
    await db
      .selectFrom('user_application')
      .where('status', '=', 1)
      // A government's scope is a region, without accounts below it.
      .where(
        scope.kind === 'region'
          ? sql<SqlBool>`account_id = ${accountId}::uuid`
          : inScope(scope, { owner: 'account_id' }),
      )
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count
