import { beforeEach, describe, expect, test } from 'vitest'
import { leaseBillingRoutes } from '@swath/contract/money/lease-billing'
import type {
  BillLine,
  ClientBalance,
  LedgerMonth,
  Statement,
} from '@swath/contract/money/lease-bills'
import type { Recharge } from '@swath/contract/money/lease-recharges'
import type { LeaseWorkRecord } from '@swath/contract/money/lease-work-records'
import { muFromM2 } from '@swath/domain/units'
import { paymentPurposes } from '../payment-purposes.ts'
import { tx } from '../../../platform/database/database.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { countJobs } from '../../../platform/jobs/jobs.queries.ts'
import { runDueJobs } from '../../../platform/jobs/testing-jobs.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  readCsv,
  type TestDrone,
} from '../../flights/flights/testing-rows.queries.ts'
import { postEntries } from '../ledger/post.ts'
import { sealLedger } from '../ledger/seal.ts'
import { verifyBook } from '../ledger/verify.ts'
import { createPayments } from '../payments/create-payments.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { billFlights } from './bill-flights.ts'
import { balanceOfClient } from './client-balance.ts'
import { followBalanceJob, pickLevel } from './follow-balance.ts'
import { leaseBillingHandlers } from './lease-billing.routes.ts'
import { tellSealedBalances } from './tell-balance.ts'
import {
  changeRecord,
  deleteRecord,
  insertClient,
  insertLease,
  writeLeaseRow,
} from './testing-leases.queries.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const day = 86_400_000
const hour = 3_600_000

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof leaseBillingRoutes>>>
let lessor: TestPerson
let tenant: TestPerson
let drone: TestDrone
let clientId: number
let leaseId: number

beforeEach(async () => {
  console_ = await openConsole(
    database,
    leaseBillingRoutes,
    (services) => leaseBillingHandlers(services, createPayments(services, paymentPurposes)),
    now,
  )
  const maker = await console_.person({ type: 'manufacturer' })
  lessor = await console_.person({
    type: 'operator',
    operator_type: 'team',
    name: 'Lender',
    lease_account: true,
  })
  tenant = await console_.person({ type: 'operator', operator_type: 'team', name: 'Tenant' })
  drone = await insertDroneRow(db, {
    modelId: await insertModel(db, maker.account.id),
    manufacturerId: maker.account.id,
    operatorId: lessor.account.id,
    tenantId: tenant.account.id,
  })
  clientId = await insertClient(db, {
    lessor_account_id: lessor.account.id,
    tenant_account_id: tenant.account.id,
    name: 'North Farm',
  })
  leaseId = await insertLease(db, {
    lessor_account_id: lessor.account.id,
    client_id: clientId,
    drone_id: drone.id,
    starts_at: new Date(now - 60 * day),
  })
  return () => console_.close()
})

const bill = (droneId = drone.id) =>
  tx(db, (trx) =>
    billFlights(trx, droneId, { fromMs: now - 90 * day, untilMs: Infinity }, new Date(now)),
  )
/** A flight that covers 15 mu. */
const fly = async (
  startMs = now - 2 * hour,
  coveredM2 = 10_000,
  pilotId: string | null = null,
): Promise<string> => {
  const id = await insertFlight(db, drone, { startMs, coveredM2, pilotId })
  await bill()
  return id
}
const balance = async (id = clientId) => (await balanceOfClient(db, id))[0]?.balanceMinor ?? 0
type Page<Row, Stats = unknown> = { items: Row[]; total: number; stats: Stats }
type Query = Record<string, string>
const bills = (query: Query = {}, person = lessor) =>
  console_.ask<
    Page<
      BillLine,
      {
        turnover: { currency: string; credit: number; debit: number }[]
        held: { currency: string; prepaid: number; owed: number; deposit: number }[]
      }
    >
  >(person, 'listLeaseBills', { query })
const works = (query: Query = {}, person = lessor) =>
  console_.ask<Page<LeaseWorkRecord>>(person, 'listLeaseWorkRecords', { query })
const isWhole = async () => expect((await verifyBook(db, lessor.account.id)).problems).toEqual([])
const recharge = async (amount: number, person = tenant): Promise<Recharge> => {
  const asked = await console_.ask<Recharge>(person, 'askLeaseRecharge', {
    body: { clientId: String(clientId), amount },
  })
  return console_.ask<Recharge>(lessor, 'confirmLeaseRecharge', {
    params: { rechargeId: asked.rechargeId },
    body: { version: asked.version },
  })
}

