// Lines of clients' accounts, as both sides read them.
import { sql, type SqlBool } from 'kysely'
import { balanceList, balanceStates, billList } from '@swath/contract/money/lease-bills'
import type { BillKind } from '@swath/contract/money/lease-bill-fields'
import type { FiltersOf } from '@swath/contract/list'
import { monthAfter } from '@swath/domain/ledger'
import type { ChargeUnit, Currency } from '@swath/domain/money'
import type { Db, Tx } from '../../../platform/database/database.ts'
import {
  anyOf,
  contains,
  equals,
  equalsNumber,
  named,
  since,
  until,
} from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'
import type { LedgerReader } from '../ledger/row-security.queries.ts'
import { isRead, type ClientFacts } from './bill-readers.queries.ts'

/** The same condition as in the partial index for lists. */
const isOfClient = sql<SqlBool>`line.purpose in ('prepaid', 'deposit')`

const entriesFor = (db: Db | Tx, reader: LedgerReader) =>
  db
    .selectFrom('ledger_line as line')
    .innerJoin('ledger_entry as entry', 'entry.id', 'line.entry_id')
    .where(isOfClient)
    .where(isRead(reader, { owner: 'line.owner_id', client: 'line.client_id' }))

const linesFor = (db: Db | Tx, reader: LedgerReader) =>
  entriesFor(db, reader).leftJoin('rental_client as client', 'client.id', 'line.client_id')

const about = <T>(name: string) => sql<T | null>`entry.about ->> ${sql.lit(name)}`
const aboutNumber = (name: string) => sql<number | null>`(entry.about ->> ${sql.lit(name)})::float8`

/**
 * A subquery that uses the index for each line. With `exists`, PostgreSQL builds a hash table of
 * all entries of all books, again for each batch of an export, if it expects more lines than a
 * batch has.
 */
const isTakenBack = sql<boolean>`(
  (select later.id from ledger_entry later where later.reverses_id = entry.id) is not null)`

const isItsDrone = sql<SqlBool>`drone.id = entry.about ->> 'droneId'`

/** Columns of a line, except payer and payee. */
const facts = [
  'line.entry_id',
  'line.line',
  'line.at',
  'line.purpose',
  'line.client_id',
  'line.currency',
  'line.amount_minor',
  'line.month',
  sql<BillKind>`entry.cause_kind`.as('kind'),
  'entry.cause_id',
  'entry.revision',
  'entry.note',
  'entry.by_name',
  'entry.posted_at',
  'entry.reverses_id',
  isTakenBack.as('is_taken_back'),
  about<string>('droneId').as('drone_id'),
  'drone.name as drone_name',
  about<string>('sortieId').as('sortie_id'),
  about<string>('leaseId').as('lease_id'),
  about<ChargeUnit>('chargeBy').as('charge_by'),
  aboutNumber('coveredM2').as('covered_m2'),
  aboutNumber('durationS').as('duration_s'),
  aboutNumber('unitPriceMinor').as('unit_price_minor'),
] as const

const presented = (rows: ReturnType<typeof linesFor>) =>
  rows
    .innerJoin('account as lessor', 'lessor.id', 'line.owner_id')
    .leftJoin('drone', (join) => join.on(isItsDrone))
    .select([...facts, 'client.name as client_name', 'lessor.name as lessor_name'])
export type BillRow = Awaited<ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>>

const countsIn = (month: string) => sql<SqlBool>`line.month = ${`${month}-01`}::date`

/** A day before the month begins, in UTC: the lines of the month are later in every time zone. */
const dayBefore = (month: string): Date => new Date(Date.parse(`${month}-01`) - 86_400_000)

/**
 * Lines of a month happened before its end in any time zone. Reading in order of time therefore
 * starts there in the index instead of at the newest line, and stops at the oldest line of the
 * month.
 */
const ofMonth = (month: string, from: Date) => {
  const endedEverywhere = new Date(Date.parse(monthAfter(`${month}-01`)) + 86_400_000)
  return sql<SqlBool>`${countsIn(month)} and line.at >= ${from} and line.at < ${endedEverywhere}`
}

/**
 * The earliest time of the lines that count in a month. Some happened long before, because their
 * own month was closed when they were entered. A separate query, so that PostgreSQL plans for the
 * value; `offset 0` prevents it from reading all lines in order of time to find one late line.
 */
