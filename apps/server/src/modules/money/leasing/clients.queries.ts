// Clients, their prices, and their activation codes.
import { sql, type Insertable, type Updateable } from 'kysely'
import type { FiltersOf } from '@swath/contract/list'
import { clientStates, rentalClientList } from '@swath/contract/money/rental-clients'
import type { Scope } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { contains, equals, equalsNumber } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'
import { nameIndexes } from '../../../platform/listing/name-index.queries.ts'
import { balancesOfRow, prepaidOfRow } from '../ledger/balances.queries.ts'

export const ofLessor = { owner: 'client.lessor_account_id' }

const clientsFor = (db: Db | Tx, scope: Scope) =>
  db
    .selectFrom('rental_client as client')
    .innerJoin('account as lessor', 'lessor.id', 'client.lessor_account_id')
    .leftJoin('account as tenant', 'tenant.id', 'client.tenant_account_id')
    .where(inScope(scope, ofLessor))

type Work = { client_id: number; sorties: number; covered_m2: number; duration_s: number }
const work = sql<Work>`(select client_id, count(*) as sorties, sum(covered_m2) as covered_m2,
    sum(duration_s) as duration_s
  from lease_work_record where state <> 'taken_back' group by client_id)`

/** Includes shared drones that the client has now. */
const leaseNum = sql<number>`((select count(*) from lease
    where lease.client_id = client.id and lease.returned_at is null and lease.cancelled_at is null)
  + (select count(*) from shared_use
    where shared_use.client_id = client.id and shared_use.until_at is null))::int`

const contractState = sql<'none' | 'open' | 'signed'>`coalesce((
  select case when contract.lessor_signed_at is null or contract.tenant_signed_at is null
      then 'open' else 'signed' end
  from lease_contract contract
  where contract.client_id = client.id and contract.withdrawn_at is null
  order by contract.created_at desc limit 1), 'none')`

const presented = (rows: ReturnType<typeof clientsFor>) =>
  rows
    .leftJoin(work.as('flown'), (join) => join.onRef('flown.client_id', '=', 'client.id'))
    .selectAll('client')
    .select([
      'lessor.name as lessor_name',
      'tenant.name as tenant_name',
      'flown.sorties',
      'flown.covered_m2',
      'flown.duration_s',
      balancesOfRow('client.id').as('balances'),
      leaseNum.as('lease_num'),
      contractState.as('contract_state'),
    ])
export type ClientRow = Awaited<ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>>

export const clientRows = defineList(rentalClientList, {
  from: clientsFor,
  select: presented,
  conditions: {
    clientName: contains('client.name'),
    contactName: contains('client.contact'),
    contactPhone: contains('client.phone'),
    tenantAccountName: contains('tenant.name'),
    status: equalsNumber('client.state'),
    currency: equals('client.currency'),
  },
  orders: {
    clientName: sql`client.name`,
    // In the currency of the client's prices: amounts of several currencies have no order.
    balances: prepaidOfRow('client.id', 'client.currency'),
    createdAt: sql`client.created_at`,
  },
  countBy: { filter: 'status', states: clientStates, state: sql`client.state` },
  ties: [{ by: sql`client.id` }],
  similar: { index: nameIndexes.client, id: 'client.id', type: 'bigint' },
})

/** Totals of the filtered clients. */
export const clientSums = (db: Db, scope: Scope, filters: FiltersOf<typeof rentalClientList>) =>
  db
    .selectFrom(clientRows.matching(db, scope, filters).select('client.id').as('those'))
    .leftJoin('lease_work_record as flight', (join) =>
      join.onRef('flight.client_id', '=', 'those.id').on('flight.state', '<>', 'taken_back'),
    )
    .leftJoin('drone', 'drone.id', 'flight.drone_id')
    .select([
      sql<number>`count(distinct those.id)`.as('clients'),
      sql<number>`coalesce(sum(flight.covered_m2), 0)`.as('covered_m2'),
      sql<number>`count(flight.sortie_id)`.as('sorties'),
      sql<number>`count(distinct drone.manufacturer_id)`.as('makers'),
      sql<number>`count(distinct drone.model_id)`.as('models'),
    ])
    .executeTakeFirstOrThrow()

