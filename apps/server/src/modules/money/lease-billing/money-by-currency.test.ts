import { beforeEach, expect, test } from 'vitest'
import { leaseBillingRoutes } from '@swath/contract/money/lease-billing'
import type { ClientBalance, Statement } from '@swath/contract/money/lease-bills'
import type { Recharge } from '@swath/contract/money/lease-recharges'
import { leasingRoutes } from '@swath/contract/money/leasing'
import type { RentalClient, RentalClientDetail } from '@swath/contract/money/rental-clients'
import { paymentPurposes } from '../payment-purposes.ts'
import { createThemes } from '../../../platform/auth/themes.ts'
import type { Messages } from '../../../platform/messages/messages.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { runDueJobs } from '../../../platform/jobs/testing-jobs.ts'
import { insertDroneRow, insertModel, readCsv } from '../../flights/flights/testing-rows.queries.ts'
import { lockDronesJob } from '../leasing/lock-drones.ts'
import { leasingHandlers } from '../leasing/leasing.routes.ts'
import { sealLedger } from '../ledger/seal.ts'
import { createPayments } from '../payments/create-payments.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { followBalanceJob, notifyOfBalanceJob } from './follow-balance.ts'
import { leaseBillingHandlers } from './lease-billing.routes.ts'
import { insertClient, insertLease } from './testing-leases.queries.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const routes = { ...leasingRoutes, ...leaseBillingRoutes }
const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof routes>>>
let lessor: TestPerson
let tenant: TestPerson
let clientId: number
let warned: string[]
let follow: () => Promise<void>

beforeEach(async () => {
  warned = []
  const messages: Messages = {
    accepts: () => true,
    send: () => undefined,
    sendNow: async ({ values }) => {
      warned.push(String(values['balance']))
      return { sent: true }
    },
    settled: async () => undefined,
  }
  console_ = await openConsole(
    database,
    routes,
    (services) => ({
      ...leasingHandlers(services, { themes: createThemes(services), messages }),
      ...leaseBillingHandlers(services, createPayments(services, paymentPurposes)),
    }),
    now,
  )
  follow = async () => {
    const { clock, events } = console_.services
    const themes = createThemes(console_.services)
    const jobs = [
      followBalanceJob({ db }),
      lockDronesJob({ db, clock, events }),
      notifyOfBalanceJob({ db, themes, messages }),
    ]
    // A job may enqueue another one.
    for (let round = 0; round < jobs.length; round += 1) await runDueJobs(db, jobs)
  }
  lessor = await console_.person({
    type: 'operator',
    operator_type: 'team',
    name: 'Lender',
    lease_account: true,
  })
  tenant = await console_.person({ type: 'operator', operator_type: 'team', name: 'Tenant' })
  clientId = await insertClient(db, {
    lessor_account_id: lessor.account.id,
    tenant_account_id: tenant.account.id,
    name: 'North Farm',
    warn_below_minor: 5_000,
    grace_minor: 1_000,
    locks_when_empty: true,
  })
  return () => console_.close()
})

const id = (): string => String(clientId)
const recharge = async (amount: number, currency?: string, of = id()): Promise<void> => {
  const { rechargeId, version } = await console_.ask<Recharge>(lessor, 'askLeaseRecharge', {
    body: { clientId: of, amount, ...(currency ? { currency } : {}) },
  })
  await console_.ask(lessor, 'confirmLeaseRecharge', { params: { rechargeId }, body: { version } })
}
const enter = (kind: string, amount: number, currency?: string, of = id()) =>
  console_.refusal(lessor, 'enterLeaseBill', {
    body: { requestId: crypto.randomUUID(), clientId: of, kind, amount, currency, note: 'x' },
  })
const moveTo = async (currency: string): Promise<RentalClientDetail> => {
  const { version } = await console_.ask<RentalClientDetail>(lessor, 'getRentalClient', {
    params: { clientId: id() },
  })
  return console_.ask(lessor, 'setClientPrice', {
    params: { clientId: id() },
    body: { currency, muUnitPrice: 4_000, durationPrice: 90_000, version },
  })
}
type Page<Row, Stats = unknown> = { items: Row[]; total: number; stats: Stats }
type Held = { currency: string; prepaid: number; owed: number; deposit: number }
type BalanceStats = { held: Held[]; states: object }
const balances = (query: Record<string, string> = {}, person = lessor) =>
  console_.ask<Page<ClientBalance, BalanceStats>>(person, 'listLeaseBalances', { query })