export const findOldestOfMonth = async (
  db: Tx,
  reader: LedgerReader,
  month: string,
): Promise<Date> => {
  const { rows } = await sql<{ oldest: Date | null }>`
    select min(at) as oldest from (
      select at from ledger_line line
      where ${isOfClient} and ${countsIn(month)}
        and line.at < ((line.month - 1)::timestamp at time zone 'UTC')
        and ${isRead(reader, { owner: 'line.owner_id', client: 'line.client_id' })}
      offset 0) late`.execute(db)
  return rows[0]?.oldest ?? dayBefore(month)
}

export type BillsAsked = {
  reader: LedgerReader
  /** Drones that match the filter; null: all. */
  droneIds: readonly string[] | null
  /** Earliest time of the lines of the requested month; null: all months. */
  oldestOfMonth: Date | null
}

/** For one drone, the index returns lines in order; for several, all are read and sorted. */
const ofDrones = (droneIds: readonly string[] | null) =>
  droneIds?.length === 1
    ? sql<SqlBool>`line.drone_id = ${droneIds[0]}`
    : sql<SqlBool>`line.drone_id = any(${droneIds}::text[])`

export const billRows = defineList(billList, {
  from: (db, { reader }: BillsAsked) => linesFor(db, reader),
  select: presented,
  conditions: ({ droneIds, oldestOfMonth }) => ({
    // Not by droneIds, which are looked up for the filter of that name alone.
    search: anyOf(
      contains('client.name'),
      named('line.owner_id', 'account'),
      named('line.drone_id', 'droneOrSerial'),
      contains('entry.note'),
    ),
    side: () => sql<SqlBool>`true`,
    kind: equals('entry.cause_kind'),
    account: equals('line.purpose'),
    clientId: (id: string) => sql<SqlBool>`line.client_id = ${Number(id)}`,
    clientName: contains('client.name'),
    lessorAccountName: named('line.owner_id', 'account'),
    droneName: named('line.drone_id', 'drone'),
    note: contains('entry.note'),
    droneId: () => ofDrones(droneIds),
    month: (month: string) => ofMonth(month, oldestOfMonth ?? dayBefore(month)),
    startTime: since('line.at'),
    endTime: until('line.at', '<'),
  }),
  orders: { at: sql`line.at` },
  ties: [{ by: sql`line.entry_id` }, { by: sql`line.line` }],
  stream: {
    by: ['line.at', 'line.entry_id', 'line.line'],
    last: ({ at, entry_id, line }) => [at, entry_id, line],
  },
})

/** A batch of an export, after the last line of the previous one. */
export const nextBills = (
  db: Tx,
  asked: BillsAsked,
  filters: FiltersOf<typeof billList>,
  last: BillRow | undefined,
  atMost: number,
): Promise<BillRow[]> => {
  const rows = presented(billRows.matching(db, asked, filters))
    .orderBy('line.at', 'desc')
    .orderBy('line.entry_id', 'desc')
    .orderBy('line.line', 'desc')
    .limit(atMost)
  return (
    last
      ? rows.where(
          sql<SqlBool>`(line.at, line.entry_id, line.line) < (${last.at}, ${last.entry_id}, ${last.line})`,
        )
      : rows
  ).execute()
}

/** A line, with the other lines of its cause. */
export const linesOfCause = (
  db: Tx,
  reader: LedgerReader,
  { kind, causeId }: { kind: string; causeId: string },
): Promise<BillRow[]> =>
  presented(linesFor(db, reader))
    .where(sql<SqlBool>`entry.cause_kind = ${kind}`)
    .where('entry.cause_id', '=', causeId)
    .orderBy('entry.revision')
    .orderBy('line.line')
    .execute()

export const findLine = (
  db: Tx,
  reader: LedgerReader,
  { entryId, line }: { entryId: number; line: number },
): Promise<BillRow | undefined> =>
  presented(linesFor(db, reader))
    .where('line.entry_id', '=', entryId)
    .where('line.line', '=', line)
    .executeTakeFirst()

type MonthOfAccount = { accountId: number; month: string }

/**
 * Lines of an account of `client`, in order of time, after the last line of the previous batch.
 * Payer and payee are known, so they are not looked up for each line.
 */
export const linesOfMonth = (
  db: Tx,
  reader: LedgerReader,
  { accountId, month, client }: MonthOfAccount & { client: ClientFacts },
  last: BillRow | undefined,
  atMost: number,
): Promise<BillRow[]> => {
  const rows = entriesFor(db, reader)
    .leftJoin('drone', (join) => join.on(isItsDrone))
    .select([
      ...facts,
      sql<string>`${client.name}::text`.as('client_name'),
      sql<string>`${client.lessor_name}::text`.as('lessor_name'),
    ])
    .where('line.account_id', '=', accountId)
    .where(countsIn(month))
    .orderBy('line.at')
    .orderBy('line.entry_id')
    .orderBy('line.line')
    .limit(atMost)
  return (
    last
      ? rows.where(
          sql<SqlBool>`(line.at, line.entry_id, line.line) > (${last.at}, ${last.entry_id}, ${last.line})`,
        )
      : rows
  ).execute()
}