export const findClient = (db: Db | Tx, scope: Scope, id: string): Promise<ClientRow | undefined> =>
  presented(clientsFor(db, scope).where('client.id', '=', Number(id))).executeTakeFirst()

export type ClientRecord = NonNullable<Awaited<ReturnType<typeof lockClient>>>

/** Locks the client until the transaction ends. */
export const lockClient = (trx: Tx, scope: Scope, id: string) =>
  trx
    .selectFrom('rental_client as client')
    .where(inScope(scope, ofLessor))
    .where('client.id', '=', Number(id))
    .selectAll('client')
    .forUpdate()
    .executeTakeFirst()

export const insertClient = async (
  trx: Tx,
  client: Insertable<Database['rental_client']>,
): Promise<number> =>
  (await trx.insertInto('rental_client').values(client).returning('id').executeTakeFirstOrThrow())
    .id

export const writeClient = async (
  trx: Tx,
  id: number,
  change: Omit<Updateable<Database['rental_client']>, 'id' | 'version'>,
): Promise<void> => {
  await trx
    .updateTable('rental_client')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Of two prices set at the same moment, the later one replaces the first. */
export const keepPrice = async (
  trx: Tx,
  price: Insertable<Database['rental_client_price']>,
): Promise<void> => {
  const { client_id: _client, from_at: _from, ...changed } = price
  await trx
    .insertInto('rental_client_price')
    .values(price)
    .onConflict((conflict) => conflict.columns(['client_id', 'from_at']).doUpdateSet(changed))
    .execute()
}

export const pricesOfClient = (db: Db | Tx, id: number) =>
  db
    .selectFrom('rental_client_price')
    .where('client_id', '=', id)
    .selectAll()
    .orderBy('from_at', 'desc')
    .limit(100)
    .execute()

const offers = (db: Db | Tx, codeHash: Buffer, now: Date) =>
  db
    .selectFrom('rental_client as client')
    .innerJoin('account as lessor', 'lessor.id', 'client.lessor_account_id')
    .where('client.code_hash', '=', codeHash)
    .where('client.code_until', '>', now)
    .where('client.state', '=', 1)
    .where('lessor.enabled', '=', true)
    .selectAll('client')
    .select('lessor.name as lessor_name')

/** The client that a code activates. There is no scope, because the code is a secret. */
export const findOffer = (db: Db, codeHash: Buffer, now: Date) =>
  offers(db, codeHash, now).executeTakeFirst()
export type OfferRow = NonNullable<Awaited<ReturnType<typeof findOffer>>>
export const lockOffer = (trx: Tx, codeHash: Buffer, now: Date) =>
  offers(trx, codeHash, now).forUpdate('client').executeTakeFirst()

export const isClientOf = async (
  db: Db | Tx,
  lessorAccountId: string,
  tenantAccountId: string,
): Promise<boolean> =>
  (await db
    .selectFrom('rental_client')
    .where('lessor_account_id', '=', lessorAccountId)
    .where('tenant_account_id', '=', tenantAccountId)
    .select('id')
    .executeTakeFirst()) !== undefined

/** Accounts that lease drones to the account. */
export const lessorsOf = (db: Db, tenantAccountId: string) =>
  db
    .selectFrom('rental_client as client')
    .innerJoin('account as lessor', 'lessor.id', 'client.lessor_account_id')
    .where('client.tenant_account_id', '=', tenantAccountId)
    .select(['lessor.id', 'lessor.name'])
    .orderBy('lessor.name')
    .orderBy('lessor.id')
    .execute()

export const usersOfAccount = async (trx: Tx, accountId: string): Promise<string[]> =>
  (
    await trx
      .selectFrom('app_user')
      .where('account_id', '=', accountId)
      .where('deleted_at', 'is', null)
      .select('id')
      .execute()
  ).map(({ id }) => id)
