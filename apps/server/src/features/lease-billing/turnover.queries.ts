// What stands above the list of bills, added up from kept sums and what waits to be added to them.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { billList } from '@swath/contract/lease-bills'
import type { FiltersOf } from '@swath/contract/list'
import type { Currency } from '@swath/domain/money'
import type { Tx } from '../../platform/database/database.ts'
import { containing } from '../../platform/listing/search.ts'
import type { LedgerReader } from '../ledger/public.ts'
import { isRead } from './bill-readers.queries.ts'
import { billRows, findOldestOfMonth, type BillsAsked } from './bills.queries.ts'

type Filters = FiltersOf<typeof billList>
type Wanted = Pick<Filters, 'account' | 'clientId' | 'month'>

export type Turnover = { currency: Currency; lines: number; credit: number; debit: number }

const dayOf = (month: string | undefined): string | null =>
  month === undefined ? null : `${month}-01`

type Of = Wanted & { droneIds: readonly string[] | null }

/** Of the account, the client and the month that are asked for. */
const isWanted = (reader: LedgerReader, { account, clientId, month }: Wanted) => sql<SqlBool>`
  held.purpose in ('prepaid', 'deposit')
    and ${isRead(reader, { owner: 'held.owner_id', client: 'held.client_id' })}
    and (${account ?? null}::text is null or held.purpose = ${account ?? null})
    and (${clientId ?? null}::bigint is null or held.client_id = ${clientId ?? null}::bigint)
    and (${dayOf(month)}::date is null or month = ${dayOf(month)}::date)`

const keptOf = (table: RawBuilder<unknown>) => sql`
  select held.purpose, held.currency, line_count as lines, credit_minor as credit,
    debit_minor as debit from ${table}`

const keptSums = (reader: LedgerReader, { droneIds, ...wanted }: Of): RawBuilder<unknown> => {
  const wantedHere = isWanted(reader, wanted)
  if (droneIds !== null)
    return sql`${keptOf(sql`ledger_drone_sum held`)}
      where drone_id = any(${droneIds}::text[]) and ${wantedHere}`
  // A book's sums know all of its clients together.
  if (reader.kind !== 'client' && wanted.clientId === undefined)
    return sql`${keptOf(sql`(select *, null::bigint as client_id from ledger_book_sum) held`)}
      where ${wantedHere}`
  return sql`${keptOf(sql`ledger_account held join ledger_sum on account_id = held.id`)}
    where ${wantedHere}`
}

type PurposeSum = Turnover & { purpose: 'prepaid' | 'deposit' }

const keptTurnover = async (db: Tx, reader: LedgerReader, of: Of): Promise<PurposeSum[]> => {
  const isOfDrone =
    of.droneIds === null ? sql`true` : sql`pending.drone_id = any(${of.droneIds}::text[])`
  const { rows } = await sql<PurposeSum>`
    select purpose, currency, sum(lines)::bigint as lines, sum(credit)::bigint as credit,
      sum(debit)::bigint as debit
    from (
      ${keptSums(reader, of)}
      union all
      select held.purpose, held.currency, 1, greatest(amount_minor, 0), greatest(-amount_minor, 0)
      from ledger_pending pending join ledger_account held on held.id = pending.account_id
      where ${isWanted(reader, of)} and ${isOfDrone}
    ) both_kinds group by purpose, currency order by currency, purpose`.execute(db)
  return rows
}

const addUp = (rows: readonly Turnover[]): Turnover[] =>
  [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, some]) => ({
    currency,
    lines: some.reduce((sum, { lines }) => sum + lines, 0),
    credit: some.reduce((sum, { credit }) => sum + credit, 0),
    debit: some.reduce((sum, { debit }) => sum + debit, 0),
  }))

const pickWanted = ({ account, clientId, month }: Filters): Wanted => ({ account, clientId, month })

/** Filters that kept sums know. */
const isKept = ({ account: _, clientId, month, side, droneId, ...others }: Filters): boolean =>
  Object.values(others).every((value) => value === undefined || value === '')

/** How many lines, and what they come to, each currency by itself. */
export const sumBills = async (
  db: Tx,
  asked: BillsAsked,
  filters: Filters,
): Promise<Turnover[]> => {
  const { reader, droneIds } = asked
  if (isKept(filters))
    return addUp(await keptTurnover(db, reader, { ...pickWanted(filters), droneIds }))
  return billRows
    .matching(db, asked, filters)
    .select([
      'line.currency',
      sql<number>`count(*)`.as('lines'),
      sql<number>`coalesce(sum(line.amount_minor) filter (where line.amount_minor > 0), 0)::bigint`.as(
        'credit',
      ),
      sql<number>`coalesce(-sum(line.amount_minor) filter (where line.amount_minor < 0), 0)::bigint`.as(
        'debit',
      ),
    ])
    .groupBy('line.currency')
    .orderBy('line.currency')
    .execute()
}

/** What clients have now. */
export const sumHeld = async (
  db: Tx,
  reader: LedgerReader,
): Promise<{ currency: Currency; prepaid: number; deposit: number }[]> => {
  const rows = await keptTurnover(db, reader, { droneIds: null })
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, some]) => {
    const held = (purpose: 'prepaid' | 'deposit'): number => {
      const found = some.find((one) => one.purpose === purpose)
      return found ? found.credit - found.debit : 0
    }
    return { currency, prepaid: held('prepaid'), deposit: held('deposit') }
  })
}

/** The drones whose ids contain what is asked for; null: all. */
const findDrones = async (
  db: Tx,
  reader: LedgerReader,
  droneId: string | undefined,
): Promise<string[] | null> => {
  if (droneId === undefined || droneId === '') return null
  const bears = sql<SqlBool>`drone_id ilike ${containing(droneId)}`
  const { rows } = await sql<{ drone_id: string }>`
    select drone_id from ledger_drone known
    where ${bears} and ${isRead(reader, { owner: 'known.owner_id', client: 'known.client_id' })}
    union
    select drone_id from ledger_pending join ledger_account held on held.id = account_id
    where ${bears} and ${isWanted(reader, {})}`.execute(db)
  return rows.map(({ drone_id }) => drone_id)
}

/** Looked up first, so that PostgreSQL plans for these drones and for this time. */
export const findBillsAsked = async (
  db: Tx,
  reader: LedgerReader,
  { droneId, month }: Pick<Filters, 'droneId' | 'month'>,
): Promise<BillsAsked> => ({
  reader,
  droneIds: await findDrones(db, reader, droneId),
  oldestOfMonth: month === undefined ? null : await findOldestOfMonth(db, reader, month),
})
