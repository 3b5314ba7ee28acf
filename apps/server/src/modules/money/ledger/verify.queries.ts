// Checks of the ledger in addition to the chain: every entry sums to zero, and every stored sum
// equals that of its lines.
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'

export const booksWithNames = async (db: Db): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom('ledger_book')
    .innerJoin('account', 'account.id', 'ledger_book.owner_id')
    .select(['account.id', 'account.name'])
    .orderBy('account.path')
    .execute()

/** Entries whose lines do not add up to zero in a currency. */
export const unbalancedEntries = async (db: Db, ownerId: string): Promise<number[]> =>
  (
    await sql<{ entry_id: number }>`
      select distinct entry_id from (
        select entry_id from ledger_line where owner_id = ${ownerId}
        group by entry_id, currency having sum(amount_minor) <> 0
      ) wrong order by entry_id limit 100`.execute(db)
  ).rows.map(({ entry_id }) => entry_id)

/** Accounts and months whose stored sum plus pending lines differs from the lines. */
export const wrongSums = async (
  db: Db,
  ownerId: string,
): Promise<{ account_id: number; month: string }[]> =>
  (
    await sql<{ account_id: number; month: string }>`
      with stored_sums as (
        select account_id, month, sum(amount) as amount from (
          select kept.account_id, kept.month, kept.credit_minor - kept.debit_minor as amount
          from ledger_sum kept join ledger_account account on account.id = kept.account_id
          where account.owner_id = ${ownerId}
          union all
          select pending.account_id, pending.month, pending.amount_minor
          from ledger_pending pending join ledger_account account on account.id = pending.account_id
          where account.owner_id = ${ownerId}
        ) both_kinds group by account_id, month
      ), right_sums as (
        select account_id, month, sum(amount_minor) as amount from ledger_line
        where owner_id = ${ownerId} group by account_id, month
      )
      select account_id, month from stored_sums full join right_sums using (account_id, month)
      where stored_sums.amount is distinct from right_sums.amount
      order by account_id, month limit 100`.execute(db)
  ).rows

/** The same by drone and month. */
export const wrongDroneSums = async (
  db: Db,
  ownerId: string,
): Promise<{ drone_id: string; month: string }[]> =>
  (
    await sql<{ drone_id: string; month: string }>`
      with stored_sums as (
        select client_id, purpose, currency, drone_id, month, sum(amount) as amount,
          sum(lines) as lines
        from (
          select client_id, purpose, currency, drone_id, month,
            credit_minor - debit_minor as amount, line_count as lines
          from ledger_drone_sum where owner_id = ${ownerId}
          union all
          select account.client_id, account.purpose, account.currency, pending.drone_id,
            pending.month, pending.amount_minor, 1
          from ledger_pending pending join ledger_account account on account.id = pending.account_id
          where account.owner_id = ${ownerId} and pending.drone_id is not null
        ) both_kinds group by client_id, purpose, currency, drone_id, month
      ), right_sums as (
        select client_id, purpose, currency, drone_id, month, sum(amount_minor) as amount,
          count(*) as lines
        from ledger_line where owner_id = ${ownerId} and drone_id is not null
        group by client_id, purpose, currency, drone_id, month
      )
      select distinct drone_id, month
      from stored_sums full join right_sums using (client_id, purpose, currency, drone_id, month)
      where (stored_sums.amount, stored_sums.lines)
        is distinct from (right_sums.amount, right_sums.lines)
      order by drone_id, month limit 100`.execute(db)
  ).rows

/** Months in which the total of all accounts differs from their sum. */
export const wrongBookSums = async (db: Db, ownerId: string): Promise<string[]> =>
  (
    await sql<{ month: string }>`
      with stored_sums as (
        select purpose, currency, month, credit_minor, debit_minor, line_count
        from ledger_book_sum where owner_id = ${ownerId}
      ), right_sums as (
        select account.purpose, account.currency, kept.month, sum(kept.credit_minor) as credit,
          sum(kept.debit_minor) as debit, sum(kept.line_count) as lines
        from ledger_sum kept join ledger_account account on account.id = kept.account_id
        where account.owner_id = ${ownerId} group by account.purpose, account.currency, kept.month
      )
      select distinct month from stored_sums full join right_sums using (purpose, currency, month)
      where (credit_minor, debit_minor, line_count) is distinct from (credit, debit, lines)
      order by month limit 100`.execute(db)
  ).rows.map(({ month }) => month)

/** Entries that are neither sealed nor pending. */
export const unsealedEntries = async (db: Db, ownerId: string): Promise<number[]> =>
  (
    await sql<{ id: number }>`
      select entry.id from ledger_entry entry
      where entry.owner_id = ${ownerId}
        and exists (select from ledger_line line where line.entry_id = entry.id)
        and not exists (select from ledger_seal seal where seal.entry_id = entry.id)
        and not exists (select from ledger_pending pending where pending.entry_id = entry.id)
      order by entry.id limit 100`.execute(db)
  ).rows.map(({ id }) => id)

export const monthCloses = (db: Db, ownerId: string) =>
  db
    .selectFrom('ledger_month_close')
    .where('owner_id', '=', ownerId)
    .select(['month', 'sealed_number', 'sealed_hash', 'totals'])
    .orderBy('month')
    .execute()