describe('a flight on a lease', () => {
  test('is charged once, and both sides can read it', async () => {
    const sortieId = await fly()
    await bill()
    expect(await balance()).toBe(-15_000)
    const expected = {
      kind: 'sortie',
      account: 'prepaid',
      amount: { amountMinor: -15_000, currency: 'CNY' },
      droneId: drone.id,
      sortieId,
      leaseId: String(leaseId),
      clientName: 'North Farm',
      lessorAccountName: 'Lender',
      chargeBy: 'mu',
      unitPrice: { amountMinor: 1_000, currency: 'CNY' },
      isCounterEntry: false,
      isTakenBack: false,
    }
    for (const person of [lessor, tenant]) {
      const { items, total, stats } = await bills({}, person)
      expect(items).toMatchObject([expected])
      expect(items[0]!.coveredArea).toBeCloseTo(muFromM2(10_000))
      expect(total).toBe(1)
      expect(stats.held).toEqual([{ currency: 'CNY', prepaid: 0, owed: 15_000, deposit: 0 }])
      expect((await works({}, person)).items).toMatchObject([
        { sortieId, amount: { amountMinor: -0 + 15_000, currency: 'CNY' }, state: 'charged' },
      ])
    }
    await isWhole()
  })

  test('people of personal scope see charges of their own flights', async () => {
    const others = await fly(now - 5 * hour)
    for (const [index, side] of [lessor, tenant].entries()) {
      const personal = await console_.colleague(side, { user_type: 4, data_scope: 'personal' })
      const own = await fly(now - (2 + index) * hour, 10_000, personal.id)
      expect(await works({}, personal)).toMatchObject({
        items: [{ sortieId: own }],
        total: 1,
        stats: { sortieCount: 1 },
      })
      const file = await console_.send('exportLeaseWorkRecords', { query: {} }, personal)
      expect(readCsv(file.body)).toHaveLength(1)
      expect((await works({}, side)).items.map(({ sortieId }) => sortieId)).toContain(others)
    }
  })

  test('is charged anew if it is recomputed, and its charge is reversed if it is deleted', async () => {
    const sortieId = await fly()
    await changeRecord(db, sortieId, { covered_m2: 20_000 })
    await bill()
    expect(await balance()).toBe(-30_000)
    expect((await works()).items).toMatchObject([
      { amount: { amountMinor: 30_000 }, corrections: 1 },
    ])
    await deleteRecord(db, sortieId)
    await bill()
    expect(await balance()).toBe(0)
    const { items } = await bills()
    expect(items.map((line) => line.amount.amountMinor)).toEqual([30_000, -30_000, 15_000, -15_000])
    expect(items.map((line) => line.isCounterEntry)).toEqual([true, false, true, false])
    expect(items.map((line) => line.isTakenBack)).toEqual([false, true, false, true])
    expect(items.every((line) => line.sortieId === sortieId)).toBe(true)
    const detail = await console_.ask<BillLine & { sameCause: BillLine[] }>(
      tenant,
      'getLeaseBill',
      { params: { lineId: items[0]!.lineId } },
    )
    expect(detail.sameCause).toHaveLength(4)
    expect((await works()).items).toMatchObject([{ state: 'taken_back', corrections: 2 }])
    await isWhole()
  })

  test('is charged anew if its lease ends before it, is cancelled, or passes to another client', async () => {
    await fly(now - 3 * day)
    await fly(now - 2 * hour)
    expect(await balance()).toBe(-30_000)
    await writeLeaseRow(db, leaseId, { returned_at: new Date(now - day) })
    await bill()
    expect(await balance()).toBe(-15_000)
    const other = await insertClient(db, { lessor_account_id: lessor.account.id, name: 'Other' })
    await writeLeaseRow(db, leaseId, { client_id: other })
    await bill()
    expect([await balance(), await balance(other)]).toEqual([0, -15_000])
    await writeLeaseRow(db, leaseId, { returned_at: null, cancelled_at: new Date(now) })
    await bill()
    expect([await balance(), await balance(other)]).toEqual([0, 0])
    await isWhole()
  })

  test('is charged by flight time if leased by the hour', async () => {
    await writeLeaseRow(db, leaseId, { cancelled_at: new Date(now) })
    await insertLease(db, {
      lessor_account_id: lessor.account.id,
      client_id: clientId,
      drone_id: drone.id,
      starts_at: new Date(now - 60 * day),
      charge_by: 'hour',
    })
    await fly()
    expect(await balance()).toBe(-5_000)
  })

  test('can be waived by the lessor only, and charged again', async () => {
    const sortieId = await fly()
    const [record] = (await works()).items
    const body = { droneId: drone.id, sortieId, reason: 'A trial', version: record!.version }
    const rival = await console_.person({ type: 'operator', lease_account: true })
    for (const person of [tenant, rival])
      for (const call of ['waiveLeaseWork', 'chargeLeaseWork'] as const)
        expect(await console_.refusal(person, call, { body })).toEqual([404, 'not_found'])
    const waived = await console_.ask<LeaseWorkRecord>(lessor, 'waiveLeaseWork', { body })
    expect(waived).toMatchObject({
      state: 'waived',
      waivedReason: 'A trial',
      amount: { amountMinor: 0 },
    })
    await changeRecord(db, sortieId, { covered_m2: 20_000 })
    await bill()
    expect(await balance()).toBe(0)
    expect(
      await console_.ask<LeaseWorkRecord>(lessor, 'chargeLeaseWork', {
        body: { droneId: drone.id, sortieId },
      }),
    ).toMatchObject({ state: 'charged', waivedReason: null, amount: { amountMinor: 30_000 } })
    expect(await balance()).toBe(-30_000)
    await isWhole()
  })
})

