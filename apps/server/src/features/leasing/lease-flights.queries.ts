// To whom a flight is charged: it began while the drone was lent; of a shared drone, by whoever had
// it then. A cancelled lease has none.
import { sql } from 'kysely'
import type { Currency } from '@swath/domain/money'
import type { Db, Tx } from '../../platform/database/database.ts'

export type FlownLease = {
  leaseId: number
  lessorAccountId: string
  /** Of a shared drone: whoever had it when the flight began. */
  clientId: number
  chargeBy: 'mu' | 'hour'
  currency: Currency
  muUnitPriceMinor: number
  hourUnitPriceMinor: number
}

/** The lease that a flight is charged to; null: nobody's, or a shared drone that nobody had. */
export const leaseOfFlight = async (
  db: Db | Tx,
  droneId: string,
  startedAt: Date,
): Promise<FlownLease | null> => {
  const row = await db
    .selectFrom('lease')
    .leftJoin('shared_use as used', (join) =>
      join.onRef('used.lease_id', '=', 'lease.id').on(
        sql<boolean>`${startedAt}::timestamptz >= used.from_at
            and (used.until_at is null or ${startedAt}::timestamptz < used.until_at)`,
      ),
    )
    .where('lease.drone_id', '=', droneId)
    .where('lease.cancelled_at', 'is', null)
    .where('lease.starts_at', '<=', startedAt)
    .where(
      sql<boolean>`(lease.returned_at is null or ${startedAt}::timestamptz < lease.returned_at)`,
    )
    .select([
      'lease.id',
      'lease.lessor_account_id',
      sql<number | null>`coalesce(lease.client_id, used.client_id)`.as('client_id'),
      'lease.charge_by',
      'lease.currency',
      'lease.mu_unit_price_minor',
      'lease.hour_unit_price_minor',
    ])
    .orderBy('lease.starts_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row || row.client_id === null) return null
  return {
    leaseId: row.id,
    lessorAccountId: row.lessor_account_id,
    clientId: row.client_id,
    chargeBy: row.charge_by,
    currency: row.currency,
    muUnitPriceMinor: row.mu_unit_price_minor,
    hourUnitPriceMinor: row.hour_unit_price_minor,
  }
}
