import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { LedgerAccount, LedgerPurpose } from '@swath/domain/ledger'
import type { Currency } from '@swath/domain/money'
import { insertAccount } from '../../../platform/auth/testing.queries.ts'
import { tx } from '../../../platform/database/database.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { balanceOf, balancesOfClients } from './balances.queries.ts'
import { postEntry, readCause, reverseEntry } from './post.ts'
import { closeMonth, listClosable, sealLedger } from './seal.ts'
import { verifyBook } from './verify.ts'
import { readWithRowSecurity } from './row-security.queries.ts'

const { db } = await ownTestDatabase(loadRegionTable)
const now = new Date('2026-06-15T04:00:00Z')

let clients = 100
const openBooks = async () => {
  const { id } = await insertAccount(db, { type: 'operator', operator_type: 'team' })
  const clientId = ++clients
  const account = (purpose: LedgerPurpose, currency: Currency = 'CNY'): LedgerAccount => ({
    ownerAccountId: id,
    clientId: purpose === 'prepaid' || purpose === 'deposit' ? clientId : null,
    purpose,
    currency,
  })
  const recharge = (cause: string, amountMinor: number, at = now, revision = 0) =>
    tx(db, (trx) =>
      postEntry(
        trx,
        {
          cause: { kind: 'recharge', id: cause, revision },
          at,
          lines: [
            { account: account('prepaid'), amountMinor },
            { account: account('cash'), amountMinor: -amountMinor },
          ],
        },
        now,
      ),
    )
  return { id, clientId, account, recharge, prepaid: () => balanceOf(db, account('prepaid')) }
}

describe('an entry', () => {
  test('exists once per cause, however often and concurrently it is entered', async () => {
    const { recharge, prepaid, id } = await openBooks()
    const posted = await Promise.all(Array.from({ length: 6 }, () => recharge('one', 500)))
    expect(posted.filter(({ wasAlreadyPosted }) => !wasAlreadyPosted)).toHaveLength(1)
    expect(new Set(posted.map(({ entryId }) => entryId)).size).toBe(1)
    expect(await prepaid()).toBe(500)
    await sealLedger(db)
    expect(await prepaid()).toBe(500)
    expect(await verifyBook(db, id)).toEqual({ entries: 1, problems: [] })
  })

  test('is reversed by a counter-entry, and can be entered again afterwards', async () => {
    const { recharge, prepaid, id, clientId } = await openBooks()
    await recharge('one', 500)
    const takeBack = () =>
      tx(db, (trx) =>
        reverseEntry(trx, { kind: 'recharge', id: 'one' }, { why: 'by mistake', postedAt: now }),
      )
    await takeBack()
    await takeBack()
    expect(await prepaid()).toBe(0)
    expect(await tx(db, (trx) => readCause(trx, id, { kind: 'recharge', id: 'one' }))).toEqual({
      revision: 1,
      isTakenBack: true,
    })
    await recharge('one', 400, now, 2)
    expect(await prepaid()).toBe(400)
    expect(await balancesOfClients(db, [clientId])).toMatchObject([
      { purpose: 'prepaid', currency: 'CNY', balance: 400 },
    ])
  })

  test('that does not sum to zero is refused, by the database too', async () => {
    const { id, account, recharge } = await openBooks()
    const lopsided = tx(db, (trx) =>
      postEntry(
        trx,
        {
          cause: { kind: 'recharge', id: 'x' },
          at: now,
          lines: [{ account: account('prepaid'), amountMinor: 5 }],
        },
        now,
      ),
    )
    await expect(lopsided).rejects.toThrow(RangeError)
    const { entryId } = await recharge('one', 500)
    await expect(
      sql`insert into ledger_line select entry_id, 9, account_id, owner_id, client_id, purpose,
        currency, 1, at, month from ledger_line where entry_id = ${entryId} limit 1`.execute(db),
    ).rejects.toThrow('do not come to zero')
    expect((await verifyBook(db, id)).problems).toEqual([])
  })

  test('cannot be changed', async () => {
    const { recharge } = await openBooks()
    await recharge('one', 500)
    for (const change of [
      sql`update ledger_line set amount_minor = amount_minor + 1`,
      sql`delete from ledger_line`,
      sql`update ledger_entry set note = 'x'`,
      sql`truncate ledger_seal`,
    ])
      await expect(change.execute(db)).rejects.toThrow('stays as it is')
  })
})

/** Waits until this many transactions wait for locks. */
const waiting = (count: number) =>
  expect
    .poll(async () => {
      const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return rows.length
    })
    .toBe(count)

