// The ledger: 10,000,000 entries (`--entries N`) of 200 lessors over two years in one PostgreSQL.
// Measured: a balance, the statement of a month and the list of bills, each with row-level security
// as in consoles, and how many flights a second are charged, in one transaction each.
import { sql } from 'kysely'
import { findClient } from '@swath/server/modules/money/lease-billing/bill-readers.queries'
import { billRows } from '@swath/server/modules/money/lease-billing/bills.queries'
import {
  findBillsAsked,
  sumBills,
  sumHeldOfBills,
} from '@swath/server/modules/money/lease-billing/turnover.queries'
import { readMonth } from '@swath/server/modules/money/lease-billing/statement'
import {
  billFlights,
  balanceOf,
  postEntry,
  readWithRowSecurity,
  sealLedger,
  type LedgerReader,
} from '@swath/server/modules/money/public'
import { tx, type Db } from '@swath/server/platform/database/database'
import { installJobQueue } from '@swath/server/platform/jobs/install-job-queue'
import { uuidv7 } from '@swath/server/platform/database/uuid'
import { flags, quantile, report, say } from './measure.ts'
import { scratchDatabase } from './scratch-database.ts'
import { seeded } from './seeded.ts'

const bench = 'ledger'
const entries = flags.entries ?? (flags.quick ? 200_000 : 10_000_000)
const lessors = flags.quick ? 20 : 200
const clientsOfOne = 10
const dronesOfOne = 5
const asked = flags.quick ? 100 : 500
const flights = flags.quick ? 1_000 : 10_000
const random = seeded(84)

const firstDay = '2025-01-01'
const days = 700

const writeAccounts = async (db: Db): Promise<string[]> => {
  const ids = Array.from({ length: lessors }, () => uuidv7(Date.now()))
  await sql`insert into region (code, parent_code, level, names)
    values ('156000000', null, 0, '{}') on conflict do nothing`.execute(db)
  await sql`insert into account (id, parent_id, path, type, operator_type, name, region_code, time_zone)
    select id, null, replace(id::text, '-', '') || '/', 'operator', 'team', 'Lessor ' || n,
      '156000000', 'Asia/Shanghai'
    from unnest(${ids}::uuid[]) with ordinality as owner (id, n)`.execute(db)
  await sql`insert into rental_client (lessor_account_id, name, currency, mu_unit_price_minor,
      hour_unit_price_minor, created_at)
    select id, 'Client ' || n, 'CNY', 1000, 30000, ${firstDay}::date
    from unnest(${ids}::uuid[]) as owner (id), generate_series(1, ${clientsOfOne}) n`.execute(db)
  await sql`insert into ledger_book (owner_id) select unnest(${ids}::uuid[])`.execute(db)
  await sql`insert into ledger_account (owner_id, client_id, purpose, currency)
    select lessor_account_id, id, 'prepaid', 'CNY' from rental_client`.execute(db)
  await sql`insert into ledger_account (owner_id, client_id, purpose, currency)
    select unnest(${ids}::uuid[]), null, 'revenue', 'CNY'`.execute(db)
  return ids
}

/**
 * Writes entries as they are after posting and sealing. The triggers are off, to skip that work.
 */
