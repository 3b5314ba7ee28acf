// Flights on leases with their charges, as both sides read them.
import { sql, type SqlBool } from 'kysely'
import { leaseWorkList } from '@swath/contract/money/lease-work-records'
import type { FiltersOf } from '@swath/contract/list'
import type { Scope } from '@swath/domain/access/caller'
import type { Money } from '@swath/domain/money'
import { isOwnWork } from '../../../platform/access/scope.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { contains, equals, since, until } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'
import type { LedgerReader } from '../ledger/row-security.queries.ts'
import { isRead } from './bill-readers.queries.ts'

/** The reader's side and scope: people of personal scope read only their own flights. */
export type WorkReader = { reader: LedgerReader; scope: Scope }

const ownColumns = { sortie: { drone: 'record.drone_id', id: 'record.sortie_id' } }

const recordsFor = (db: Db | Tx, { reader, scope }: WorkReader) =>
  db
    .selectFrom('lease_work_record as record')
    .leftJoin('rental_client as client', 'client.id', 'record.client_id')
    .leftJoin('drone', 'drone.id', 'record.drone_id')
    .innerJoin('account as lessor', 'lessor.id', 'record.lessor_id')
    .where(isRead(reader, { owner: 'record.lessor_id', client: 'record.client_id' }))
    .where(isOwnWork(scope, ownColumns))

const presented = (rows: ReturnType<typeof recordsFor>) =>
  rows
    .selectAll('record')
    .select([
      'client.name as client_name',
      'drone.name as drone_name',
      'lessor.name as lessor_name',
    ])
export type LeaseWorkRow = Awaited<
  ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>
>

export const workRows = defineList(leaseWorkList, {
  from: recordsFor,
  select: presented,
  conditions: {
    side: () => sql<SqlBool>`true`,
    state: equals('record.state'),
    clientId: (id) => sql<SqlBool>`record.client_id = ${Number(id)}`,
    clientName: contains('client.name'),
    droneId: contains('record.drone_id'),
    droneName: contains('drone.name'),
    leaseId: (id) => sql<SqlBool>`record.lease_id = ${Number(id)}`,
    from: since('record.start_at'),
    until: until('record.start_at', '<'),
  },
  orders: {
    startTime: sql`record.start_at`,
    coveredArea: sql`record.covered_m2`,
    flightTime: sql`record.duration_s`,
  },
  ties: [{ by: sql`record.sortie_id` }],
})

/** A batch of an export, after the last flight of the previous one. */
export const nextRecords = (
  db: Tx,
  reader: WorkReader,
  filters: FiltersOf<typeof leaseWorkList>,
  last: LeaseWorkRow | undefined,
  atMost: number,
): Promise<LeaseWorkRow[]> => {
  const rows = presented(workRows.matching(db, reader, filters))
    .orderBy('record.start_at', 'desc')
    .orderBy('record.sortie_id', 'desc')
    .limit(atMost)
  return (
    last
      ? rows.where(
          sql<SqlBool>`(record.start_at, record.sortie_id) < (${last.start_at}, ${last.sortie_id}::uuid)`,
        )
      : rows
  ).execute()
}

export type WorkSums = { flights: number; covered_m2: number; duration_s: number; amounts: Money[] }

export const sumRecords = async (
  db: Tx,
  reader: WorkReader,
  filters: FiltersOf<typeof leaseWorkList>,
): Promise<WorkSums> => {
  const rows = await workRows
    .matching(db, reader, filters)
    .select([
      'record.currency',
      sql<number>`count(*)::int`.as('flights'),
      sql<number>`sum(record.covered_m2)`.as('covered_m2'),
      sql<number>`sum(record.duration_s)`.as('duration_s'),
      sql<number>`sum(record.amount_minor)::bigint`.as('amount'),
    ])
    .groupBy('record.currency')
    .orderBy('record.currency')
    .execute()
  return {
    flights: rows.reduce((sum, row) => sum + row.flights, 0),
    covered_m2: rows.reduce((sum, row) => sum + row.covered_m2, 0),
    duration_s: rows.reduce((sum, row) => sum + row.duration_s, 0),
    amounts: rows.map(({ amount, currency }) => ({ amountMinor: amount, currency })),
  }
}

/** `forUpdate` locks it until the transaction ends. */
export const findRecord = (
  db: Db | Tx,
  reader: WorkReader,
  { droneId, sortieId }: { droneId: string; sortieId: string },
  { forUpdate = false }: { forUpdate?: boolean } = {},
): Promise<LeaseWorkRow | undefined> => {
  const rows = presented(recordsFor(db, reader))
    .where('record.drone_id', '=', droneId)
    .where('record.sortie_id', '=', sortieId)
  return (forUpdate ? rows.forUpdate('record') : rows).executeTakeFirst()
}
