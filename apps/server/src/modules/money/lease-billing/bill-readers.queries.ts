// Whether an account reads the money of leases as lessor or as tenant. Each side has its own query,
// so that each has a single equality condition.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Caller } from '@swath/domain/access/caller'
import type { Currency } from '@swath/domain/money'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { LedgerReader } from '../ledger/row-security.queries.ts'

type Side = 'lessor' | 'tenant' | undefined

const accountIdsOf = ({ scope, accountId }: Pick<Caller, 'scope' | 'accountId'>) =>
  scope.kind === 'accounts' ? scope.accountIds : scope.kind === 'all' ? [accountId] : []

/** Clients whose account is the caller's or one below it. */
const rentedClients = async (db: Db | Tx, caller: Caller): Promise<number[]> =>
  (
    await db
      .selectFrom('rental_client')
      .where(sql<SqlBool>`tenant_account_id = any(${accountIdsOf(caller)}::uuid[])`)
      .select('id')
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)

/** Platforms may lease out drones without the setting. */
const lends = ({ leaseAccount, accountType }: Caller): boolean =>
  leaseAccount || accountType === 'platform'

/** Without a given side: as lessor if the account leases out drones, else as tenant. */
export const findReader = async (
  db: Db | Tx,
  caller: Caller,
  side: Side,
): Promise<LedgerReader> => {
  const asked = side ?? (lends(caller) ? 'lessor' : 'tenant')
  if (asked === 'tenant') return { kind: 'client', clientIds: await rentedClients(db, caller) }
  return caller.scope.kind === 'all'
    ? { kind: 'operator' }
    : { kind: 'owner', accountIds: accountIdsOf(caller) }
}

/** Readers for both sides, for rows that either may see. */
export const findReaders = async (db: Db | Tx, caller: Caller): Promise<LedgerReader[]> =>
  Promise.all([findReader(db, caller, 'lessor'), findReader(db, caller, 'tenant')])

/** The query's own condition, in addition to row-level security. */
export const isRead = (
  reader: LedgerReader,
  { owner, client }: { owner: string; client: string },
): RawBuilder<SqlBool> => {
  if (reader.kind === 'operator') return sql<SqlBool>`true`
  const [column, ids] =
    reader.kind === 'owner' ? [owner, reader.accountIds] : [client, reader.clientIds]
  const type = sql.raw(reader.kind === 'owner' ? 'uuid' : 'bigint')
  // Usually there is one client, whose newest lines then come from an index in order.
  return ids.length === 1
    ? sql<SqlBool>`${sql.ref(column)} = ${ids[0]}::${type}`
    : sql<SqlBool>`${sql.ref(column)} = any(${ids}::${type}[])`
}

export type ClientFacts = {
  id: number
  name: string
  lessor_account_id: string
  lessor_name: string
  tenant_account_id: string | null
  currency: Currency
}

const clientFacts = (db: Db | Tx, reader: LedgerReader) =>
  db
    .selectFrom('rental_client as client')
    .innerJoin('account as lessor', 'lessor.id', 'client.lessor_account_id')
    .where(isRead(reader, { owner: 'client.lessor_account_id', client: 'client.id' }))
    .select([
      'client.id',
      'client.name',
      'client.lessor_account_id',
      'client.tenant_account_id',
      'client.currency',
      'lessor.name as lessor_name',
    ])

export const findClient = async (
  db: Db | Tx,
  readers: readonly LedgerReader[],
  clientId: number,
): Promise<ClientFacts | undefined> => {
  for (const reader of readers) {
    const client = await clientFacts(db, reader)
      .where('client.id', '=', clientId)
      .executeTakeFirst()
    if (client) return client
  }
  return undefined
}

/** Serializes changes of the client's money, so that it cannot be spent twice. */
export const holdClient = async (tx: Tx, clientId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`money of client ${clientId}`}, 0))`.execute(
    tx,
  )
}
