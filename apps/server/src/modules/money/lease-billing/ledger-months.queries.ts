import { sql, type SqlBool } from 'kysely'
import { ledgerMonthList } from '@swath/contract/money/lease-bills'
import type { FiltersOf } from '@swath/contract/list'
import type { Currency } from '@swath/domain/money'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { equals } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'

type Book = { ownerId: string; /** Its last closed month. */ closedUntil: string | null }
export type MonthRow = {
  month: string
  is_closed: boolean
  closed_at: Date | null
  by_name: string | null
  currency: Currency | null
  credit: number | null
  debit: number | null
}

/** Months of an owner's books that have entries or were closed, one row for each currency. */
const monthsOf = (db: Db | Tx, { ownerId, closedUntil }: Book) =>
  db.selectFrom(
    sql<MonthRow>`(with moved as (
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
    )
    select month, coalesce(month <= ${closedUntil}::date, false) as is_closed, closed.closed_at,
      closed.by_name, currency, credit, debit
    from by_currency full join (
      select month, closed_at, by_name from ledger_month_close where owner_id = ${ownerId}
    ) closed using (month))`.as('book'),
  )

export const monthRows = defineList(ledgerMonthList, {
  from: monthsOf,
  select: (rows) => rows.selectAll(),
  conditions: {
    isClosed: (wanted) => sql<SqlBool>`book.is_closed = ${wanted}::boolean`,
    currency: equals('book.currency'),
  },
  orders: { month: sql`book.month`, credit: sql`book.credit`, debit: sql`book.debit` },
  ties: [{ by: sql`book.month` }, { by: sql`book.currency` }],
})

/** Sums of the filtered months by currency. */
export const sumMonths = (
  db: Db,
  book: Book,
  filters: FiltersOf<typeof ledgerMonthList>,
): Promise<{ currency: Currency; credit: number; debit: number }[]> =>
  monthRows
    .matching(db, book, filters)
    .where('book.currency', 'is not', null)
    .select([
      sql<Currency>`book.currency`.as('currency'),
      sql<number>`sum(book.credit)::bigint`.as('credit'),
      sql<number>`sum(book.debit)::bigint`.as('debit'),
    ])
    .groupBy('book.currency')
    .orderBy('book.currency')
    .execute()

/** The first day of the current month in the time zone of the books. */
export const monthNow = async (db: Db | Tx, timeZone: string, now: Date): Promise<string> => {
  const { rows } = await sql<{ month: string }>`
    select date_trunc('month', ${now}::timestamptz at time zone ${timeZone})::date as month`.execute(
    db,
  )
  return rows[0]!.month
}
