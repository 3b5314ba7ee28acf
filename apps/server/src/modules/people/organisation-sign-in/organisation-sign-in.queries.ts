import { sql, type Insertable, type Selectable } from 'kysely'
import { brandsOfAccount, isAccountEnabled } from '../../../platform/auth/people.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { writeUnique } from '../../../platform/database/write-unique.ts'

export type ProviderRow = Selectable<Database['identity_provider']>
export type DomainRow = Selectable<Database['sign_in_domain']>

const domainColumns = [
  'sign_in_domain.id',
  'sign_in_domain.provider_id',
  'sign_in_domain.domain',
  'sign_in_domain.challenge',
  'sign_in_domain.proved_at',
  'sign_in_domain.proved_by',
  'sign_in_domain.created_at',
] as const

export const providersOf = (db: Db | Tx, accountId: string): Promise<ProviderRow[]> =>
  db
    .selectFrom('identity_provider')
    .where('account_id', '=', accountId)
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const findProvider = (db: Db | Tx, accountId: string, id: string) =>
  db
    .selectFrom('identity_provider')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirst()

export const lockProvider = (trx: Tx, accountId: string, id: string) =>
  trx
    .selectFrom('identity_provider')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()

type ProviderColumns = Omit<Insertable<Database['identity_provider']>, 'version'>

export const insertProvider = async (trx: Tx, provider: ProviderColumns): Promise<void> => {
  await trx.insertInto('identity_provider').values(provider).execute()
}

export const updateProvider = async (
  trx: Tx,
  id: string,
  change: Partial<ProviderColumns>,
): Promise<void> => {
  await trx
    .updateTable('identity_provider')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

export const deleteProviderRow = async (trx: Tx, id: string): Promise<void> => {
  await trx.deleteFrom('identity_provider').where('id', '=', id).execute()
}

export const domainsOf = (db: Db | Tx, providerIds: readonly string[]): Promise<DomainRow[]> =>
  db
    .selectFrom('sign_in_domain')
    .where((is) => is('provider_id', '=', is.fn.any(is.val([...providerIds]))))
    .select(domainColumns)
    .orderBy('domain')
    .execute()

export const domainsOfAccount = (db: Db, accountId: string): Promise<DomainRow[]> =>
  db
    .selectFrom('sign_in_domain')
    .innerJoin('identity_provider', 'identity_provider.id', 'sign_in_domain.provider_id')
    .where('identity_provider.account_id', '=', accountId)
    .select(domainColumns)
    .orderBy('domain')
    .execute()

/** A domain and its account; of any account if it is null. */
export const lockDomain = (trx: Tx, accountId: string | null, id: string) =>
  trx
    .selectFrom('sign_in_domain')
    .innerJoin('identity_provider', 'identity_provider.id', 'sign_in_domain.provider_id')
    .where('sign_in_domain.id', '=', id)
    .where(
      accountId === null
        ? sql<boolean>`true`
        : sql<boolean>`identity_provider.account_id = ${accountId}`,
    )
    .select(domainColumns)
    .select('identity_provider.account_id')
    .forUpdate('sign_in_domain')
    .executeTakeFirst()

export const findDomain = (db: Db | Tx, accountId: string, id: string) =>
  db
    .selectFrom('sign_in_domain')
    .innerJoin('identity_provider', 'identity_provider.id', 'sign_in_domain.provider_id')
    .where('sign_in_domain.id', '=', id)
    .where('identity_provider.account_id', '=', accountId)
    .select(domainColumns)
    .executeTakeFirst()

export const insertDomain = async (
  trx: Tx,
  row: Insertable<Database['sign_in_domain']>,
): Promise<void> => {
  await trx.insertInto('sign_in_domain').values(row).execute()
}

/** @returns false if another provider has this domain. Afterwards the transaction cannot be used. */
export const proveDomain = (
  trx: Tx,
  id: string,
  proof: { at: Date; by: 'dns' | 'platform' } | null,
): Promise<boolean> =>
  writeUnique(
    trx
      .updateTable('sign_in_domain')
      .set({ proved_at: proof?.at ?? null, proved_by: proof?.by ?? null })
      .where('id', '=', id)
      .execute(),
  )

export const deleteDomainRow = async (trx: Tx, id: string): Promise<void> => {
  await trx.deleteFrom('sign_in_domain').where('id', '=', id).execute()
}

/** The provider that answers for a proved domain, if it and its account are enabled. */
export const findProviderOfDomain = (db: Db, domain: string) =>
  db
    .selectFrom('sign_in_domain')
    .innerJoin('identity_provider', 'identity_provider.id', 'sign_in_domain.provider_id')
    .innerJoin('account', 'account.id', 'identity_provider.account_id')
    .where('sign_in_domain.domain', '=', domain)
    .where('sign_in_domain.proved_at', 'is not', null)
    .where('identity_provider.enabled', '=', true)
    .where(isAccountEnabled)
    .selectAll('identity_provider')
    .select(['account.theme', brandsOfAccount.as('brands')])
    .executeTakeFirst()

/** An enabled provider of an enabled account. */
export const findUsableProvider = (db: Db, id: string): Promise<ProviderRow | undefined> =>
  db
    .selectFrom('identity_provider')
    .innerJoin('account', 'account.id', 'identity_provider.account_id')
    .where('identity_provider.id', '=', id)
    .where('identity_provider.enabled', '=', true)
    .where(isAccountEnabled)
    .selectAll('identity_provider')
    .executeTakeFirst()

export const hasProvedDomain = async (
  db: Db | Tx,
  providerId: string,
  domain: string,
): Promise<boolean> =>
  (await db
    .selectFrom('sign_in_domain')
    .where('provider_id', '=', providerId)
    .where('domain', '=', domain)
    .where('proved_at', 'is not', null)
    .select('id')
    .executeTakeFirst()) !== undefined

export const insertSignIn = async (
  trx: Tx,
  row: Insertable<Database['identity_sign_in']>,
  now: Date,
): Promise<void> => {
  await trx.deleteFrom('identity_sign_in').where('expires_at', '<', now).execute()
  await trx.insertInto('identity_sign_in').values(row).execute()
}

/** Uses up a sign-in: of two simultaneous uses, one finds it. */
export const takeSignIn = (db: Db, stateHash: Buffer) =>
  db
    .deleteFrom('identity_sign_in')
    .where('state_hash', '=', stateHash)
    .returningAll()
    .executeTakeFirst()

/** A person of the account by their subject at the provider. */
export const findLinked = (
  trx: Tx,
  { id, account_id: accountId, issuer }: ProviderRow,
  subject: string,
) =>
  trx
    .selectFrom('identity_link')
    .innerJoin('app_user', 'app_user.id', 'identity_link.user_id')
    .where('provider_id', '=', id)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('app_user.account_id', '=', accountId)
    .where('app_user.deleted_at', 'is', null)
    .select('app_user.id')
    .executeTakeFirst()

/** A member of the account with this address. */
export const findByEmail = (trx: Tx, accountId: string, email: string) =>
  trx
    .selectFrom('app_user')
    .where('account_id', '=', accountId)
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()

/** @returns false if the person is linked to another subject, or the subject to somebody else */
export const insertLink = async (
  trx: Tx,
  { id, issuer }: ProviderRow,
  { subject, userId, now }: { subject: string; userId: string; now: Date },
): Promise<boolean> =>
  (
    await trx
      .insertInto('identity_link')
      .values({ provider_id: id, issuer, subject, user_id: userId, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .execute()
  ).length === 1
