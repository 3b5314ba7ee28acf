// Entries are only inserted: mistakes are corrected by a counter-entry.
import { sql } from 'kysely'
import type { EntryKind, LedgerAccount, LedgerLine } from '@swath/domain/ledger'
import type { Tx } from '../../../platform/database/database.ts'

export type EntryToWrite = {
  kind: EntryKind
  causeId: string
  revision: number
  reversesId: number | null
  at: Date
  about: Readonly<Record<string, unknown>>
  note: string
  byName: string | null
  lines: readonly LedgerLine[]
}

/** The drone of an entry, by which lines of clients are filtered. */
const droneOf = ({ about: { droneId } }: EntryToWrite): string | null =>
  typeof droneId === 'string' ? droneId : null

/**
 * Writes entries of one owner's books.
 * @returns their ids; null for those whose cause has been entered before
 */
export const writeEntries = async (
  tx: Tx,
  ownerId: string,
  entries: readonly EntryToWrite[],
  postedAt: Date,
): Promise<(number | null)[]> => {
  const each = <T>(pick: (entry: EntryToWrite) => T): T[] => entries.map(pick)
  const lines = entries.flatMap((entry, i) =>
    entry.lines
      .filter(({ amountMinor }) => amountMinor !== 0)
      .map((line, n) => ({ ...line, place: i + 1, number: n + 1 })),
  )
  const ofLines = <T>(pick: (account: LedgerAccount) => T): T[] =>
    lines.map(({ account }) => pick(account))
  const { rows } = await sql<{ place: number; id: number }>`
    select place, id from ledger_post(
      ${ownerId}::uuid,
      ${postedAt}::timestamptz,
      ${each(({ kind }) => kind)}::text[],
      ${each(({ causeId }) => causeId)}::text[],
      ${each(({ revision }) => revision)}::integer[],
      ${each(({ reversesId }) => reversesId)}::bigint[],
      ${each(({ at }) => at)}::timestamptz[],
      ${each(({ about }) => JSON.stringify(about))}::jsonb[],
      ${each(({ note }) => note)}::text[],
      ${each(({ byName }) => byName)}::text[],
      ${each(droneOf)}::text[],
      ${lines.map(({ place }) => place)}::bigint[],
      ${lines.map(({ number }) => number)}::smallint[],
      ${ofLines(({ clientId }) => clientId)}::bigint[],
      ${ofLines(({ payerAccountId }) => payerAccountId ?? null)}::uuid[],
      ${ofLines(({ purpose }) => purpose)}::text[],
      ${ofLines(({ currency }) => currency)}::text[],
      ${lines.map(({ amountMinor }) => amountMinor)}::bigint[])`.execute(tx)
  const ids = new Map(rows.map(({ place, id }) => [place, id]))
  return entries.map((_, i) => ids.get(i + 1) ?? null)
}

export type LastEntry = {
  id: number
  revision: number
  /** The entry that it reverses; null: it is not a counter-entry. */
  reversesId: number | null
  at: Date
  about: Readonly<Record<string, unknown>>
}

/** The last revision of a cause, which may reverse the one before. */
export const findLastOfCause = async (
  tx: Tx,
  ownerId: string,
  kind: EntryKind,
  causeId: string,
): Promise<LastEntry | undefined> => {
  const row = await tx
    .selectFrom('ledger_entry')
    .where('owner_id', '=', ownerId)
    .where('cause_kind', '=', kind)
    .where('cause_id', '=', causeId)
    .select(['id', 'revision', 'reverses_id', 'at', 'about'])
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { ...row, reversesId: row.reverses_id }
}

/** Owners of the books that contain a cause, which may have moved between books. */
export const ownersOfCause = async (tx: Tx, kind: EntryKind, causeId: string): Promise<string[]> =>
  (
    await tx
      .selectFrom('ledger_entry')
      .where('cause_kind', '=', kind)
      .where('cause_id', '=', causeId)
      .select('owner_id')
      .distinct()
      .orderBy('owner_id')
      .execute()
  ).map(({ owner_id }) => owner_id)

export const linesOfEntry = async (tx: Tx, entryId: number): Promise<LedgerLine[]> => {
  const rows = await tx
    .selectFrom('ledger_line')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_line.account_id')
    .where('entry_id', '=', entryId)
    .select([
      'ledger_account.owner_id',
      'ledger_account.client_id',
      'ledger_account.payer_id',
      'ledger_account.purpose',
      'ledger_account.currency',
      'amount_minor',
    ])
    .orderBy('line')
    .execute()
  return rows.map((row) => ({
    account: {
      ownerAccountId: row.owner_id,
      clientId: row.client_id,
      payerAccountId: row.payer_id,
      purpose: row.purpose,
      currency: row.currency,
    },
    amountMinor: row.amount_minor,
  }))
}
