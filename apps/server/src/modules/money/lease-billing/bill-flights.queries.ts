// Flights of a drone with their charges. Spans all tenants, because the pipeline works for all.
import { sql } from 'kysely'
import type { ChargeUnit, Currency } from '@swath/domain/money'
import type { Tx } from '../../../platform/database/database.ts'
import { toFlownLease, type FlownLease, type FlownLeaseRow } from './lease-flights.queries.ts'

/** Milliseconds since 1970; Infinity: open end. */
export type BilledRange = { fromMs: number; untilMs: number }

/**
 * Locks the drone's leases and bills until the transaction ends. Leases are locked first, because
 * returning or cancelling a lease locks it before its flights are charged again; and both before
 * rows of the drone, which such a transaction locks as well.
 */
export const holdBillsOfDrone = async (tx: Tx, droneId: string): Promise<void> => {
  await sql`select hold_bills_of_drone(${droneId})`.execute(tx)
}

export type BilledFlight = {
  sortieId: string
  /** Null: the flight no longer exists. */
  flown: { startAt: Date; endAt: Date; coveredM2: number; durationS: number } | null
  billed: StandingBill | null
  /** The lease to charge, by the current leases; null: none. */
  lease: FlownLease | null
}
export type StandingBill = {
  leaseId: number
  clientId: number
  lessorId: string
  coveredM2: number
  durationS: number
  startAt: Date
  endAt: Date
  chargeBy: ChargeUnit
  unitPriceMinor: number
  currency: Currency
  amountMinor: number
  state: 'charged' | 'waived' | 'taken_back'
  /** Why nothing is charged; null: not waived. */
  waivedReason: string | null
}

type FlightRow = {
  flight_id: string
  flown_from: Date | null
  flown_until: Date
  flown_m2: number
  flown_s: number
  lease: FlownLeaseRow | null
  billed: BillRow | null
}
/** A row in the JSON of the query. */
type BillRow = {
  lease_id: number
  client_id: number
  lessor_id: string
  covered_m2: number
  duration_s: number
  start_at: string
  end_at: string
  charge_by: ChargeUnit
  unit_price_minor: number
  currency: Currency
  amount_minor: number
  state: StandingBill['state']
  waived_reason: string | null
}

const toBill = (row: BillRow): StandingBill => ({
  leaseId: row.lease_id,
  clientId: row.client_id,
  lessorId: row.lessor_id,
  coveredM2: row.covered_m2,
  durationS: row.duration_s,
  startAt: new Date(row.start_at),
  endAt: new Date(row.end_at),
  chargeBy: row.charge_by,
  unitPriceMinor: row.unit_price_minor,
  currency: row.currency,
  amountMinor: row.amount_minor,
  state: row.state,
  waivedReason: row.waived_reason,
})

/**
 * Flights within the range, and charges for them or for flights that began in it; locked as by
 * `holdBillsOfDrone`. Empty if the drone was never leased.
 */
export const flightsToBill = async (
  tx: Tx,
  droneId: string,
  { fromMs, untilMs }: BilledRange,
): Promise<BilledFlight[]> => {
  const until = Number.isFinite(untilMs) ? new Date(untilMs) : 'infinity'
  const { rows } = await sql<FlightRow>`
    select * from flights_to_bill(${droneId}, ${new Date(fromMs)}::timestamptz,
      ${until}::timestamptz)`.execute(tx)
  return rows.map((row) => ({
    sortieId: row.flight_id,
    flown:
      row.flown_from === null
        ? null
        : {
            startAt: row.flown_from,
            endAt: row.flown_until,
            coveredM2: row.flown_m2,
            durationS: row.flown_s,
          },
    billed: row.billed && toBill(row.billed),
    lease: toFlownLease(row.lease),
  }))
}

export const writeBill = async (
  tx: Tx,
  droneId: string,
  sortieId: string,
  bill: StandingBill,
  { at, isCorrection }: { at: Date; isCorrection: boolean },
): Promise<void> => {
  const facts = {
    lease_id: bill.leaseId,
    client_id: bill.clientId,
    lessor_id: bill.lessorId,
    start_at: bill.startAt,
    end_at: bill.endAt,
    covered_m2: bill.coveredM2,
    duration_s: bill.durationS,
    charge_by: bill.chargeBy,
    unit_price_minor: bill.unitPriceMinor,
    currency: bill.currency,
    amount_minor: bill.amountMinor,
    state: bill.state,
    waived_reason: bill.waivedReason,
    billed_at: at,
  }
  await tx
    .insertInto('lease_work_record')
    .values({ drone_id: droneId, sortie_id: sortieId, ...facts })
    .onConflict((conflict) =>
      conflict
        .columns(['drone_id', 'sortie_id'])
        .doUpdateSet((eb) => ({
          ...facts,
          corrections: eb('lease_work_record.corrections', '+', isCorrection ? 1 : 0),
          version: eb('lease_work_record.version', '+', 1),
        })),
    )
    .execute()
}
