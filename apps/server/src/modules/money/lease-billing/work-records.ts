// Flights on leases, their charges, and the lessor's waiver of a charge.
import {
  type LeaseWorkRecord,
  type leaseWorkRoutes,
  leaseWorkList,
} from '@swath/contract/money/lease-work-records'
import type { Caller } from '@swath/domain/access/caller'
import { muFromM2 } from '@swath/domain/units'
import { createChanges, type Changes, type RowKind } from '../../../platform/change/change.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { inParts } from '../../../platform/listing/in-parts.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import type { Services } from '../../../platform/services.ts'
import { readWithRowSecurity } from '../ledger/row-security.queries.ts'
import { billFlights } from './bill-flights.ts'
import { holdBillsOfDrone } from './bill-flights.queries.ts'
import { findReader } from './bill-readers.queries.ts'
import {
  findRecord,
  nextRecords,
  sumRecords,
  workRows,
  type LeaseWorkRow,
  type WorkReader,
} from './work-records.queries.ts'

type Deps = Services & Changes
type Calls = Handlers<typeof leaseWorkRoutes>

const mayWaive = ({ rights, accountId }: Caller, { lessor_id }: LeaseWorkRow): boolean =>
  rights.includes('workRecord.manage') && accountId === lessor_id

const presentRecord = (row: LeaseWorkRow, caller: Caller): LeaseWorkRecord => ({
  sortieId: row.sortie_id,
  droneId: row.drone_id,
  droneName: row.drone_name ?? row.drone_id,
  leaseId: String(row.lease_id),
  clientId: String(row.client_id),
  clientName: row.client_name ?? String(row.client_id),
  lessorAccountName: row.lessor_name,
  startTime: row.start_at.toISOString(),
  endTime: row.end_at.toISOString(),
  coveredArea: muFromM2(row.covered_m2),
  flightTime: row.duration_s,
  chargeBy: row.charge_by,
  unitPrice: { amountMinor: row.unit_price_minor, currency: row.currency },
  amount: { amountMinor: row.amount_minor, currency: row.currency },
  state: row.state,
  waivedReason: row.waived_reason,
  corrections: row.corrections,
  version: row.version,
  can: {
    waive: row.state === 'charged' && mayWaive(caller, row),
    charge: row.state === 'waived' && mayWaive(caller, row),
  },
})

const findWorkReader = async (
  db: Db | Tx,
  caller: Caller,
  side: Parameters<typeof findReader>[2],
): Promise<WorkReader> => ({ reader: await findReader(db, caller, side), scope: caller.scope })

const eachRecord = async function* (
  db: Db,
  reader: WorkReader,
  query: Parameters<typeof nextRecords>[2],
): AsyncGenerator<LeaseWorkRow> {
  const atOnce = 500
  const parts = inParts<LeaseWorkRow>(atOnce, (last) =>
    readWithRowSecurity(db, reader.reader, (tx) => nextRecords(tx, reader, query, last, atOnce)),
  )
  for await (const rows of parts) yield* rows
}

type Key = { droneId: string; sortieId: string }

/** Leases are locked before the row, in the same order as when charging. */
const workKind = ({ droneId, sortieId }: Key): RowKind<LeaseWorkRow, 'waive'> => ({
  type: 'lease-work',
  lock: async (trx, { caller }) => {
    const reader = await findWorkReader(trx, caller, 'lessor')
    if (!(await findRecord(trx, reader, { droneId, sortieId }))) return undefined
    await holdBillsOfDrone(trx, droneId)
    return findRecord(trx, reader, { droneId, sortieId }, { forUpdate: true })
  },
  refusal: ({ caller }, row) => (mayWaive(caller, row) ? null : 'forbidden'),
  identify: ({ sortie_id, drone_id, drone_name }) => ({
    id: sortie_id,
    name: drone_name ?? drone_id,
  }),
  readVersion: ({ version }) => version,
})

const readRecord = async (trx: Tx, caller: Caller, key: Key): Promise<LeaseWorkRecord> =>
  presentRecord(
    (await findRecord(trx, await findWorkReader(trx, caller, 'lessor'), key)) ?? fail('not_found'),
    caller,
  )

const changeWaiver = (
  { change }: Deps,
  context: Parameters<Calls['waiveLeaseWork']>[1],
  {
    droneId,
    sortieId,
    version,
    reason,
  }: Key & { version?: number | undefined; reason: string | null },
): Promise<LeaseWorkRecord> =>
  change(
    context,
    workKind({ droneId, sortieId }),
    {
      id: sortieId,
      version,
      to: 'waive',
      action: reason === null ? 'lease-work.charge' : 'lease-work.waive',
    },
    async (trx, row, now) => ({
      changes: row.state === (reason === null ? 'waived' : 'charged'),
      details: { reason, amountMinor: row.amount_minor, currency: row.currency },
      write: async () => {
        const atMs = row.start_at.getTime()
        const waiver = { sortieId, reason }
        await billFlights(trx, droneId, { fromMs: atMs, untilMs: atMs }, now, waiver)
      },
      answer: () => readRecord(trx, context.caller, { droneId, sortieId }),
    }),
  )

export const workRecordHandlers = (services: Services): Calls => {
  const deps: Deps = { ...services, ...createChanges(services) }
  const { readDb } = services
  return {
    listLeaseWorkRecords: async ({ query }, { caller }) => {
      const reader = await findWorkReader(readDb, caller, query.side)
      return readWithRowSecurity(readDb, reader.reader, async (tx) => {
        const rows = await workRows.page(tx, reader, query, query)
        const sums = await sumRecords(tx, reader, query)
        return {
          items: rows.map((row) => presentRecord(row, caller)),
          total: sums.flights,
          currentPage: query.currentPage,
          pageSize: query.pageSize,
          stats: {
            sortieCount: sums.flights,
            coveredArea: muFromM2(sums.covered_m2),
            flightTime: sums.duration_s,
            amounts: sums.amounts,
          },
        }
      })
    },
    exportLeaseWorkRecords: async ({ query }, context) => {
      const reader = await findWorkReader(readDb, context.caller, query.side)
      return listFile(leaseWorkList, query, context, {
        rows: eachRecord(readDb, reader, query),
        present: (row) => presentRecord(row, context.caller),
        cells: { currency: ({ currency }) => currency },
      })
    },
    waiveLeaseWork: ({ body }, context) => changeWaiver(deps, context, body),
    chargeLeaseWork: ({ body }, context) => changeWaiver(deps, context, { ...body, reason: null }),
  }
}