const writeEntries = async (db: Db): Promise<void> => {
  const atOnce = 200_000
  for (let from = 0; from < entries; from += atOnce) {
    const count = Math.min(atOnce, entries - from)
    await tx(db, async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`
        with client as (
          select account.id, account.owner_id, account.client_id,
            row_number() over (order by account.client_id) - 1 as place
          from ledger_account account where purpose = 'prepaid'
        ), made as (
          insert into ledger_entry (owner_id, cause_kind, cause_id, at, posted_at, month, about)
          select client.owner_id, 'sortie', gen_random_uuid()::text, moment.at, moment.at,
            date_trunc('month', moment.at at time zone 'Asia/Shanghai')::date,
            jsonb_build_object('droneId',
              'D' || client.place || '-' || n / ${lessors * clientsOfOne} % ${dronesOfOne},
              'chargeBy', 'mu', 'unitPriceMinor', 1000,
              'coveredM2', 9000, 'durationS', 600, 'client', client.id)
          from generate_series(${from}::bigint, ${from + count - 1}::bigint) n
          join client on client.place = n % ${lessors * clientsOfOne}
          cross join lateral (select ${firstDay}::timestamptz
            + (n::float8 / ${entries} * ${days}) * interval '1 day' as at) moment
          returning id, owner_id, at, month, about ->> 'droneId' as drone_id,
            (about ->> 'client')::bigint as account_id
        ), amounts as (select made.*, 1000 + id % 9000 as amount from made)
        insert into ledger_line (entry_id, line, account_id, owner_id, client_id, purpose, currency,
          amount_minor, at, month, drone_id)
        select amounts.id, 1, client.id, amounts.owner_id, client.client_id, 'prepaid', 'CNY',
          -amount, at, month, drone_id
        from amounts join client on client.id = amounts.account_id
        union all
        select amounts.id, 2, house.id, amounts.owner_id, null, 'revenue', 'CNY', amount, at, month, null
        from amounts join ledger_account house
          on house.owner_id = amounts.owner_id and house.purpose = 'revenue'`.execute(trx)
    })
    say(`${from + count} entries`)
  }
  await sql`insert into ledger_sum (account_id, month, credit_minor, debit_minor, line_count)
    select account_id, month, coalesce(sum(amount_minor) filter (where amount_minor > 0), 0),
      coalesce(-sum(amount_minor) filter (where amount_minor < 0), 0), count(*)
    from ledger_line group by account_id, month`.execute(db)
  await sql`insert into ledger_drone_sum
      (owner_id, client_id, purpose, currency, drone_id, month, credit_minor, debit_minor, line_count)
    select owner_id, client_id, purpose, currency, drone_id, month, 0, -sum(amount_minor), count(*)
    from ledger_line where drone_id is not null
    group by owner_id, client_id, purpose, currency, drone_id, month`.execute(db)
  await sql`insert into ledger_book_sum
      (owner_id, purpose, currency, month, credit_minor, debit_minor, line_count)
    select owner_id, purpose, currency, month, sum(credit_minor), sum(debit_minor), sum(line_count)
    from ledger_sum join ledger_account on ledger_account.id = account_id
    group by owner_id, purpose, currency, month`.execute(db)
  await sql`vacuum analyze ledger_line, ledger_entry, ledger_sum, ledger_drone_sum, ledger_book_sum,
    ledger_account, rental_client, account`.execute(db)
  // Flush the data written so far, so that this does not disturb the measurement.
  await sql`checkpoint`.execute(db)
}

const timed = async (count: number, ask: (i: number) => Promise<unknown>): Promise<number[]> => {
  await ask(0) // the first includes planning
  const times: number[] = []
  for (let i = 0; i < count; i++) {
    const begunMs = performance.now()
    await ask(i)
    times.push(performance.now() - begunMs)
  }
  return times
}
const tell = (what: string, times: readonly number[]): void => {
  report(bench, what, 'p50', quantile(times, 0.5), 'ms', times.length, { entries })
  report(bench, what, 'p99', quantile(times, 0.99), 'ms', times.length, { entries })
}

const measureReading = async (db: Db, ids: readonly string[]): Promise<void> => {
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const { rows: clients } = await sql<{ id: number; owner: string }>`
    select id, lessor_account_id as owner from rental_client`.execute(db)
  const { rows: flown } = await sql<{ owner: string; drone_id: string }>`
    select distinct owner_id as owner, drone_id from ledger_drone_sum order by 2`.execute(db)
  const behind =
    (read: (trx: Parameters<typeof sumHeldOfBills>[0], reader: LedgerReader) => unknown) =>
    async (reader: LedgerReader) =>
      readWithRowSecurity(db, reader, async (trx) => read(trx, reader))
  const lessor = (): LedgerReader => ({ kind: 'owner', accountIds: [one(ids)] })
  tell(
    'balance of a client',
    await timed(asked, () => {
      const { id, owner } = one(clients)
      const account = {
        ownerAccountId: owner,
        clientId: id,
        purpose: 'prepaid',
        currency: 'CNY',
      } as const
      return behind((trx) => balanceOf(trx, account))({ kind: 'client', clientIds: [id] })
    }),
  )
  tell(
    'statement of a month',
    await timed(asked, () => {
      const { id, owner } = one(clients)
      const month = one(['2025-03', '2025-08', '2026-01', '2026-06'])
      const reader: LedgerReader = { kind: 'owner', accountIds: [owner] }
      return findClient(db, [reader], id).then((client) =>
        readMonth(db, { reader, client: client! }, month),
      )
    }),
  )
  const list = (query: object) =>
    behind(async (trx, reader) => {
      const asked = await findBillsAsked(trx, reader, query)
      await billRows.page(trx, asked, query, { currentPage: 1, pageSize: 20 })
      await sumBills(trx, asked, query)
      return sumHeldOfBills(trx, reader, query)
    })
  tell('bill list of a lessor', await timed(asked, () => list({})(lessor())))
  tell(
    'bill list of a lessor, a month',
    await timed(asked, () => list({ month: '2026-01' })(lessor())),
  )
  tell(
    'bill list of a lessor, by drone',
    await timed(asked, () => {
      const { owner, drone_id: droneId } = one(flown)
      return list({ droneId })({ kind: 'owner', accountIds: [owner] })
    }),
  )
  tell(
    'bill list of a tenant',
    await timed(asked, () => list({})({ kind: 'client', clientIds: [one(clients).id] })),
  )
  tell('bill list of everyone', await timed(asked, () => list({})({ kind: 'operator' })))
}