describe('a closed month', () => {
  test('accepts no entries: late ones count in the first open month', async () => {
    const { id, account, recharge, prepaid } = await openBooks()
    const may = new Date('2026-05-20T04:00:00Z')
    await recharge('may', 500, may)
    await tx(db, (trx) =>
      closeMonth(trx, { ownerId: id, month: '2026-05-01', at: now, byName: 'Zhao' }),
    )
    await recharge('late', 70, may)
    await tx(db, (trx) =>
      reverseEntry(trx, { kind: 'recharge', id: 'may' }, { why: 'late', postedAt: now }),
    )
    expect(await balanceOf(db, account('prepaid'), '2026-06-01')).toBe(500)
    expect(await prepaid()).toBe(70)
    expect((await verifyBook(db, id)).problems).toEqual([])
    await expect(
      sql`insert into ledger_line select entry_id, line + 7, account_id, owner_id, client_id,
        purpose, currency, amount_minor, at, month from ledger_line
        where owner_id = ${id} and month = '2026-05-01'`.execute(db),
    ).rejects.toThrow('the month is closed')
  })

  test('can be closed if it is over, in the order of months', () => {
    const thisMonth = '2026-06-01'
    expect(listClosable({ closedUntil: null, firstMonth: '2026-04-01', thisMonth })).toEqual([
      '2026-04-01',
      '2026-05-01',
    ])
    expect(
      listClosable({ closedUntil: '2026-05-01', firstMonth: '2026-04-01', thisMonth }),
    ).toEqual([])
    expect(listClosable({ closedUntil: null, firstMonth: null, thisMonth })).toEqual([])
  })

  test('closing waits for a transaction that is about to post in it', async () => {
    const { id, account } = await openBooks()
    const happened: string[] = []
    let closing: Promise<unknown> = Promise.resolve()
    await tx(db, async (trx) => {
      const at = new Date('2026-05-20T04:00:00Z')
      await postEntry(
        trx,
        {
          cause: { kind: 'recharge', id: 'may' },
          at,
          lines: [
            { account: account('prepaid'), amountMinor: 5 },
            { account: account('cash'), amountMinor: -5 },
          ],
        },
        now,
      )
      closing = tx(db, (other) =>
        closeMonth(other, { ownerId: id, month: '2026-05-01', at: now, byName: 'Zhao' }),
      ).then(() => happened.push('closed'))
      await waiting(1)
      happened.push('entered')
    })
    await closing
    expect(happened).toEqual(['entered', 'closed'])
    expect((await verifyBook(db, id)).problems).toEqual([])
  })

  test('closing waits for a transaction that has checked the month but not posted yet', async () => {
    const { id, account, recharge, prepaid } = await openBooks()
    await recharge('june', 5)
    const may = new Date('2026-05-20T04:00:00Z')
    const happened: string[] = []
    const works: Promise<unknown>[] = []
    const noting = (what: string, work: Promise<unknown>) =>
      works.push(work.then(() => happened.push(what)))
    await tx(db, async (trx) => {
      // The writer has checked the month, and waits here for an account that another transaction is
      // inserting.
      const damage = { owner_id: id, client_id: null, purpose: 'damage', currency: 'CNY' } as const
      await trx.insertInto('ledger_account').values(damage).execute()
      const lines = [
        { account: account('prepaid'), amountMinor: -3 },
        { account: account('damage'), amountMinor: 3 },
      ]
      const entry = { cause: { kind: 'damage', id: 'may' }, at: may, lines } as const
      noting(
        'entered',
        tx(db, (other) => postEntry(other, entry, now)),
      )
      await waiting(1)
      const close = { ownerId: id, month: '2026-05-01', at: now, byName: 'Zhao' }
      noting(
        'closed',
        tx(db, (other) => closeMonth(other, close)),
      )
      await waiting(2)
    })
    await Promise.all(works)
    expect(happened).toEqual(['entered', 'closed'])
    expect(await prepaid()).toBe(2)
    expect((await verifyBook(db, id)).problems).toEqual([])
  })
})

