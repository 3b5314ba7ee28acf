// Leased drones, and the flights of each lease.
import { sql, type Insertable, type SqlBool, type Updateable } from 'kysely'
import { leaseList, leaseStates } from '@swath/contract/money/leases'
import type { FiltersOf } from '@swath/contract/list'
import type { Caller } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { contains, equalsNumber } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'
import { containing } from '../../../platform/listing/search.ts'

type Reader = Pick<Caller, 'scope'>

/**
 * Leases of either side. For shared drones, the lessor sees the lease, a client only its own
 * periods.
 */
const leasesFor = (db: Db | Tx, { scope }: Reader) =>
  db
    .selectFrom('lease')
    .innerJoin('account as lessor', 'lessor.id', 'lease.lessor_account_id')
    .innerJoin('drone', 'drone.id', 'lease.drone_id')
    .innerJoin('drone_model', 'drone_model.id', 'drone.model_id')
    .leftJoin('rental_client as client', 'client.id', 'lease.client_id')
    .where(
      sql<SqlBool>`(${inScope(scope, { owner: 'lease.lessor_account_id' })}
        or ${inScope(scope, { owner: 'client.tenant_account_id' })})`,
    )

const state = sql<'open' | 'returned' | 'cancelled'>`case
  when lease.cancelled_at is not null then 'cancelled'
  when lease.returned_at is not null then 'returned' else 'open' end`
const endedAt = sql<Date | null>`coalesce(lease.returned_at, lease.cancelled_at)`

/** Totals of the flights of a lease, by the rules of charging. */
const workOf = (lease: string) =>
  sql<{ sorties: number; covered_m2: number; duration_s: number }>`(
    select count(*)::int as sorties, coalesce(sum(covered_m2), 0) as covered_m2,
      coalesce(sum(duration_s), 0) as duration_s
    from lease_work_record
    where lease_id = ${sql.ref(lease)} and state <> 'taken_back')`

const usedBy = sql<string | null>`(select user_of.name from shared_use
    join rental_client user_of on user_of.id = shared_use.client_id
  where shared_use.lease_id = lease.id and shared_use.until_at is null)`

const presented = (rows: ReturnType<typeof leasesFor>) =>
  rows
    .innerJoinLateral(workOf('lease.id').as('flown'), (join) => join.onTrue())
    .selectAll('lease')
    .select([
      'lessor.name as lessor_name',
      'client.name as client_name',
      'drone.name as drone_name',
      'drone_model.name as model_name',
      usedBy.as('used_by_name'),
      state.as('state'),
      endedAt.as('ended_at'),
      'flown.sorties',
      'flown.covered_m2',
      'flown.duration_s',
    ])
export type LeaseRow = Awaited<ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>>

export const leaseRows = defineList(leaseList, {
  from: leasesFor,
  select: presented,
  conditions: {
    droneId: contains('lease.drone_id'),
    droneName: contains('drone.name'),
    clientName: contains('client.name'),
    clientId: (id) => sql<SqlBool>`(lease.client_id = ${Number(id)} or exists (
      select from shared_use where shared_use.lease_id = lease.id
        and shared_use.client_id = ${Number(id)}))`,
    rentalModel: equalsNumber('lease.rental_model'),
    state: (wanted) => sql<SqlBool>`${state} = ${wanted}`,
  },
  orders: { droneName: sql`drone.name`, startsAt: sql`lease.starts_at`, endedAt: endedAt },
  ties: [{ by: sql`lease.id`, direction: 'desc' }],
  countBy: { filter: 'state', states: leaseStates, state },
})

export const sumLeases = (db: Db, reader: Reader, filters: FiltersOf<typeof leaseList>) =>
  db
    .selectFrom(leaseRows.matching(db, reader, filters).select('lease.id').as('those'))
    .innerJoinLateral(workOf('those.id').as('flown'), (join) => join.onTrue())
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`coalesce(sum(flown.sorties), 0)::int8`.as('sorties'),
      sql<number>`coalesce(sum(flown.covered_m2), 0)`.as('covered_m2'),
      sql<number>`coalesce(sum(flown.duration_s), 0)`.as('duration_s'),
    ])
    .executeTakeFirstOrThrow()

export const findLease = (db: Db | Tx, reader: Reader, id: number): Promise<LeaseRow | undefined> =>
  presented(leasesFor(db, reader).where('lease.id', '=', id)).executeTakeFirst()

