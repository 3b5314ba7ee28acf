import { sql } from 'kysely'
import type { Currency } from '@swath/domain/money'
import type { Db, Tx } from '../../../platform/database/database.ts'

export type MonthRow = {
  month: string
  closed_at: Date | null
  by_name: string | null
  turnover: { currency: Currency; credit: number; debit: number }[]
}

/** Months of an owner's books that have entries or were closed, newest first. */
export const monthsOfBook = async (db: Db | Tx, ownerId: string): Promise<MonthRow[]> => {
  const { rows } = await sql<MonthRow>`
    with moved as (
      select kept.month, held.currency, kept.credit_minor as credit, kept.debit_minor as debit
      from ledger_sum kept join ledger_account held on held.id = kept.account_id
      where held.owner_id = ${ownerId} and held.client_id is not null
      union all
      select pending.month, held.currency, greatest(pending.amount_minor, 0),
        greatest(-pending.amount_minor, 0)
      from ledger_pending pending join ledger_account held on held.id = pending.account_id
      where held.owner_id = ${ownerId} and held.client_id is not null
    ), by_currency as (
      select month, currency, sum(credit)::bigint as credit, sum(debit)::bigint as debit
      from moved group by month, currency
    ), by_month as (
      select month, jsonb_agg(jsonb_build_object('currency', currency, 'credit', credit,
        'debit', debit) order by currency) as turnover
      from by_currency group by month
    )
    select month, closed.closed_at, closed.by_name, coalesce(turnover, '[]') as turnover
    from by_month full join (
      select month, closed_at, by_name from ledger_month_close where owner_id = ${ownerId}
    ) closed using (month)
    order by month desc`.execute(db)
  return rows
}

/** The first day of the current month in the time zone of the books. */
export const monthNow = async (db: Db | Tx, timeZone: string, now: Date): Promise<string> => {
  const { rows } = await sql<{ month: string }>`
    select date_trunc('month', ${now}::timestamptz at time zone ${timeZone})::date as month`.execute(
    db,
  )
  return rows[0]!.month
}