describe('a recharge', () => {
  test('counts once, however often and concurrently it is confirmed', async () => {
    const asked = await console_.ask<Recharge>(tenant, 'askLeaseRecharge', {
      body: { clientId: String(clientId), amount: 50_000, note: 'June' },
    })
    expect(asked).toMatchObject({ state: 'asked', can: { confirm: false, withdraw: true } })
    const at = { params: { rechargeId: asked.rechargeId } }
    expect(await console_.refusal(tenant, 'confirmLeaseRecharge', { ...at, body: {} })).toEqual([
      403,
      'forbidden',
    ])
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        console_.ask<Recharge>(lessor, 'confirmLeaseRecharge', { ...at, body: {} }),
      ),
    )
    expect(answers.every(({ state }) => state === 'paid')).toBe(true)
    expect(await balance()).toBe(50_000)
    expect(
      await console_.refusal(lessor, 'refuseLeaseRecharge', { ...at, body: { reason: 'x' } }),
    ).toEqual([409, 'recharge_decided'])
    await isWhole()
  })

  test('is refunded as far as the client still has the money', async () => {
    const paid = await recharge(20_000)
    await fly()
    const refund = (amount: number, { rechargeId } = paid) =>
      console_.refusal(lessor, 'refundLeaseRecharge', {
        params: { rechargeId },
        body: { amount, reason: 'Left' },
      })
    expect(await refund(5_001)).toEqual([409, 'refund_too_large'])
    const both = await Promise.all([refund(3_000), refund(3_000)])
    expect(both.map(([status]) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await balance()).toBe(2_000)
    // Two recharges refunded at once: the remaining money limits both.
    const others = [await recharge(8_000), await recharge(8_000)]
    await fly(now - hour)
    const ofEach = await Promise.all(others.map((other) => refund(2_000, other)))
    expect(ofEach.map(([status]) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await balance()).toBe(1_000)
    expect((await refund(400))[0]).toBe(200)
    const read = await console_.ask<Recharge>(lessor, 'getLeaseRecharge', {
      params: { rechargeId: paid.rechargeId },
    })
    expect(read.refunded.amountMinor).toBe(3_400)
    // More of its 20,000 is unrefunded than the client still has.
    expect([read.refundable.amountMinor, read.can.refund]).toEqual([600, true])
    expect((await refund(600))[0]).toBe(200)
    const spent = await console_.ask<Recharge>(lessor, 'getLeaseRecharge', {
      params: { rechargeId: paid.rechargeId },
    })
    expect([spent.refundable.amountMinor, spent.can.refund]).toEqual([0, false])
    await isWhole()
  })

  test('that is refused or withdrawn moves no money', async () => {
    const ask = () =>
      console_.ask<Recharge>(tenant, 'askLeaseRecharge', {
        body: { clientId: String(clientId), amount: 100 },
      })
    const [first, second] = [await ask(), await ask()]
    await console_.ask(lessor, 'refuseLeaseRecharge', {
      params: { rechargeId: first.rechargeId },
      body: { reason: 'Nothing came' },
    })
    await console_.ask(tenant, 'withdrawLeaseRecharge', {
      params: { rechargeId: second.rechargeId },
      body: {},
    })
    const { stats, total } = await console_.ask<Page<Recharge>>(tenant, 'listLeaseRecharges', {
      query: { state: 'refused' },
    })
    expect(stats).toEqual({ asked: 0, paid: 0, refused: 1, withdrawn: 1 })
    expect(total).toBe(1)
    expect(await balance()).toBe(0)
  })
})

