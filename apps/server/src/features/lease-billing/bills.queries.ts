// Lines of clients' accounts as both sides read them.
import { sql, type SqlBool } from 'kysely'
import { balanceList, billList } from '@swath/contract/lease-bills'
import type { BillKind } from '@swath/contract/lease-bill-fields'
import type { FiltersOf } from '@swath/contract/list'
import type { ChargeUnit } from '@swath/domain/money'
import type { Db, Tx } from '../../platform/database/database.ts'
import { contains, equals, since, until } from '../../platform/listing/conditions.queries.ts'
import { defineList } from '../../platform/listing/list.queries.ts'
import type { LedgerReader } from '../ledger/public.ts'
import { isRead } from './bill-readers.queries.ts'

/** As the index has them that lists are read from. */
const isOfClient = sql<SqlBool>`line.purpose in ('prepaid', 'deposit')`

const linesFor = (db: Db | Tx, reader: LedgerReader) =>
  db
    .selectFrom('ledger_line as line')
    .innerJoin('ledger_entry as entry', 'entry.id', 'line.entry_id')
    .leftJoin('rental_client as client', 'client.id', 'line.client_id')
    .where(isOfClient)
    .where(isRead(reader, { owner: 'line.owner_id', client: 'line.client_id' }))

const about = <T>(name: string) => sql<T | null>`entry.about ->> ${sql.lit(name)}`
const aboutNumber = (name: string) => sql<number | null>`(entry.about ->> ${sql.lit(name)})::float8`

const presented = (rows: ReturnType<typeof linesFor>) =>
  rows
    .innerJoin('account as lessor', 'lessor.id', 'line.owner_id')
    .leftJoin('drone', (join) => join.on(sql<SqlBool>`drone.id = entry.about ->> 'droneId'`))
    .select([
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
      sql<boolean>`exists (select from ledger_entry later where later.reverses_id = entry.id)`.as(
        'is_taken_back',
      ),
      'client.name as client_name',
      'lessor.name as lessor_name',
      about<string>('droneId').as('drone_id'),
      'drone.name as drone_name',
      about<string>('sortieId').as('sortie_id'),
      about<string>('leaseId').as('lease_id'),
      about<ChargeUnit>('chargeBy').as('charge_by'),
      aboutNumber('coveredM2').as('covered_m2'),
      aboutNumber('durationS').as('duration_s'),
      aboutNumber('unitPriceMinor').as('unit_price_minor'),
    ])
export type BillRow = Awaited<ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>>

const ofMonth = (month: string) => sql<SqlBool>`line.month = ${`${month}-01`}::date`

/** As whom, and of which drones: those that bear what the filter says; null: of all. */
export type BillsAsked = { reader: LedgerReader; droneIds: readonly string[] | null }

export const billRows = defineList(billList, {
  from: (db, { reader }: BillsAsked) => linesFor(db, reader),
  select: presented,
  conditions: ({ droneIds }) => ({
    side: () => sql<SqlBool>`true`,
    kind: equals('entry.cause_kind'),
    account: equals('line.purpose'),
    clientId: (id: string) => sql<SqlBool>`line.client_id = ${Number(id)}`,
    clientName: contains('client.name'),
    droneId: () => sql<SqlBool>`line.drone_id = any(${droneIds}::text[])`,
    month: ofMonth,
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

/** A part of a file, from behind the last line of the part before. */
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

/** A line, and the others of a cause with it. */
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

/** Of the prepaid account of a client, in the order of time. */
export const linesOfMonth = (
  db: Tx,
  reader: LedgerReader,
  { clientId, month }: { clientId: number; month: string },
): Promise<BillRow[]> =>
  presented(linesFor(db, reader))
    // by its account, whose lines lie month by month
    .where(
      sql<SqlBool>`line.account_id = any(array(
        select held.id from ledger_account held
        where held.client_id = ${clientId} and held.purpose = 'prepaid'))`,
    )
    .where(ofMonth(month))
    .orderBy('line.at')
    .orderBy('line.entry_id')
    .orderBy('line.line')
    .limit(10_000)
    .execute()

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

const balanceOn = (purpose: 'prepaid' | 'deposit') => sql<number>`coalesce((
  select ${keptBalance}::bigint from ledger_account held
  where held.client_id = client.id and held.owner_id = client.lessor_account_id
    and held.payer_id is null and held.purpose = ${sql.lit(purpose)}
    and held.currency = client.currency), 0)`

const clientsFor = (db: Db | Tx, reader: LedgerReader) =>
  db
    .selectFrom('rental_client as client')
    .innerJoin('account as lessor', 'lessor.id', 'client.lessor_account_id')
    .where(isRead(reader, { owner: 'client.lessor_account_id', client: 'client.id' }))

const withBalances = (rows: ReturnType<typeof clientsFor>) =>
  rows.select([
    'client.id',
    'client.name',
    'client.lessor_account_id',
    'client.tenant_account_id',
    'client.currency',
    'lessor.name as lessor_name',
    balanceOn('prepaid').as('prepaid'),
    balanceOn('deposit').as('deposit'),
    sql<Date | null>`(select line.at from ledger_line line
      where line.client_id = client.id and line.purpose in ('prepaid', 'deposit')
      order by line.at desc, line.entry_id desc limit 1)`.as('last_at'),
  ])
export type BalanceRow = Awaited<
  ReturnType<ReturnType<typeof withBalances>['executeTakeFirstOrThrow']>
>

export const balanceRows = defineList(balanceList, {
  from: clientsFor,
  select: withBalances,
  conditions: { side: () => sql<SqlBool>`true`, clientName: contains('client.name') },
  orders: { clientName: sql`client.name` },
  ties: [{ by: sql`client.id` }],
})
