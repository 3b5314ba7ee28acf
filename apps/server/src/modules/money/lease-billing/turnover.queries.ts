// Totals above the list of bills, computed from stored sums and pending lines.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { billList } from '@swath/contract/money/lease-bills'
import type { FiltersOf } from '@swath/contract/list'
import type { Currency } from '@swath/domain/money'
import type { Tx } from '../../../platform/database/database.ts'
import { containing } from '../../../platform/listing/search.ts'
import type { LedgerReader } from '../ledger/row-security.queries.ts'
import { isRead } from './bill-readers.queries.ts'
import { billRows, findOldestOfMonth, type BillsAsked } from './bills.queries.ts'

type Filters = FiltersOf<typeof billList>
type Wanted = Pick<Filters, 'account' | 'clientId' | 'month'>

export type Turnover = { currency: Currency; lines: number; credit: number; debit: number }

const dayOf = (month: string | undefined): string | null =>
  month === undefined ? null : `${month}-01`

type Of = Wanted & { droneIds: readonly string[] | null }

/** Conditions on the requested account, client and month. */
const isWantedAccount = (
  reader: LedgerReader,
  { account, clientId }: Pick<Wanted, 'account' | 'clientId'>,
) => sql<SqlBool>`
  held.purpose in ('prepaid', 'deposit')
    and ${isRead(reader, { owner: 'held.owner_id', client: 'held.client_id' })}
    and (${account ?? null}::text is null or held.purpose = ${account ?? null})
    and (${clientId ?? null}::bigint is null or held.client_id = ${clientId ?? null}::bigint)`

const isWanted = (reader: LedgerReader, { month, ...wanted }: Wanted) => sql<SqlBool>`
  ${isWantedAccount(reader, wanted)}
    and (${dayOf(month)}::date is null or month = ${dayOf(month)}::date)`

const keptOf = (table: RawBuilder<unknown>) => sql`
  select held.purpose, held.currency, line_count as lines, credit_minor as credit,
    debit_minor as debit from ${table}`

const keptSums = (reader: LedgerReader, { droneIds, ...wanted }: Of): RawBuilder<unknown> => {
  const wantedHere = isWanted(reader, wanted)
  if (droneIds !== null)
    return sql`${keptOf(sql`ledger_drone_sum held`)}
      where drone_id = any(${droneIds}::text[]) and ${wantedHere}`
  // The sums of a book are totals of all its clients.
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

const isAnyGiven = (filters: Filters, ...names: (keyof Filters)[]): boolean =>
  names.some((name) => filters[name] !== undefined && filters[name] !== '')

/** Filters by parts of a text, except by the client’s name. */
const byText = ['search', 'lessorAccountName', 'droneName', 'note'] as const

/** Whether the filters are only account, clientId, month and droneId, for which sums are stored. */
const isKept = (filters: Filters): boolean =>
  !isAnyGiven(filters, ...byText, 'kind', 'clientName', 'startTime', 'endTime')

/** Number of lines and their totals, separately for each currency. */
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

export type Held = { currency: Currency; prepaid: number; owed: number; deposit: number }
type HeldFilters = Pick<Filters, 'account' | 'clientId' | 'clientName'> & { currency?: Currency }

/**
 * Current funds of the clients, added per account, so that debts of some do not reduce the funds of
 * others.
 */
export const sumHeld = async (
  db: Tx,
  reader: LedgerReader,
  { account, clientId, clientName, currency }: HeldFilters,
): Promise<Held[]> => {
  const named =
    clientName === undefined || clientName === ''
      ? sql`true`
      : sql`exists (select from rental_client client
          where client.id = held.client_id and client.name ilike ${containing(clientName)})`
  const { rows } = await sql<Held>`
    select currency,
      coalesce(sum(balance) filter (where purpose = 'prepaid' and balance > 0), 0)::bigint as prepaid,
      coalesce(-sum(balance) filter (where purpose = 'prepaid' and balance < 0), 0)::bigint as owed,
      coalesce(sum(balance) filter (where purpose = 'deposit'), 0)::bigint as deposit
    from (
      select held.currency, held.purpose,
        coalesce((select sum(credit_minor - debit_minor) from ledger_sum
          where account_id = held.id), 0)
        + coalesce((select sum(amount_minor) from ledger_pending
          where account_id = held.id), 0) as balance
      from ledger_account held
      where held.client_id is not null and ${isWantedAccount(reader, { account, clientId })}
        and (${currency ?? null}::text is null or held.currency = ${currency ?? null})
        and ${named}
    ) balances group by currency order by currency`.execute(db)
  return rows
}

/** Balances are current totals of clients, so filters by kind, drone, text or time cannot apply. */
export const sumHeldOfBills = async (
  db: Tx,
  reader: LedgerReader,
  filters: Filters,
): Promise<Held[]> =>
  isAnyGiven(filters, ...byText, 'kind', 'droneId', 'month', 'startTime', 'endTime')
    ? []
    : sumHeld(db, reader, filters)

/** Drones whose ids contain the text; null: all. */
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

/** Looked up first, so that PostgreSQL plans for these drones and this time. */
export const findBillsAsked = async (
  db: Tx,
  reader: LedgerReader,
  { droneId, month }: Pick<Filters, 'droneId' | 'month'>,
): Promise<BillsAsked> => ({
  reader,
  droneIds: await findDrones(db, reader, droneId),
  oldestOfMonth: month === undefined ? null : await findOldestOfMonth(db, reader, month),
})