test('a recharge shows the bank account for a transfer, or that there is none', async () => {
  const asked = await console_.ask<Recharge>(tenant, 'askLeaseRecharge', {
    body: { clientId: String(clientId), amount: 5_000 },
  })
  expect(asked.payTo).toBeNull()
  await db
    .insertInto('invoice_information')
    .values({
      account_id: lessor.account.id,
      ticket_type: 1,
      business_name: 'Lender Ltd',
      bank: 'Agricultural Bank',
      bank_account: '6228480000',
      updated_at: new Date(now),
    })
    .execute()
  const payTo = { name: 'Lender Ltd', bank: 'Agricultural Bank', bankAccount: '6228480000' }
  const params = { rechargeId: asked.rechargeId }
  for (const person of [tenant, lessor]) {
    const { items } = await console_.ask<Page<Recharge>>(person, 'listLeaseRecharges')
    expect(items).toMatchObject([{ payTo }])
    expect(await console_.ask(person, 'getLeaseRecharge', { params })).toMatchObject({ payTo })
  }
  expect(
    await console_.refusal(tenant, 'payLeaseRecharge', { params, body: { provider: 'transfer' } }),
  ).toEqual([409, 'recharge_by_transfer'])
})

test('deposits, damage, idle time and credits are separate entries, made once per id', async () => {
  const enter = (
    kind: string,
    amount: number,
    requestId = crypto.randomUUID(),
    person = lessor,
  ) => ({ person, body: { requestId, clientId: String(clientId), kind, amount, note: 'Because' } })
  const send = ({ person, body }: ReturnType<typeof enter>) =>
    console_.refusal(person, 'enterLeaseBill', { body })
  const twice = enter('deposit', 9_000)
  expect((await Promise.all([send(twice), send(twice)])).map(([status]) => status)).toEqual([
    200, 200,
  ])
  expect(await send(enter('deposit_return', 9_001))).toEqual([409, 'deposit_too_small'])
  expect(await send(enter('deposit_return', 4_000))).toEqual([200, undefined])
  expect(await send(enter('damage', 700))).toEqual([200, undefined])
  expect(await send(enter('idle', 200))).toEqual([200, undefined])
  expect(await send(enter('adjustment', 100))).toEqual([200, undefined])
  expect(await send(enter('damage', 1, undefined, tenant))).toEqual([404, 'not_found'])
  const { items } = await console_.ask<Page<ClientBalance>>(tenant, 'listLeaseBalances')
  expect(items).toMatchObject([
    {
      clientName: 'North Farm',
      prepaid: { amountMinor: -800 },
      deposit: { amountMinor: 5_000 },
      can: { recharge: true, enter: false },
    },
  ])
  await isWhole()
})