describe('verify-ledger', () => {
  /** Changes made by someone who owns the database and disables its triggers. */
  const tamper = (what: ReturnType<typeof sql>) =>
    tx(db, async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await what.execute(trx)
    })

  test('reports a changed amount, a changed note and a missing entry', async () => {
    const changes = [
      (owner: string) => sql`update ledger_line set amount_minor = amount_minor * 2
        where owner_id = ${owner} and entry_id = (select max(entry_id) from ledger_line where owner_id = ${owner})`,
      (owner: string) => sql`update ledger_entry set note = 'x' where owner_id = ${owner}`,
      (owner: string) => sql`delete from ledger_seal where owner_id = ${owner} and number = 1`,
      (owner: string) => sql`update ledger_sum set credit_minor = credit_minor + 1
        where account_id in (select id from ledger_account where owner_id = ${owner})`,
      (owner: string) => sql`update ledger_book_sum set line_count = line_count + 1
        where owner_id = ${owner} and purpose = 'prepaid'`,
      (owner: string) => sql`insert into ledger_drone_sum
        values (${owner}, 1, 'prepaid', 'CNY', 'D', '2026-06-01', 1, 1, 2)`,
    ]
    for (const change of changes) {
      const { id, recharge } = await openBooks()
      await recharge('one', 500)
      await recharge('two', 300)
      await sealLedger(db)
      expect((await verifyBook(db, id)).problems).toEqual([])
      await tamper(change(id))
      expect((await verifyBook(db, id)).problems).not.toEqual([])
    }
  })

  test('reports a book whose last entries before a closed month were removed', async () => {
    const { id, recharge } = await openBooks()
    await recharge('one', 500, new Date('2026-05-20T04:00:00Z'))
    await tx(db, (trx) =>
      closeMonth(trx, { ownerId: id, month: '2026-05-01', at: now, byName: 'Zhao' }),
    )
    await tamper(sql`delete from ledger_seal where owner_id = ${id}`)
    await tamper(sql`delete from ledger_line where owner_id = ${id}`)
    await tamper(
      sql`delete from ledger_sum where account_id in (select id from ledger_account where owner_id = ${id})`,
    )
    await tamper(sql`delete from ledger_book_sum where owner_id = ${id}`)
    expect((await verifyBook(db, id)).problems).toEqual([
      'entry 1 is missing: 2026-05 was closed with it',
      'the closed month 2026-05 is not as it was closed',
    ])
  })
})

test('with row-level security, only the given books or clients are visible', async () => {
  const [one, other] = [await openBooks(), await openBooks()]
  await one.recharge('one', 500)
  await other.recharge('one', 700)
  await sealLedger(db)
  await other.recharge('two', 7)
  const amounts = (reader: Parameters<typeof readWithRowSecurity>[1]) =>
    readWithRowSecurity(db, reader, async (trx) => {
      const { rows } = await sql<{ amount: number }>`
        select amount_minor as amount from ledger_line
        where owner_id in (${one.id}, ${other.id}) order by amount_minor`.execute(trx)
      const sums = await sql<{ count: number }>`
        select (select count(*) from ledger_sum)::int + (select count(*) from ledger_pending)::int
          as count`.execute(trx)
      return { amounts: rows.map(({ amount }) => amount), sums: sums.rows[0]!.count }
    })
  expect(await amounts({ kind: 'owner', accountIds: [one.id] })).toEqual({
    amounts: [-500, 500],
    sums: 2,
  })
  expect(await amounts({ kind: 'client', clientIds: [other.clientId] })).toEqual({
    amounts: [7, 700],
    sums: 2,
  })
  expect(await amounts({ kind: 'client', clientIds: [] })).toEqual({ amounts: [], sums: 0 })
  expect((await amounts({ kind: 'operator' })).amounts).toEqual([-700, -500, -7, 7, 500, 700])
  await expect(
    readWithRowSecurity(db, { kind: 'operator' }, (trx) =>
      trx.insertInto('ledger_book').values({ owner_id: one.id, closed_until: null }).execute(),
    ),
  ).rejects.toThrow('permission denied')
})

test('a charged drone is listed once, for readers of its books', async () => {
  const [one, other] = [await openBooks(), await openBooks()]
  for (const { recharge } of [one, other]) await recharge('one', 500)
  const charge = ({ id, clientId }: typeof one, droneId: string, month: string) =>
    sql`
    insert into ledger_drone_sum values (${id}, ${clientId}, 'prepaid', 'CNY', ${droneId}, ${month}, 0, 5, 1)
    on conflict (owner_id, client_id, purpose, currency, drone_id, month)
      do update set line_count = ledger_drone_sum.line_count + 1`.execute(db)
  for (const month of ['2026-05-01', '2026-06-01', '2026-06-01']) await charge(one, 'A-1', month)
  await charge(other, 'B-1', '2026-06-01')
  const known = (reader: Parameters<typeof readWithRowSecurity>[1]) =>
    readWithRowSecurity(db, reader, async (trx) => {
      const { rows } = await sql<{ drone_id: string }>`select drone_id from ledger_drone
        where owner_id in (${one.id}, ${other.id}) order by 1`.execute(trx)
      return rows.map(({ drone_id }) => drone_id)
    })
  expect(await known({ kind: 'operator' })).toEqual(['A-1', 'B-1'])
  expect(await known({ kind: 'owner', accountIds: [one.id] })).toEqual(['A-1'])
  expect(await known({ kind: 'client', clientIds: [other.clientId] })).toEqual(['B-1'])
})