test('money in the previous currency stays visible after prices change to another', async () => {
  await recharge(382_66)
  expect(await enter('deposit', 50_00)).toEqual([200, undefined])
  expect(await moveTo('THB')).toMatchObject({ currency: 'THB', warnBelow: null, grace: 0 })
  await recharge(700_00)
  const inEach = [
    { currency: 'CNY', prepaid: 382_66, deposit: 50_00 },
    { currency: 'THB', prepaid: 700_00, deposit: 0 },
  ]
  for (const person of [lessor, tenant]) {
    const { items, total, stats } = await balances({}, person)
    expect(total).toBe(2)
    expect(
      items.map(({ currency, prepaid, deposit }) => ({
        currency,
        prepaid: prepaid.amountMinor,
        deposit: deposit.amountMinor,
      })),
    ).toEqual(inEach)
    expect(items.every(({ currency, prepaid }) => prepaid.currency === currency)).toBe(true)
    expect(stats.held).toEqual(inEach.map((one) => ({ ...one, owed: 0 })))
    const states = { owing: 0, credit: 2, even: 0 }
    expect(stats.states).toEqual(states)
    const owing = await balances({ state: 'owing' }, person)
    expect([owing.total, owing.stats.states]).toEqual([0, states])
    expect((await balances({ currency: 'THB' }, person)).stats.held).toEqual([
      { ...inEach[1], owed: 0 },
    ])
    const query = { clientId: id(), month: '2026-06' }
    const statement = await console_.ask<Statement>(person, 'getLeaseStatement', { query })
    expect(statement.closing).toEqual({ amountMinor: 700_00, currency: 'THB' })
    expect(statement.balances).toEqual([
      { currency: 'THB', opening: 0, closing: 700_00, deposit: 0, lineCount: 1 },
      { currency: 'CNY', opening: 0, closing: 382_66, deposit: 50_00, lineCount: 1 },
    ])
    expect(statement.lines.map(({ balance }) => balance)).toEqual([
      { amountMinor: 700_00, currency: 'THB' },
      { amountMinor: 382_66, currency: 'CNY' },
    ])
    const file = await console_.send('exportLeaseStatement', { query }, person)
    expect(readCsv(file.body).map((row) => [row['Type'], row['Balance'], row['Currency']])).toEqual(
      [
        ['Opening balance', '0.00', 'THB'],
        ['Recharge', '700.00', 'THB'],
        ['Closing balance', '700.00', 'THB'],
        ['Opening balance', '0.00', 'CNY'],
        ['Recharge', '382.66', 'CNY'],
        ['Closing balance', '382.66', 'CNY'],
      ],
    )
  }
  const { items } = await console_.ask<Page<RentalClient>>(lessor, 'listRentalClients')
  expect(items[0]!.balances).toEqual(inEach.toReversed())
  const clients = await console_.send('exportRentalClients', { query: {} }, lessor)
  expect(readCsv(clients.body)[0]!['Balance']).toBe('700.00 THB; 382.66 CNY')
  // A deposit is returned in its own currency.
  expect(await enter('deposit_return', 50_00)).toEqual([409, 'deposit_too_small'])
  expect(await enter('deposit_return', 50_00, 'CNY')).toEqual([200, undefined])
})

test('a lease uses the currency of its client’s prices', async () => {
  const model = await insertModel(db, lessor.account.id)
  const drone = await insertDroneRow(db, {
    modelId: model,
    manufacturerId: lessor.account.id,
    operatorId: lessor.account.id,
  })
  const lend = (currency: string) =>
    console_.send(
      'createLease',
      {
        body: {
          droneId: drone.id,
          clientId: id(),
          rentalModel: 1,
          chargeBy: 'mu',
          currency,
          muUnitPrice: 4_000,
          durationPrice: 0,
        },
      },
      lessor,
    )
  const refused = await lend('THB')
  expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
    409,
    'Leases with this client are in CNY, the currency of its prices, not in THB. Use CNY, or change the prices of the client first.',
  ])
  await moveTo('THB')
  expect((await lend('CNY')).statusCode).toBe(409)
  expect((await lend('THB')).statusCode).toBe(200)
})

