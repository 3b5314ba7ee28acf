// Charges for flights on leases, entered in the transaction that writes their records. Later
// changes of a flight or its lease are handled in the same way: an entry that has become wrong is
// reversed, and the correct one entered.
import { priceOfFlight, type Money } from '@swath/domain/money'
import type { LedgerAccount, LedgerPurpose } from '@swath/domain/ledger'
import type { Tx } from '../../../platform/database/database.ts'
import { postEntry, readCause, reverseEntry } from '../ledger/post.ts'
import {
  flightsToBill,
  writeBill,
  type BilledFlight,
  type BilledRange,
  type StandingBill,
} from './bill-flights.queries.ts'
import { findWorthALook } from './follow-balance.queries.ts'
import { tellBalance } from './tell-balance.ts'

export const clientAccount = (
  { lessorId, clientId, currency }: Pick<StandingBill, 'lessorId' | 'clientId' | 'currency'>,
  purpose: LedgerPurpose,
): LedgerAccount => ({ ownerAccountId: lessorId, clientId, purpose, currency })

export const houseAccount = (
  lessorId: string,
  currency: Money['currency'],
  purpose: LedgerPurpose,
): LedgerAccount => ({ ownerAccountId: lessorId, clientId: null, purpose, currency })

/** The lessor waives the charge for a flight; without a reason, it is charged again. */
export type Waiver = { sortieId: string; reason: string | null }

/** The price of a flight; null: nobody is charged. */
const priceFlight = (
  { sortieId, flown, billed, lease }: BilledFlight,
  waiver: Waiver | undefined,
): StandingBill | null => {
  if (!flown || !lease) return null
  const { chargeBy } = lease
  const unitPriceMinor = chargeBy === 'mu' ? lease.muUnitPriceMinor : lease.hourUnitPriceMinor
  const waivedReason =
    waiver?.sortieId === sortieId
      ? waiver.reason
      : billed?.leaseId === lease.leaseId
        ? billed.waivedReason
        : null
  return {
    ...flown,
    leaseId: lease.leaseId,
    clientId: lease.clientId,
    lessorId: lease.lessorAccountId,
    chargeBy,
    unitPriceMinor,
    currency: lease.currency,
    amountMinor: waivedReason === null ? priceOfFlight(chargeBy, unitPriceMinor, flown) : 0,
    state: waivedReason === null ? 'charged' : 'waived',
    waivedReason,
  }
}

const isOwedAlike = (one: StandingBill | null, other: StandingBill | null): boolean =>
  (one?.amountMinor ?? 0) === (other?.amountMinor ?? 0) &&
  ((one?.amountMinor ?? 0) === 0 ||
    (one?.clientId === other?.clientId &&
      one?.lessorId === other?.lessorId &&
      one?.currency === other?.currency &&
      one?.leaseId === other?.leaseId))

const isAlike = (one: StandingBill, other: StandingBill): boolean =>
  isOwedAlike(one, other) &&
  one.state === other.state &&
  one.waivedReason === other.waivedReason &&
  one.leaseId === other.leaseId &&
  one.clientId === other.clientId &&
  one.coveredM2 === other.coveredM2 &&
  one.durationS === other.durationS &&
  one.startAt.getTime() === other.startAt.getTime() &&
  one.endAt.getTime() === other.endAt.getTime() &&
  one.chargeBy === other.chargeBy &&
  one.unitPriceMinor === other.unitPriceMinor

const charge = async (
  tx: Tx,
  droneId: string,
  sortieId: string,
  bill: StandingBill,
  postedAt: Date,
  isFirst: boolean,
): Promise<void> => {
  const { lessorId, currency, amountMinor } = bill
  const standing = isFirst
    ? undefined
    : await readCause(tx, lessorId, { kind: 'sortie', id: sortieId })
  await postEntry(
    tx,
    {
      cause: { kind: 'sortie', id: sortieId, revision: standing ? standing.revision + 1 : 0 },
      at: bill.startAt,
      lines: [
        { account: clientAccount(bill, 'prepaid'), amountMinor: -amountMinor },
        { account: houseAccount(lessorId, currency, 'revenue'), amountMinor },
      ],
      about: {
        droneId,
        sortieId,
        leaseId: bill.leaseId,
        chargeBy: bill.chargeBy,
        unitPriceMinor: bill.unitPriceMinor,
        coveredM2: bill.coveredM2,
        durationS: bill.durationS,
      },
    },
    postedAt,
  )
}

/**
 * Charges the drone's flights that began within the range by the current leases, in the transaction
 * that changed a flight or a lease.
 */
export const billFlights = async (
  tx: Tx,
  droneId: string,
  range: BilledRange,
  postedAt: Date,
  waiver?: Waiver,
): Promise<void> => {
  const concerned = new Set<number>()
  for (const flight of await flightsToBill(tx, droneId, range)) {
    const { sortieId, billed } = flight
    const wanted = priceFlight(flight, waiver)
    const isSame = isOwedAlike(billed, wanted)
    if (!isSame && billed && billed.amountMinor !== 0) {
      await reverseEntry(tx, { kind: 'sortie', id: sortieId }, { why: '', postedAt })
      concerned.add(billed.clientId)
    }
    if (!isSame && wanted && wanted.amountMinor !== 0) {
      await charge(tx, droneId, sortieId, wanted, postedAt, billed === null)
      concerned.add(wanted.clientId)
    }
    const bill: StandingBill | null =
      wanted ?? (billed && { ...billed, amountMinor: 0, state: 'taken_back', waivedReason: null })
    if (bill && !(billed && isAlike(billed, bill)))
      await writeBill(tx, droneId, sortieId, bill, {
        at: postedAt,
        isCorrection: !isSame && billed !== null && billed.amountMinor !== 0,
      })
  }
  // All jobs of a client share one row, so flights charged at the same moment would wait for each
  // other.
  for (const clientId of await findWorthALook(tx, [...concerned])) await tellBalance(tx, clientId)
}