describe('months', () => {
  test('are closed in order; late entries count in the first open month; a statement adds up', async () => {
    const may = Date.parse('2026-05-20T04:00:00Z')
    await recharge(50_000)
    const flown = await fly(may)
    const close = (month: string) =>
      console_.refusal(lessor, 'closeLedgerMonth', { body: { month } })
    expect(await close('2026-06')).toEqual([409, 'month_not_closable'])
    expect(await close('2026-04')).toEqual([409, 'month_not_closable'])
    expect(await close('2026-05')).toEqual([200, undefined])
    expect(await close('2026-05')).toEqual([409, 'month_not_closable'])
    await changeRecord(db, flown, { covered_m2: 20_000 })
    await bill()
    const statement = (month: string, person = tenant) =>
      console_.ask<Statement>(person, 'getLeaseStatement', {
        query: { clientId: String(clientId), month },
      })
    const inMay = await statement('2026-05')
    expect(inMay).toMatchObject({
      isClosed: true,
      opening: { amountMinor: 0 },
      closing: { amountMinor: -15_000 },
    })
    const inJune = await statement('2026-06', lessor)
    expect(inJune).toMatchObject({
      isClosed: false,
      opening: { amountMinor: -15_000 },
      closing: { amountMinor: 20_000 },
      months: ['2026-06', '2026-05'],
    })
    expect(inJune.lines.map((line) => line.balance.amountMinor)).toEqual([0, -30_000, 20_000])
    // The list of a month includes them, although they happened before it began.
    for (const [person, side] of [
      [lessor, 'lessor'],
      [tenant, 'tenant'],
    ] as const) {
      const { items, total } = await bills({ side, month: '2026-06' }, person)
      expect([items.length, total]).toEqual([3, 3])
    }
    expect(inJune.totals).toMatchObject([
      { kind: 'sortie', count: 2, amount: { amountMinor: -15_000 } },
      { kind: 'recharge', count: 1, amount: { amountMinor: 50_000 } },
    ])
    const { items, closable } = await console_.ask<{
      items: LedgerMonth[]
      closable: string | null
    }>(lessor, 'listLedgerMonths')
    expect(items).toMatchObject([
      { month: '2026-06', isClosed: false },
      {
        month: '2026-05',
        isClosed: true,
        credit: { currency: 'CNY', amountMinor: 0 },
        debit: { currency: 'CNY', amountMinor: 15_000 },
      },
    ])
    expect(closable).toBeNull()
    const listed = await console_.ask(lessor, 'listLedgerMonths', {
      query: { isClosed: 'true', sortParam: '-debit' },
    })
    expect(listed).toMatchObject({
      items: [{ month: '2026-05' }],
      total: 1,
      stats: { turnover: [{ currency: 'CNY', credit: 0, debit: 15_000 }] },
    })
    const months = await console_.send('exportLedgerMonths', { query: {} }, lessor)
    expect(readCsv(months.body).map((row) => [row['Month'], row['Status'], row['Out']])).toEqual([
      ['2026-06', 'Open', '300.00'],
      ['2026-05', 'Closed', '150.00'],
    ])
    await sealLedger(db)
    await isWhole()
    const file = await console_.send(
      'exportLeaseStatement',
      { query: { clientId: String(clientId), month: '2026-06' } },
      tenant,
    )
    expect(readCsv(file.body).map((row) => row['Balance'])).toEqual([
      '-150.00',
      '0.00',
      '-300.00',
      '200.00',
      '200.00',
    ])
  })
})

test('a statement of a long month shows its first lines and all totals, and its file has every line', async () => {
  const account = { ownerAccountId: lessor.account.id, currency: 'CNY' } as const
  const many = 2_100
  await tx(db, (trx) =>
    postEntries(
      trx,
      lessor.account.id,
      Array.from({ length: many }, (_, i) => ({
        cause: { kind: i % 3 === 0 ? ('idle' as const) : ('damage' as const), id: String(i) },
        at: new Date(now - day + i),
        lines: [
          { account: { ...account, clientId, purpose: 'prepaid' as const }, amountMinor: -(i + 1) },
          {
            account: { ...account, clientId: null, purpose: 'adjustment' as const },
            amountMinor: i + 1,
          },
        ],
      })),
      new Date(now),
    ),
  )
  const query = { clientId: String(clientId), month: '2026-06' }
  const statement = await console_.ask<Statement>(tenant, 'getLeaseStatement', { query })
  const all = -(many * (many + 1)) / 2
  expect(statement).toMatchObject({
    lineCount: many,
    closing: { amountMinor: all },
    totals: [
      { kind: 'damage', count: 1_400 },
      { kind: 'idle', count: 700 },
    ],
  })
  expect(statement.totals.reduce((sum, { amount }) => sum + amount.amountMinor, 0)).toBe(all)
  expect(statement.lines).toHaveLength(2_000)
  const file = await console_.send('exportLeaseStatement', { query }, tenant)
  const lines = readCsv(file.body)
  expect(lines).toHaveLength(1 + many + 1)
  expect(lines.at(-1)).toMatchObject({ Balance: (all / 100).toFixed(2) })
})

