// Double-entry ledger: valid entries, the month in which they count, and the data their hash
// covers. Positive is credit, negative is debit; the lines of an entry sum to zero in each
// currency.
import type { Currency } from './money.ts'

/**
 * The purpose of a ledger account. For a client: prepaid, deposit. For the house: revenue from
 * flights, damage, idle drones and fees, corrections, and incoming and outgoing payments.
 */
export const ledgerPurposes = [
  'prepaid',
  'deposit',
  'revenue',
  'damage',
  'idle',
  'fees',
  'adjustment',
  'cash',
] as const
export type LedgerPurpose = (typeof ledgerPurposes)[number]

/** The transaction that an entry records. */
export const entryKinds = [
  'sortie',
  'recharge',
  'refund',
  'deposit',
  'deposit_return',
  'damage',
  'idle',
  'adjustment',
  'order',
  'order_refund',
] as const
export type EntryKind = (typeof entryKinds)[number]

export type LedgerAccount = {
  /** The owner of the books: a lessor, or the platform. */
  ownerAccountId: string
  /** Rental client; null: the house's own. */
  clientId: number | null
  /** The payer, if it is not a rental client. */
  payerAccountId?: string | null
  purpose: LedgerPurpose
  currency: Currency
}

export type LedgerCause = {
  kind: EntryKind
  /** Identifies the event, so that it is entered once. */
  id: string
  /** For an event that was reversed and entered again. */
  revision?: number
}

export type LedgerLine = { account: LedgerAccount; amountMinor: number }

/** Totals per currency of all entries in the books up to then. */
export type LedgerTotals = Partial<
  Record<Currency, { debit: string; credit: string; lines: number }>
>

/** Currencies in which the lines do not sum to zero, and those with an invalid amount. */
export const findUnbalanced = (lines: readonly LedgerLine[]): Currency[] => {
  const sums = new Map<Currency, bigint>()
  for (const { account, amountMinor } of lines)
    sums.set(
      account.currency,
      (sums.get(account.currency) ?? 0n) +
        (Number.isSafeInteger(amountMinor) ? BigInt(amountMinor) : 0n),
    )
  const unsafe = lines.filter(({ amountMinor }) => !Number.isSafeInteger(amountMinor))
  return [
    ...new Set([
      ...[...sums].filter(([, sum]) => sum !== 0n).map(([currency]) => currency),
      ...unsafe.map(({ account }) => account.currency),
    ]),
  ]
}

/** The lines that reverse these. */
export const reverseLines = <Line extends { amountMinor: number }>(
  lines: readonly Line[],
): Line[] => lines.map((line) => ({ ...line, amountMinor: -line.amountMinor }))

/** `YYYY-MM-01` of the month after. */
export const monthAfter = (month: string): string => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10)
}

/** An entry as it is sealed. */
export type SealedEntry = {
  ownerId: string
  number: number
  kind: string
  causeId: string
  revision: number
  /** The entry that this one reverses; null: none. */
  reversesId: number | null
  id: number
  atMs: number
  postedAtMs: number
  month: string
  about: unknown
  note: string
  byName: string | null
  lines: readonly (LedgerLine & { line: number })[]
}

/** Sorts keys, because a database reorders the keys of objects. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, inOrder(inner)]),
  )
}

/** All content of the entry, and the hash of the one before, as hexadecimal digits. */
export const sealInput = (entry: SealedEntry, previousHash: string): string =>
  JSON.stringify([
    1,
    previousHash,
    entry.ownerId,
    entry.number,
    entry.id,
    entry.kind,
    entry.causeId,
    entry.revision,
    entry.reversesId,
    entry.atMs,
    entry.postedAtMs,
    entry.month,
    inOrder(entry.about),
    entry.note,
    entry.byName,
    entry.lines
      .toSorted((a, b) => a.line - b.line)
      .map(({ line, account, amountMinor }) => [
        line,
        account.ownerAccountId,
        account.clientId,
        account.payerAccountId ?? null,
        account.purpose,
        account.currency,
        amountMinor,
      ]),
  ])
