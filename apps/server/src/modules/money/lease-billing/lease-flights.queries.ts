// The client who is charged for a flight: the drone was leased when the flight began; for a shared
// drone, the client who had it then. A cancelled lease charges nobody.
import { sql } from 'kysely'
import type { Currency } from '@swath/domain/money'
import type { Db, Tx } from '../../../platform/database/database.ts'

export type FlownLease = {
  leaseId: number
  lessorAccountId: string
  /** For a shared drone, the client who had it when the flight began. */
  clientId: number
  chargeBy: 'mu' | 'hour'
  currency: Currency
  muUnitPriceMinor: number
  hourUnitPriceMinor: number
}

/** A row returned by the database function `lease_of_flight`. */
export type FlownLeaseRow = {
  lease_id: number
  lessor_account_id: string
  client_id: number | null
  charge_by: FlownLease['chargeBy']
  currency: Currency
  mu_unit_price_minor: number
  hour_unit_price_minor: number
}

export const toFlownLease = (row: FlownLeaseRow | null | undefined): FlownLease | null =>
  row == null || row.client_id === null
    ? null
    : {
        leaseId: row.lease_id,
        lessorAccountId: row.lessor_account_id,
        clientId: row.client_id,
        chargeBy: row.charge_by,
        currency: row.currency,
        muUnitPriceMinor: row.mu_unit_price_minor,
        hourUnitPriceMinor: row.hour_unit_price_minor,
      }

/** The lease that a flight is charged to; null: none, or a shared drone that no client had. */
export const leaseOfFlight = async (
  db: Db | Tx,
  droneId: string,
  startedAt: Date,
): Promise<FlownLease | null> => {
  const { rows } = await sql<FlownLeaseRow>`
    select * from lease_of_flight(${droneId}, ${startedAt}::timestamptz)`.execute(db)
  return toFlownLease(rows[0])
}