test('others see nothing, and an export matches the list', async () => {
  await fly()
  const stranger = await console_.person({
    type: 'operator',
    operator_type: 'team',
    lease_account: true,
  })
  expect((await bills({}, stranger)).items).toEqual([])
  expect((await bills({ side: 'tenant' }, stranger)).items).toEqual([])
  expect((await works({}, stranger)).items).toEqual([])
  const [line] = (await bills()).items
  expect(
    await console_.refusal(stranger, 'getLeaseBill', { params: { lineId: line!.lineId } }),
  ).toEqual([404, 'not_found'])
  const file = await console_.send('exportLeaseBills', { query: { kind: 'sortie' } }, tenant)
  expect(readCsv(file.body)).toMatchObject([
    { 'Type': 'Flight', 'Amount': '-150.00', 'Currency': 'CNY', 'Serial number': drone.id },
  ])
  expect((await bills({ droneId: 'nowhere' })).total).toBe(0)
  expect((await bills({ droneId: drone.id, month: '2026-06' })).total).toBe(1)
})

test('filtered by drone, the list and its totals match the lines, sealed or not', async () => {
  const other = await insertDroneRow(db, {
    modelId: await insertModel(db, lessor.account.id),
    manufacturerId: lessor.account.id,
    operatorId: lessor.account.id,
    tenantId: tenant.account.id,
  })
  await insertLease(db, {
    lessor_account_id: lessor.account.id,
    client_id: clientId,
    drone_id: other.id,
    starts_at: new Date(now - 60 * day),
  })
  await recharge(1_000_00)
  await fly(now - 40 * day)
  await insertFlight(db, other, { startMs: now - 3 * hour, coveredM2: 20_000 })
  await bill(other.id)
  const ask = async (query: Query, person = lessor) => {
    const { items, total, stats } = await bills(query, person)
    return { drones: items.map(({ droneId }) => droneId), total, ...stats }
  }
  const held = [{ currency: 'CNY', prepaid: 1_000_00 - 450_00, owed: 0, deposit: 0 }]
  const check = async () => {
    for (const [person, side] of [
      [lessor, 'lessor'],
      [tenant, 'tenant'],
    ] as const) {
      expect(await ask({ side, droneId: other.id.toLowerCase() }, person)).toEqual({
        drones: [other.id],
        total: 1,
        turnover: [{ currency: 'CNY', credit: 0, debit: 300_00 }],
        held: [],
      })
      expect(await ask({ side, droneId: drone.id, month: '2026-06' }, person)).toMatchObject({
        drones: [],
        total: 0,
      })
      expect(await ask({ side, droneId: drone.id, kind: 'sortie' }, person)).toMatchObject({
        drones: [drone.id],
        total: 1,
        turnover: [{ currency: 'CNY', credit: 0, debit: 150_00 }],
      })
      expect(await ask({ side }, person)).toMatchObject({
        total: 3,
        turnover: [{ currency: 'CNY', credit: 1_000_00, debit: 450_00 }],
        held,
      })
    }
  }
  await check()
  await sealLedger(db)
  await check()
  await isWhole()
  const stranger = await console_.person({
    type: 'operator',
    operator_type: 'team',
    lease_account: true,
  })
  expect(await ask({ droneId: drone.id }, stranger)).toMatchObject({ drones: [], total: 0 })
})

test('flights of a client with sufficient money send no message; two charged at once are checked together when they are sealed', async () => {
  const countWaiting = async (): Promise<number> => (await countJobs(db)).waiting
  await recharge(55_000)
  await fly()
  await sealLedger(db)
  await runDueJobs(db, [followBalanceJob({ db })])
  const before = await countWaiting()
  const other = await insertDroneRow(db, {
    modelId: await insertModel(db, lessor.account.id),
    manufacturerId: lessor.account.id,
    operatorId: lessor.account.id,
    tenantId: tenant.account.id,
  })
  await insertLease(db, {
    lessor_account_id: lessor.account.id,
    client_id: clientId,
    drone_id: other.id,
    starts_at: new Date(now - 60 * day),
  })
  await insertFlight(db, drone, { startMs: now - hour, coveredM2: 20_000 })
  await insertFlight(db, other, { startMs: now - hour, coveredM2: 20_000 })
  await tx(db, async (trx) => {
    const range = { fromMs: now - day, untilMs: Infinity }
    await billFlights(trx, drone.id, range, new Date(now))
    await bill(other.id)
  })
  expect(await balance()).toBe(-20_000)
  expect(await countWaiting()).toBe(before)
  await tellSealedBalances(db, await sealLedger(db))
  expect(await countWaiting()).toBe(before + 1)
})

test('levels of a balance: low and spent', () => {
  expect([pickLevel(5, null), pickLevel(5, 6), pickLevel(0, null), pickLevel(-1, null)]).toEqual([
    0, 1, 0, 2,
  ])
})