test('base prices in two currencies can apply on the same days', async () => {
  const price = (currency: string) =>
    console_.refusal(lessor, 'addBasicPrice', {
      body: {
        flyModelId: null,
        rentalModel: 1,
        currency,
        muUnitPrice: 300,
        durationPrice: 0,
        validFrom: '2026-06-01',
        validUntil: null,
        note: '',
      },
    })
  expect(await price('CNY')).toEqual([200, undefined])
  expect(await price('INR')).toEqual([200, undefined])
  expect(await price('INR')).toEqual([409, 'price_overlaps'])
})

test('a debt in any currency locks drones, and each currency has one message', async () => {
  const drone = await insertDroneRow(db, {
    modelId: await insertModel(db, lessor.account.id),
    manufacturerId: lessor.account.id,
    operatorId: lessor.account.id,
    tenantId: tenant.account.id,
  })
  await insertLease(db, {
    lessor_account_id: lessor.account.id,
    client_id: clientId,
    drone_id: drone.id,
    starts_at: new Date(now),
  })
  const isLocked = async () =>
    (
      await db
        .selectFrom('drone')
        .where('id', '=', drone.id)
        .select('locked')
        .executeTakeFirstOrThrow()
    ).locked
  await enter('damage', 900)
  await follow()
  // Within the grace limit, which is in the currency of its prices.
  expect(await isLocked()).toBe(false)
  const first = warned.length
  expect(new Set(warned)).toEqual(new Set(['−¥9.00']))
  await moveTo('THB')
  await recharge(100_00)
  await follow()
  // The grace limit was an amount of CNY, and no balance in the new currency is negative.
  expect(await isLocked()).toBe(true)
  expect(warned).toHaveLength(first)
  await enter('damage', 200_00)
  await follow()
  expect(new Set(warned.slice(first))).toEqual(new Set(['−THB\u00a0100.00']))
  await recharge(100_00)
  await follow()
  expect(await isLocked()).toBe(true)
  await recharge(900, 'CNY')
  await follow()
  expect(await isLocked()).toBe(false)
})

test('clients’ funds above the bills are those of the filtered clients, without debts', async () => {
  const debtor = await insertClient(db, {
    lessor_account_id: lessor.account.id,
    tenant_account_id: null,
    name: 'South Farm',
  })
  await recharge(500_00)
  await enter('damage', 6_396_54, 'CNY', String(debtor))
  const held = async (query: Record<string, string>) =>
    (
      await console_.ask<Page<unknown, { held: Held[]; turnover: unknown[] }>>(
        lessor,
        'listLeaseBills',
        { query },
      )
    ).stats
  const check = async () => {
    expect((await held({})).held).toEqual([
      { currency: 'CNY', prepaid: 500_00, owed: 6_396_54, deposit: 0 },
    ])
    const narrowed: Record<string, string>[] = [{ clientName: 'north' }, { clientId: id() }]
    for (const query of narrowed)
      expect(await held(query)).toEqual({
        held: [{ currency: 'CNY', prepaid: 500_00, owed: 0, deposit: 0 }],
        turnover: [{ currency: 'CNY', credit: 500_00, debit: 0 }],
      })
    expect((await held({ account: 'deposit' })).held).toEqual([])
    // A balance belongs to no kind of line and no month.
    expect((await held({ kind: 'damage' })).held).toEqual([])
    expect((await held({ month: '2026-06' })).held).toEqual([])
    expect(await held({ search: 'north' })).toEqual({
      held: [],
      turnover: [{ currency: 'CNY', credit: 500_00, debit: 0 }],
    })
    expect((await balances({ clientName: 'south' })).stats.held).toEqual([
      { currency: 'CNY', prepaid: 0, owed: 6_396_54, deposit: 0 },
    ])
  }
  await check()
  await sealLedger(db)
  await check()
})
