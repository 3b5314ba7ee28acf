// Entries are written, and never anything else: what is wrong is answered by a counter-entry.
import { sql } from 'kysely'
import {
  chooseMonth,
  type EntryKind,
  type LedgerAccount,
  type LedgerLine,
} from '@swath/domain/ledger'
import type { Tx } from '../../platform/database/database.ts'

/**
 * The month of each of these times in the books of an owner, whose closed months are held as they
 * are until the transaction ends: whoever closes one waits for it.
 */
const holdMonths = async (tx: Tx, ownerId: string, times: readonly Date[]): Promise<string[]> => {
  const held = async () =>
    (
      await sql<{ closed_until: string | null; months: string[] }>`
        select closed_until, array(
            select date_trunc('month', at at time zone account.time_zone)::date::text
            from unnest(${times}::timestamptz[]) with ordinality as given (at, place)
            order by place) as months
        from ledger_book join account on account.id = ledger_book.owner_id
        where owner_id = ${ownerId} for share of ledger_book`.execute(tx)
    ).rows[0]
  let book = await held()
  if (!book) {
    await tx
      .insertInto('ledger_book')
      .values({ owner_id: ownerId, closed_until: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    book = await held()
  }
  const { closed_until: closedUntil, months } = book!
  return months.map((month) => chooseMonth(month, closedUntil))
}

const keyOf = (account: LedgerAccount): string =>
  JSON.stringify([
    account.ownerAccountId,
    account.clientId,
    account.payerAccountId ?? null,
    account.purpose,
    account.currency,
  ])

const unnested = (accounts: readonly LedgerAccount[]) => sql`unnest(
  ${accounts.map((one) => one.ownerAccountId)}::uuid[],
  ${accounts.map((one) => one.clientId)}::bigint[],
  ${accounts.map((one) => one.payerAccountId ?? null)}::uuid[],
  ${accounts.map((one) => one.purpose)}::text[],
  ${accounts.map((one) => one.currency)}::text[]
) as asked (owner_id, client_id, payer_id, purpose, currency)`

type AccountRow = {
  id: number
  owner_id: string
  client_id: number | null
  payer_id: string | null
  purpose: LedgerAccount['purpose']
  currency: LedgerAccount['currency']
}

/** Ids of accounts, which are opened where they are first asked for. */
export const openAccounts = async (
  tx: Tx,
  asked: readonly LedgerAccount[],
): Promise<(account: LedgerAccount) => number> => {
  const accounts = [...new Map(asked.map((one) => [keyOf(one), one])).values()]
  const ids = new Map<string, number>()
  const find = async (): Promise<void> => {
    const { rows } = await sql<AccountRow>`
      select account.* from ${unnested(accounts)}
      join ledger_account account on account.owner_id = asked.owner_id
        and account.purpose = asked.purpose and account.currency = asked.currency
        and account.client_id is not distinct from asked.client_id
        and account.payer_id is not distinct from asked.payer_id`.execute(tx)
    for (const row of rows)
      ids.set(
        keyOf({
          ownerAccountId: row.owner_id,
          clientId: row.client_id,
          payerAccountId: row.payer_id,
          purpose: row.purpose,
          currency: row.currency,
        }),
        row.id,
      )
  }
  await find()
  if (ids.size < accounts.length) {
    await sql`
      insert into ledger_account (owner_id, client_id, payer_id, purpose, currency)
      select asked.* from ${unnested(accounts)}
      on conflict do nothing`.execute(tx)
    await find()
  }
  return (account) => ids.get(keyOf(account))!
}

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

/** Lines of clients are asked for by drone. */
const droneOf = ({ about: { droneId } }: EntryToWrite): string | null =>
  typeof droneId === 'string' ? droneId : null

/**
 * Writes entries of one owner's books. Those whose cause is entered already are left out: null in
 * their place.
 */
export const writeEntries = async (
  tx: Tx,
  ownerId: string,
  entries: readonly EntryToWrite[],
  postedAt: Date,
): Promise<(number | null)[]> => {
  const months = await holdMonths(
    tx,
    ownerId,
    entries.map(({ at }) => at),
  )
  const accountId = await openAccounts(
    tx,
    entries.flatMap(({ lines }) => lines.map(({ account }) => account)),
  )
  const written = await tx
    .insertInto('ledger_entry')
    .values(
      entries.map((entry, i) => ({
        owner_id: ownerId,
        cause_kind: entry.kind,
        cause_id: entry.causeId,
        revision: entry.revision,
        reverses_id: entry.reversesId,
        at: entry.at,
        posted_at: postedAt,
        month: months[i]!,
        about: JSON.stringify(entry.about),
        note: entry.note,
        by_name: entry.byName,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'cause_kind', 'cause_id', 'revision'])
    .execute()
  const idOf = new Map(
    written.map((row) => [`${row.cause_kind} ${row.cause_id} ${row.revision}`, row.id]),
  )
  const ids = entries.map(
    ({ kind, causeId, revision }) => idOf.get(`${kind} ${causeId} ${revision}`) ?? null,
  )
  const lines = entries.flatMap((entry, i) => {
    const entryId = ids[i]
    return entryId == null
      ? []
      : entry.lines
          .filter(({ amountMinor }) => amountMinor !== 0)
          .map(({ account, amountMinor }, line) => ({
            entry_id: entryId,
            line: line + 1,
            account_id: accountId(account),
            owner_id: account.ownerAccountId,
            client_id: account.clientId,
            purpose: account.purpose,
            currency: account.currency,
            amount_minor: amountMinor,
            at: entry.at,
            month: months[i]!,
            drone_id: account.clientId === null ? null : droneOf(entry),
          }))
  })
  if (lines.length > 0) await tx.insertInto('ledger_line').values(lines).execute()
  return ids
}

export type LastEntry = {
  id: number
  revision: number
  /** What it takes back; null: it stands itself. */
  reversesId: number | null
  at: Date
  about: Readonly<Record<string, unknown>>
}

/** The last revision of a cause, which may take back the one before. */
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

/** In whose books a cause stands: it may have moved from one to another. */
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
