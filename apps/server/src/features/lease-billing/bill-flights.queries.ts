// Flights of a drone with what each was charged. Every tenant's: the pipeline works for all.
import { sql } from 'kysely'
import type { ChargeUnit, Currency } from '@swath/domain/money'
import type { Tx } from '../../platform/database/database.ts'

/** Milliseconds since 1970; Infinity: whatever comes later. */
export type BilledRange = { fromMs: number; untilMs: number }

const within = ({ fromMs, untilMs }: BilledRange, column: string) =>
  sql<boolean>`${sql.ref(column)} >= ${new Date(fromMs)}
    and (${!Number.isFinite(untilMs)} or ${sql.ref(column)} <= ${new Date(Number.isFinite(untilMs) ? untilMs : fromMs)})`

/**
 * The drone's leases as they are, and its bills, until the transaction ends: leases first, as who
 * returns or cancels one has it when its flights are charged anew, and both before rows of the
 * drone, which that one holds as well.
 * @returns whether the drone was ever lent, or charged for
 */
export const holdBillsOfDrone = async (tx: Tx, droneId: string): Promise<boolean> =>
  (
    await sql<{ was_lent: boolean }>`
      with held as materialized (
        select id from lease where drone_id = ${droneId} order by id for share)
      select counted.leases > 0
          or exists (select from lease_work_record where drone_id = ${droneId}) as was_lent,
        pg_advisory_xact_lock(hashtextextended(${`bills ${droneId}`}, 0))::text
      from (select count(*) as leases from held) counted`.execute(tx)
  ).rows[0]!.was_lent

export type BilledFlight = {
  sortieId: string
  /** Null: there is no such flight any more. */
  flown: { startAt: Date; endAt: Date; coveredM2: number; durationS: number } | null
  billed: StandingBill | null
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
  /** Why nothing is charged; null: it is, or would be. */
  waivedReason: string | null
}

export const flightsToBill = async (
  tx: Tx,
  droneId: string,
  range: BilledRange,
): Promise<BilledFlight[]> => {
  const flown = await tx
    .selectFrom('work_record')
    .where('drone_id', '=', droneId)
    .where(within(range, 'start_at'))
    .select(['sortie_id', 'start_at', 'end_at', 'covered_m2', 'duration_s'])
    .execute()
  const billed = await tx
    .selectFrom('lease_work_record')
    .where('drone_id', '=', droneId)
    .where(
      sql<boolean>`(${within(range, 'start_at')}
        or sortie_id = any(${flown.map((one) => one.sortie_id)}::uuid[]))`,
    )
    .selectAll()
    .execute()
  const flights = new Map<string, BilledFlight>(
    flown.map((row) => [
      row.sortie_id,
      {
        sortieId: row.sortie_id,
        flown: {
          startAt: row.start_at,
          endAt: row.end_at,
          coveredM2: row.covered_m2,
          durationS: row.duration_s,
        },
        billed: null,
      },
    ]),
  )
  for (const row of billed)
    flights.set(row.sortie_id, {
      sortieId: row.sortie_id,
      flown: flights.get(row.sortie_id)?.flown ?? null,
      billed: {
        leaseId: row.lease_id,
        clientId: row.client_id,
        lessorId: row.lessor_id,
        coveredM2: row.covered_m2,
        durationS: row.duration_s,
        startAt: row.start_at,
        endAt: row.end_at,
        chargeBy: row.charge_by,
        unitPriceMinor: row.unit_price_minor,
        currency: row.currency,
        amountMinor: row.amount_minor,
        state: row.state,
        waivedReason: row.waived_reason,
      },
    })
  // One order for all, so that two who charge flights of one lessor do not wait for each other.
  return [...flights.values()].toSorted((a, b) => (a.sortieId < b.sortieId ? -1 : 1))
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