export type KindSum = { kind: BillKind; count: number; amountMinor: number }

/** Totals by kind, of a month with more lines than are shown. */
export const sumKindsOfMonth = async (
  db: Tx,
  { accountId, month }: MonthOfAccount,
): Promise<KindSum[]> => {
  const { rows } = await sql<KindSum>`
    select entry.cause_kind as kind, count(*) as count,
      sum(line.amount_minor)::bigint as "amountMinor"
    from ledger_line line join ledger_entry entry on entry.id = line.entry_id
    where line.account_id = ${accountId} and ${countsIn(month)}
    group by entry.cause_kind`.execute(db)
  return rows
}

/** Months in which a client has lines, newest first. */
export const monthsOfClient = async (
  db: Tx,
  reader: LedgerReader,
  clientId: number,
): Promise<string[]> => {
  const { rows } = await sql<{ month: string }>`
    with held as (select id from ledger_account held where client_id = ${clientId}
      and ${isRead(reader, { owner: 'held.owner_id', client: 'held.client_id' })})
    select month from ledger_sum where account_id in (select id from held)
    union select month from ledger_pending where account_id in (select id from held)
    order by month desc`.execute(db)
  return rows.map(({ month }) => month.slice(0, 7))
}

const keptBalance = sql<number>`(
  coalesce((select sum(kept.credit_minor - kept.debit_minor) from ledger_sum kept
    where kept.account_id = held.id), 0)
  + coalesce((select sum(pending.amount_minor) from ledger_pending pending
    where pending.account_id = held.id), 0))`

/** The balance of an account of the row's `client`, in the currency of one of its columns. */
export const balanceOn = (
  purpose: 'prepaid' | 'deposit',
  currency: 'used.currency' | 'recharge.currency',
) => sql<number>`coalesce((
  select ${keptBalance}::bigint from ledger_account held
  where held.client_id = client.id and held.owner_id = client.lessor_account_id
    and held.payer_id is null and held.purpose = ${sql.lit(purpose)}
    and held.currency = ${sql.ref(currency)}), 0)`

/** The currency of the row's `client`, and each other one in which it ever had money. */
const usedCurrencies = sql<{ currency: Currency }>`(
  select client.currency union select held.currency from ledger_account held
  where held.client_id = client.id and held.owner_id = client.lessor_account_id)`

const clientsFor = (db: Db | Tx, reader: LedgerReader) =>
  db
    .selectFrom('rental_client as client')
    .innerJoin('account as lessor', 'lessor.id', 'client.lessor_account_id')
    .innerJoinLateral(usedCurrencies.as('used'), (join) => join.onTrue())
    .where(isRead(reader, { owner: 'client.lessor_account_id', client: 'client.id' }))

const withBalances = (rows: ReturnType<typeof clientsFor>) =>
  rows.select([
    'client.id',
    'client.name',
    'client.lessor_account_id',
    'client.tenant_account_id',
    'used.currency',
    'lessor.name as lessor_name',
    balanceOn('prepaid', 'used.currency').as('prepaid'),
    balanceOn('deposit', 'used.currency').as('deposit'),
    sql<Date | null>`(select line.at from ledger_line line
      where line.client_id = client.id and line.purpose in ('prepaid', 'deposit')
        and line.currency = used.currency
      order by line.at desc, line.entry_id desc limit 1)`.as('last_at'),
  ])
export type BalanceRow = Awaited<
  ReturnType<ReturnType<typeof withBalances>['executeTakeFirstOrThrow']>
>

const balanceState = sql`case sign(${balanceOn('prepaid', 'used.currency')})
  when -1 then 'owing' when 1 then 'credit' else 'even' end`

export const balanceRows = defineList(balanceList, {
  from: clientsFor,
  select: withBalances,
  conditions: {
    side: () => sql<SqlBool>`true`,
    clientId: equalsNumber('client.id'),
    clientName: contains('client.name'),
    currency: equals('used.currency'),
    state: (state) => sql<SqlBool>`${balanceState} = ${state}`,
  },
  orders: { clientName: sql`client.name`, prepaid: balanceOn('prepaid', 'used.currency') },
  ties: [{ by: sql`client.name` }, { by: sql`client.id` }, { by: sql`used.currency` }],
  countBy: { filter: 'state', states: balanceStates, state: balanceState },
})
