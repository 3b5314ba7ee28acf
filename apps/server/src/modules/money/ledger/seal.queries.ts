// Adds posted entries to the sums, and chains them by hashes, one by one in a fixed order for each
// book.
import { sql } from 'kysely'
import type { LedgerTotals, SealedEntry } from '@swath/domain/ledger'
import type { Db, Tx } from '../../../platform/database/database.ts'

/** Serializes sealing, for all books. */
export const holdSealing = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('seal ledger', 0))`.execute(tx)
}

const sumsOfTaken = sql`coalesce(sum(amount_minor) filter (where amount_minor > 0), 0) as credit_minor,
  coalesce(-sum(amount_minor) filter (where amount_minor < 0), 0) as debit_minor,
  count(*) as line_count`

/** Adds to the table's existing value. */
const addedTo = (table: 'ledger_sum' | 'ledger_drone_sum' | 'ledger_book_sum') => {
  const kept = sql.table(table)
  return sql`do update set
    credit_minor = ${kept}.credit_minor + excluded.credit_minor,
    debit_minor = ${kept}.debit_minor + excluded.debit_minor,
    line_count = ${kept}.line_count + excluded.line_count`
}

/** Adds pending lines to the sums. @returns the entries, in order */
export const addPending = async (tx: Tx, atMost: number): Promise<number[]> => {
  const { rows } = await sql<{ entry_id: number }>`
    with due as (
      select entry_id from ledger_pending group by entry_id order by entry_id limit ${atMost}
    ), taken as (
      delete from ledger_pending using due where ledger_pending.entry_id = due.entry_id
      returning ledger_pending.*
    ), by_account as (
      insert into ledger_sum (account_id, month, credit_minor, debit_minor, line_count)
      select account_id, month, ${sumsOfTaken} from taken group by account_id, month
      on conflict (account_id, month) ${addedTo('ledger_sum')}
    ), by_drone as (
      insert into ledger_drone_sum (owner_id, client_id, purpose, currency, drone_id, month,
        credit_minor, debit_minor, line_count)
      select owner_id, client_id, purpose, currency, drone_id, month, ${sumsOfTaken}
      from taken join ledger_account account on account.id = taken.account_id
      where drone_id is not null
      group by owner_id, client_id, purpose, currency, drone_id, month
      on conflict (owner_id, client_id, purpose, currency, drone_id, month)
        ${addedTo('ledger_drone_sum')}
    ), by_book as (
      insert into ledger_book_sum
        (owner_id, purpose, currency, month, credit_minor, debit_minor, line_count)
      select owner_id, purpose, currency, month, ${sumsOfTaken}
      from taken join ledger_account account on account.id = taken.account_id
      group by owner_id, purpose, currency, month
      on conflict (owner_id, purpose, currency, month) ${addedTo('ledger_book_sum')}
    )
    select distinct entry_id from taken order by entry_id`.execute(tx)
  return rows.map(({ entry_id }) => entry_id)
}

export const clientsOfEntries = async (tx: Tx, ids: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ client_id: number }>`
    select distinct client_id from ledger_line
    where entry_id = any(${ids}::bigint[]) and client_id is not null`.execute(tx)
  return rows.map(({ client_id }) => client_id)
}

export type Unsealed = Omit<SealedEntry, 'number'>

type LineJson = {
  line: number
  owner: string
  client: number | null
  payer: string | null
  purpose: SealedEntry['lines'][number]['account']['purpose']
  currency: SealedEntry['lines'][number]['account']['currency']
  amount: number
}

const asStored = sql<LineJson[]>`(
  select jsonb_agg(jsonb_build_object('line', line.line, 'owner', account.owner_id,
    'client', account.client_id, 'payer', account.payer_id, 'purpose', account.purpose,
    'currency', account.currency, 'amount', line.amount_minor) order by line.line)
  from ledger_line line join ledger_account account on account.id = line.account_id
  where line.entry_id = entry.id)`

const entriesAsStored = (db: Db | Tx) =>
  db
    .selectFrom('ledger_entry as entry')
    .select([
      'entry.id',
      'entry.owner_id',
      'entry.cause_kind',
      'entry.cause_id',
      'entry.revision',
      'entry.reverses_id',
      'entry.at',
      'entry.posted_at',
      'entry.month',
      'entry.about',
      'entry.note',
      'entry.by_name',
      asStored.as('lines'),
    ])
type EntryAsStored = Awaited<
  ReturnType<ReturnType<typeof entriesAsStored>['executeTakeFirstOrThrow']>
>

const toUnsealed = (row: EntryAsStored): Unsealed => ({
  id: row.id,
  ownerId: row.owner_id,
  kind: row.cause_kind,
  causeId: row.cause_id,
  revision: row.revision,
  reversesId: row.reverses_id,
  atMs: row.at.getTime(),
  postedAtMs: row.posted_at.getTime(),
  month: row.month,
  about: row.about,
  note: row.note,
  byName: row.by_name,
  lines: (row.lines ?? []).map((line) => ({
    line: line.line,
    account: {
      ownerAccountId: line.owner,
      clientId: line.client,
      payerAccountId: line.payer,
      purpose: line.purpose,
      currency: line.currency,
    },
    amountMinor: line.amount,
  })),
})

export const readEntries = async (tx: Tx, ids: readonly number[]): Promise<Unsealed[]> =>
  (
    await entriesAsStored(tx)
      .where('entry.id', 'in', [...ids])
      .orderBy('entry.id')
      .execute()
  ).map(toUnsealed)

export type ChainEnd = { number: number; hash: Buffer }

export const readChainEnd = async (db: Db | Tx, ownerId: string): Promise<ChainEnd> =>
  (await db
    .selectFrom('ledger_seal')
    .where('owner_id', '=', ownerId)
    .select(['number', 'hash'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? { number: 0, hash: Buffer.alloc(0) }

export type NewSeal = {
  ownerId: string
  number: number
  entryId: number
  previousHash: Buffer
  hash: Buffer
}

export const writeSeals = async (tx: Tx, seals: readonly NewSeal[]): Promise<void> => {
  for (let i = 0; i < seals.length; i += 5_000)
    await tx
      .insertInto('ledger_seal')
      .values(
        seals
          .slice(i, i + 5_000)
          .map((seal) => ({
            owner_id: seal.ownerId,
            number: seal.number,
            entry_id: seal.entryId,
            previous_hash: seal.previousHash,
            hash: seal.hash,
          })),
      )
      .execute()
}

/** Sealed entries of a book after a number, with their seals. */
export const readSealed = async (
  db: Db | Tx,
  ownerId: string,
  after: number,
  atMost: number,
): Promise<(SealedEntry & { previousHash: Buffer; hash: Buffer })[]> => {
  const rows = await entriesAsStored(db)
    .innerJoin('ledger_seal as seal', 'seal.entry_id', 'entry.id')
    .select(['seal.number', 'seal.previous_hash', 'seal.hash'])
    .where('seal.owner_id', '=', ownerId)
    .where('seal.number', '>', after)
    .orderBy('seal.number')
    .limit(atMost)
    .execute()
  return rows.map((row) => ({
    ...toUnsealed(row),
    number: row.number,
    previousHash: row.previous_hash,
    hash: row.hash,
  }))
}

/** Waits for all transactions that are about to post in the month. */
export const closeBook = async (tx: Tx, ownerId: string, month: string): Promise<void> => {
  await tx
    .insertInto('ledger_book')
    .values({ owner_id: ownerId, closed_until: month })
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet({ closed_until: month }))
    .execute()
}

export const readBook = async (
  db: Db | Tx,
  ownerId: string,
): Promise<{ closedUntil: string | null; timeZone: string }> => {
  const row = await db
    .selectFrom('account')
    .leftJoin('ledger_book as book', 'book.owner_id', 'account.id')
    .where('account.id', '=', ownerId)
    .select(['book.closed_until', 'account.time_zone'])
    .executeTakeFirstOrThrow()
  return { closedUntil: row.closed_until, timeZone: row.time_zone }
}

/** Totals of the books up to a month, added up from the lines. */
export const totalsUntil = async (
  db: Db | Tx,
  ownerId: string,
  month: string,
): Promise<LedgerTotals> => {
  const { rows } = await sql<{ totals: LedgerTotals }>`
    select coalesce(jsonb_object_agg(currency, jsonb_build_object(
      'debit', debit::text, 'credit', credit::text, 'lines', lines)), '{}') as totals
    from (
      select line.currency, -coalesce(sum(amount_minor) filter (where amount_minor < 0), 0) as debit,
        coalesce(sum(amount_minor) filter (where amount_minor > 0), 0) as credit, count(*) as lines
      from ledger_account account join ledger_line line on line.account_id = account.id
      where account.owner_id = ${ownerId} and line.month <= ${month}
      group by line.currency
    ) by_currency`.execute(db)
  return rows[0]!.totals
}

export const writeMonthClose = async (
  tx: Tx,
  close: { ownerId: string; month: string; at: Date; byName: string; end: ChainEnd },
): Promise<void> => {
  await tx
    .insertInto('ledger_month_close')
    .values({
      owner_id: close.ownerId,
      month: close.month,
      closed_at: close.at,
      by_name: close.byName,
      sealed_number: close.end.number,
      sealed_hash: close.end.hash,
      totals: JSON.stringify(await totalsUntil(tx, close.ownerId, close.month)),
    })
    .execute()
}