/** Users of a shared drone: for the lessor all, for a client only its own. */
export const usesOf = (db: Db, { scope }: Reader, leaseId: number) =>
  db
    .selectFrom('shared_use as used')
    .innerJoin('lease', 'lease.id', 'used.lease_id')
    .innerJoin('rental_client as client', 'client.id', 'used.client_id')
    .where('used.lease_id', '=', leaseId)
    .where(
      sql<SqlBool>`(${inScope(scope, { owner: 'lease.lessor_account_id' })}
        or ${inScope(scope, { owner: 'client.tenant_account_id' })})`,
    )
    .select(['client.name as client_name', 'used.user_name', 'used.from_at', 'used.until_at'])
    .orderBy('used.from_at', 'desc')
    .orderBy('used.id', 'desc')
    .limit(100)
    .execute()

export type LeaseRecord = NonNullable<Awaited<ReturnType<typeof lockLease>>>

/**
 * Locks a lessor's lease until the transaction ends, which serializes returning and cancelling it.
 */
export const lockLease = (trx: Tx, { scope }: Reader, id: string) =>
  trx
    .selectFrom('lease')
    .innerJoin('drone', 'drone.id', 'lease.drone_id')
    .leftJoin('rental_client as client', 'client.id', 'lease.client_id')
    .where(
      sql<SqlBool>`(${inScope(scope, { owner: 'lease.lessor_account_id' })}
        or ${inScope(scope, { owner: 'client.tenant_account_id' })})`,
    )
    .where('lease.id', '=', Number(id))
    .selectAll('lease')
    .select('drone.name as drone_name')
    .forUpdate('lease')
    .executeTakeFirst()

/** @returns null if the drone is leased already */
export const insertLease = async (
  trx: Tx,
  lease: Insertable<Database['lease']>,
): Promise<number | null> =>
  (
    await trx
      .insertInto('lease')
      .values(lease)
      .onConflict((conflict) =>
        conflict
          .column('drone_id')
          .where('returned_at', 'is', null)
          .where('cancelled_at', 'is', null)
          .doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
  )?.id ?? null

export const writeLease = async (
  trx: Tx,
  id: number,
  change: Omit<Updateable<Database['lease']>, 'id' | 'version'>,
): Promise<void> => {
  await trx
    .updateTable('lease')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Ends the current use of the shared drone. */
export const endUses = async (trx: Tx, leaseId: number, at: Date): Promise<void> => {
  await trx
    .updateTable('shared_use')
    .set({ until_at: sql<Date>`greatest(${at}::timestamptz, from_at)` })
    .where('lease_id', '=', leaseId)
    .where('until_at', 'is', null)
    .execute()
}

/**
 * Locks drones that the account owns, or makes if they have no owner, until the transaction ends.
 */
const ownDrones = (db: Db | Tx, accountId: string) =>
  db
    .selectFrom('drone')
    .where(sql<SqlBool>`coalesce(drone.operator_id, drone.manufacturer_id) = ${accountId}::uuid`)
export const lockOwnDrone = (trx: Tx, accountId: string, droneId: string) =>
  ownDrones(trx, accountId)
    .where('drone.id', '=', droneId)
    .selectAll('drone')
    .forUpdate()
    .executeTakeFirst()

export const lendableDrones = (db: Db, accountId: string, search: string | undefined) =>
  ownDrones(db, accountId)
    .innerJoin('drone_model', 'drone_model.id', 'drone.model_id')
    .where('drone.tenant_id', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('lease')
            .whereRef('lease.drone_id', '=', 'drone.id')
            .where('lease.returned_at', 'is', null)
            .where('lease.cancelled_at', 'is', null)
            .select('lease.id'),
        ),
      ),
    )
    .where((eb) =>
      search
        ? eb.or([
            eb('drone.name', 'ilike', containing(search)),
            eb('drone.id', 'ilike', containing(search)),
          ])
        : eb.val(true),
    )
    .select([
      'drone.id',
      'drone.name',
      'drone.model_id',
      'drone.rental_model',
      'drone_model.name as model_name',
    ])
    .orderBy('drone.name')
    .orderBy('drone.id')
    .limit(500)
    .execute()

/** Whether one side has signed the client's contract and the other has not. */
export const isHalfSigned = async (trx: Tx, clientId: number): Promise<boolean> =>
  (await trx
    .selectFrom('lease_contract')
    .where('client_id', '=', clientId)
    .where('withdrawn_at', 'is', null)
    .where(sql<SqlBool>`(lessor_signed_at is null) <> (tenant_signed_at is null)`)
    .select('id')
    .executeTakeFirst()) !== undefined

/** The client's last contract that both sides have signed. */
export const contractInForce = async (trx: Tx, clientId: number): Promise<string | null> =>
  (
    await trx
      .selectFrom('lease_contract')
      .where('client_id', '=', clientId)
      .where('lessor_signed_at', 'is not', null)
      .where('tenant_signed_at', 'is not', null)
      .select('id')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.id ?? null