/**
 * Flights of leased drones, each with its own client, not charged yet; one drone for each
 * concurrent writer.
 */
const writeFlights = async (db: Db, drones: readonly string[]): Promise<void> => {
  const { rows: clients } = await sql<{ id: number; owner: string; drone: string }>`
    select client.id, lessor_account_id as owner, drone
    from unnest(${drones}::text[]) with ordinality as lent (drone, n)
    join (select *, row_number() over (order by id) as n
      from rental_client order by id limit ${drones.length}) client using (n)`.execute(db)
  for (const { id: clientId, owner, drone } of clients) {
    await sql`
      insert into lease (lessor_account_id, client_id, drone_id, rental_model, charge_by, currency,
        mu_unit_price_minor, hour_unit_price_minor, starts_at, created_by)
      values (${owner}, ${clientId}, ${drone}, 1, 'mu', 'CNY', 333, 0, ${firstDay}::date, 'bench')`.execute(
      db,
    )
    // Clients are prepaid, as usual: no flight exceeds a balance.
    const paidAhead = 1_000_000_000
    const account = { ownerAccountId: owner, currency: 'CNY' } as const
    await tx(db, (trx) =>
      postEntry(
        trx,
        {
          cause: { kind: 'recharge', id: drone },
          at: new Date('2026-01-31'),
          lines: [
            { account: { ...account, clientId, purpose: 'prepaid' }, amountMinor: paidAhead },
            { account: { ...account, clientId: null, purpose: 'cash' }, amountMinor: -paidAhead },
          ],
        },
        new Date(),
      ),
    )
  }
  await tx(db, async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`
      insert into work_record (drone_id, sortie_id, start_at, end_at, manufacturer_id, duration_s,
        distance_m, spray_s, spray_l, spray_l_source, width_m, covered_m2, swept_m2, repeated_m2,
        overlap_ratio, track_hash, previous_hash, hash)
      select drone, gen_random_uuid(), at, at + interval '10 minutes', ${clients[0]!.owner}, 600, 3000,
        540, 20, 'flow', 5.5, 9000 + n, 10000, 0, 0, '', '', ''
      from unnest(${drones}::text[]) drone,
        generate_series(1, ${Math.floor(flights / drones.length)}) n
      cross join lateral (select '2026-02-01'::timestamptz + n * interval '15 minutes' as at) moment`.execute(
      trx,
    )
  })
}

const measureCharging = async (db: Db, drones: readonly string[]): Promise<void> => {
  await writeFlights(db, drones)
  const begunMs = performance.now()
  const charged = await Promise.all(
    drones.map(async (droneId) => {
      const { rows } = await sql<{ at: Date }>`
        select start_at as at from work_record where drone_id = ${droneId} order by start_at`.execute(
        db,
      )
      for (const { at } of rows) {
        const range = { fromMs: at.getTime(), untilMs: at.getTime() }
        await tx(db, (trx) => billFlights(trx, droneId, range, new Date()))
      }
      return rows.length
    }),
  )
  const seconds = (performance.now() - begunMs) / 1000
  const count = charged.reduce((sum, one) => sum + one, 0)
  report(bench, 'flights charged', 'rate', count / seconds, 'flights/s', count, { entries })
  const sealedMs = performance.now()
  await sealLedger(db)
  report(
    bench,
    'sealing',
    'rate',
    count / ((performance.now() - sealedMs) / 1000),
    'entries/s',
    count,
    { entries },
  )
}

const scratch = await scratchDatabase()
const { db } = scratch
await installJobQueue(db)
const ids = await writeAccounts(db)
await writeEntries(db)
await measureReading(db, ids)
await scratch.fleet('LG', 4)
const { rows: fleet } = await sql<{ id: string }>`
  select id from drone where id like 'LG-%' order by id`.execute(db)
await measureCharging(
  db,
  fleet.map(({ id }) => id),
)
await scratch.stop()
