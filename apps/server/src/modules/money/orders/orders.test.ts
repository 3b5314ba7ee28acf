import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { type InvoiceDetail, type InvoiceInfo, invoiceRoutes } from '@swath/contract/money/invoices'
import { orderRoutes, type Order } from '@swath/contract/money/orders'
import { paymentRoutes, type Payment } from '@swath/contract/money/payments'
import { orderTypes } from '@swath/domain/service-terms'
import type { Scope } from '@swath/domain/access/caller'
import { paymentPurposes } from '../payment-purposes.ts'
import { createThemes } from '../../../platform/auth/themes.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { runDueJobs } from '../../../platform/jobs/testing-jobs.ts'
import type { OutgoingMessage } from '../../../platform/messages/driver.ts'
import { createMessages } from '../../../platform/messages/messages.ts'
import { insertDroneRow, insertModel, readCsv } from '../../flights/flights/testing-rows.queries.ts'
import { invoiceHandlers } from '../invoices/invoices.routes.ts'
import { createPayments } from '../payments/create-payments.ts'
import { paymentHandlers } from '../payments/payments.routes.ts'
import { readWithRowSecurity, toLedgerReader } from '../ledger/row-security.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { orderHandlers } from './orders.routes.ts'
import { countOwnOrders } from './own-orders.ts'
import { findLapsedYear, requireService } from './service-state.ts'
import { hasLapsed } from './services.queries.ts'
import { countMoneyRows, insertPaidOrder } from './testing-orders.queries.ts'
import { notifyOfServicesJob, warnOfServicesJob } from './service-warnings.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const routes = { ...orderRoutes, ...paymentRoutes, ...invoiceRoutes }

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof routes>>>
let platform: TestPerson
let company: TestPerson
let below: TestPerson
let stranger: TestPerson
let drones: string[]

beforeEach(async () => {
  console_ = await openConsole(
    database,
    routes,
    (services) => {
      const payments = createPayments(services, paymentPurposes)
      return {
        ...orderHandlers(services, payments),
        ...paymentHandlers(services, payments),
        ...invoiceHandlers(services),
      }
    },
    now,
  )
  platform = await console_.person({ type: 'platform', name: 'Service' })
  company = await console_.person({ type: 'operator', operator_type: 'team', name: 'Green Fields' })
  below = await console_.person({
    type: 'operator',
    operator_type: 'team',
    parent: company.account,
  })
  stranger = await console_.person({ type: 'operator', operator_type: 'team' })
  const maker = await console_.person({ type: 'manufacturer' })
  const modelId = await insertModel(db, maker.account.id)
  const rows = await Promise.all(
    [1, 2, 3].map(() =>
      insertDroneRow(db, {
        modelId,
        manufacturerId: maker.account.id,
        operatorId: company.account.id,
      }),
    ),
  )
  drones = rows.map(({ id }) => id).toSorted()
  await db.deleteFrom('service_price').execute()
  await setPrice(1, 'CNY', 30_000)
  return () => console_.close()
})

const setPrice = (orderType: number, currency: string, amountMinor: number | null, more = {}) =>
  console_.ask(platform, 'setServicePrice', { body: { orderType, currency, amountMinor, ...more } })
const order = async (droneIds: string[], year = 2026, person = company): Promise<Order[]> =>
  (
    await console_.ask<{ items: Order[] }>(person, 'createOrders', {
      body: { orderType: 1, year, droneIds },
    })
  ).items
const pay = (orders: readonly Order[], person = company) =>
  console_.ask<Payment>(person, 'payOrders', {
    body: { orderIds: orders.map(({ orderId }) => orderId), provider: 'transfer' },
  })
const confirm = ({ paymentId }: Payment, person = platform) =>
  console_.ask<Payment>(person, 'confirmPayment', { params: { paymentId } })
const read = ({ orderId }: Order, person = company) =>
  console_.ask<Order>(person, 'getOrder', { params: { orderId } })
const inPath = ({ orderId }: Order) => ({ params: { orderId } })
type Orders = { items: Order[]; total: number; stats: Record<string, number>; due: object[] }
const list = (query: Record<string, string> = {}, person = company) =>
  console_.ask<Orders>(person, 'listOrders', { query })

describe('orders', () => {
  test('one drone is ordered by its id, and the list can be filtered by it', async () => {
    const [one, other] = drones
    await order([one!, other!])
    await console_.ask(company, 'createOrders', {
      body: { orderType: 1, droneId: one, year: 2027 },
    })
    expect((await list({ droneId: one! })).items.map(({ droneId }) => droneId)).toEqual([one, one])
    expect((await list({ droneId: other! })).total).toBe(1)
  })

  test('several drones are ordered at once, paid together, and counted by state', async () => {
    const orders = await order(drones)
    expect(
      orders.map(({ droneId, amountMinor, currency, state }) => [
        droneId,
        amountMinor,
        currency,
        state,
      ]),
    ).toEqual(drones.map((droneId) => [droneId, 30_000, 'CNY', 'unpaid']))
    expect(await list()).toMatchObject({
      total: 3,
      stats: { unpaid: 3, paid: 0 },
      due: [{ currency: 'CNY', amountMinor: 90_000 }],
    })
    const bill = await pay(orders)
    expect(bill).toMatchObject({ amountMinor: 90_000, state: 'open', can: { confirm: false } })
    expect(bill.qrText).toBe(`/institution_manage/order-list/bills/${bill.paymentId}`)
    // The same orders return the same bill; fewer orders get another one, and the first is closed.
    expect((await pay(orders)).paymentId).toBe(bill.paymentId)
    const second = await pay(orders.slice(0, 2))
    expect(second.paymentId).not.toBe(bill.paymentId)
    expect(
      await console_.refusal(platform, 'confirmPayment', { params: { paymentId: bill.paymentId } }),
    ).toEqual([409, 'conflict'])
    expect((await list({ orderSn: second.paymentNo }, platform)).total).toBe(2)
    expect(await confirm(second)).toMatchObject({ state: 'paid' })
    expect(await list({ state: 'paid' })).toMatchObject({
      total: 2,
      stats: { unpaid: 1, paid: 2 },
      due: [{ amountMinor: 30_000 }],
    })
    const byState = await list({ sortParam: 'state' })
    expect(byState.items.map(({ state }) => state)).toEqual(['unpaid', 'paid', 'paid'])
    const file = readCsv(
      (await console_.send('exportOrders', { query: { state: 'paid' } }, company)).body,
    )
    expect(file.map((row) => row['Amount'])).toEqual(['300.00', '300.00'])
  })

  test('a transfer is confirmed once, by the payee only', async () => {
    const bill = await pay(await order(drones))
    const params = { paymentId: bill.paymentId }
    expect(await console_.refusal(company, 'confirmPayment', { params })).toEqual([
      403,
      'forbidden',
    ])
    expect(await console_.refusal(stranger, 'getPayment', { params })).toEqual([404, 'not_found'])
    const answers = await Promise.all(
      [1, 2, 3].map(() => console_.refusal(platform, 'confirmPayment', { params })),
    )
    expect(answers.map(([status]) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })

  test('a drone gets a service once per year; this year and the next can be ordered', async () => {
    const [first] = await order(drones.slice(0, 1))
    const again = { body: { orderType: 1, year: 2026, droneIds: drones } }
    expect(await console_.refusal(company, 'createOrders', again)).toEqual([409, 'order_exists'])
    expect((await list()).total).toBe(1)
    await console_.ask(company, 'cancelOrder', { ...inPath(first!), body: {} })
    await order(drones)
    await order(drones, 2027)
    const far = { body: { orderType: 1, year: 2028, droneIds: drones } }
    expect(await console_.refusal(company, 'createOrders', far)).toEqual([409, 'order_year_closed'])
    const rtk = { body: { orderType: 2, year: 2026, droneIds: drones } }
    expect(await console_.refusal(company, 'createOrders', rtk)).toEqual([
      409,
      'order_without_price',
    ])
    const { items, years, price } = await console_.ask<{
      items: { droneId: string; lastYear: number | null }[]
      years: number[]
      price: object
    }>(company, 'listOrderableDrones', { query: { orderType: '1', year: '2026' } })
    expect([items, years]).toEqual([[], [2026, 2027]])
    expect(price).toMatchObject({ amountMinor: 30_000, currency: 'CNY' })
  })

  test('prices are set by the operator of the service, and do not change existing orders', async () => {
    const [first] = await order(drones.slice(0, 1))
    const { items } = await console_.ask<{ items: { version: number }[] }>(
      company,
      'listServicePrices',
    )
    await setPrice(1, 'CNY', 99_900, { version: items[0]!.version })
    expect((await read(first!)).amountMinor).toBe(30_000)
    expect((await order(drones.slice(1, 2)))[0]!.amountMinor).toBe(99_900)
    const body = { orderType: 1, currency: 'CNY', amountMinor: 1 }
    expect(await console_.refusal(company, 'setServicePrice', { body })).toEqual([403, 'forbidden'])
    expect(
      await console_.refusal(platform, 'setServicePrice', { body: { ...body, version: 1 } }),
    ).toEqual([409, 'conflict'])
    await setPrice(1, 'CNY', null)
    expect(
      await console_.refusal(company, 'createOrders', {
        body: { orderType: 1, year: 2026, droneIds: drones.slice(2) },
      }),
    ).toEqual([409, 'order_without_price'])
  })

  test('accounts above can read orders, others see nothing; the operator orders for the drone’s owner', async () => {
    const [made] = await order(drones.slice(0, 1), 2026, platform)
    expect(made).toMatchObject({ accountName: 'Green Fields', can: { pay: false, cancel: true } })
    expect(await read(made!)).toMatchObject({ can: { pay: true, refund: false } })
    expect(await console_.refusal(stranger, 'getOrder', inPath(made!))).toEqual([404, 'not_found'])
    expect(await console_.refusal(below, 'getOrder', inPath(made!))).toEqual([404, 'not_found'])
    expect(
      await console_.refusal(stranger, 'createOrders', {
        body: { orderType: 1, year: 2026, droneIds: drones },
      }),
    ).toEqual([404, 'not_found'])
  })

  test('money is refunded to the payer, for one of several orders too, and never twice', async () => {
    const orders = await order(drones)
    const bill = await pay(orders)
    await confirm(bill)
    const paid = await read(orders[0]!, platform)
    expect(paid.can).toMatchObject({ refund: true, cancel: false })
    const refund = { ...inPath(paid), body: { text: 'Sold', version: paid.version } }
    expect(await console_.refusal(company, 'refundOrder', refund)).toEqual([403, 'forbidden'])
    const back = await console_.ask<Order>(platform, 'refundOrder', refund)
    expect(back.state).toBe('refunded')
    expect(
      await console_.refusal(platform, 'refundOrder', { ...refund, body: { text: 'x' } }),
    ).toEqual([409, 'conflict'])
    expect(
      await console_.ask<Payment>(company, 'getPayment', { params: { paymentId: bill.paymentId } }),
    ).toMatchObject({ refundedMinor: 30_000, amountMinor: 90_000 })
    // The drone can be ordered again.
    await order(drones.slice(0, 1))
  })

  test('concurrent requests to pay the same orders share one payment', async () => {
    const orders = await order(drones)
    const bills = await Promise.all(Array.from({ length: 30 }, () => pay(orders)))
    expect(new Set(bills.map(({ paymentId }) => paymentId)).size).toBe(1)
    const open = () =>
      db
        .selectFrom('payment')
        .where('payer_id', '=', company.account.id)
        .where('state', '=', 'open')
        .select('id')
        .execute()
    expect(await open()).toHaveLength(1)
    // Of overlapping selections at once one is paid, and no payment without orders remains.
    await Promise.all(
      [orders.slice(0, 2), orders.slice(1), orders].map((some) =>
        console_.refusal(company, 'payOrders', {
          body: { orderIds: some.map(({ orderId }) => orderId), provider: 'transfer' },
        }),
      ),
    )
    const left = await open()
    const waiting = await db
      .selectFrom('service_order')
      .where('account_id', '=', company.account.id)
      .select('payment_id')
      .execute()
    expect(waiting.map(({ payment_id: id }) => id)).toEqual(
      expect.arrayContaining(left.map(({ id }) => id)),
    )
  })

  test('money that is not owed stays marked until someone confirms that it was returned', async () => {
    const bill = await pay(await order(drones))
    await db
      .updateTable('service_order')
      .set({ payment_id: null })
      .where('payment_id', '=', bill.paymentId)
      .execute()
    const inPath_ = { params: { paymentId: bill.paymentId } }
    const due = { state: 'paid', refundedMinor: 0, refundedAt: null, refundDueMinor: 90_000 }
    expect(await confirm(bill)).toMatchObject({ ...due, can: { confirmRefund: true } })
    expect(await console_.ask<Payment>(company, 'getPayment', inPath_)).toMatchObject({
      ...due,
      refundDueSince: new Date(now).toISOString(),
      can: { confirmRefund: false },
    })
    expect(await console_.refusal(company, 'confirmRefund', inPath_)).toEqual([403, 'forbidden'])
    console_.clock.set(now + 60_000)
    expect(await console_.ask<Payment>(platform, 'confirmRefund', inPath_)).toMatchObject({
      refundedMinor: 90_000,
      refundedAt: new Date(now + 60_000).toISOString(),
      refundDueMinor: 0,
      can: { confirmRefund: false },
    })
    expect(await console_.refusal(platform, 'confirmRefund', inPath_)).toEqual([409, 'conflict'])
  })
})

const information = { ticketType: 1, busiName: 'Green Fields Ltd', taxNum: '91410526MA46D1L08C' }

describe('invoices', () => {
  const apply = (orders: readonly Order[], person = company) => ({
    body: { orderIds: orders.map(({ orderId }) => orderId) },
    person,
  })
  const askFor = async (orders: readonly Order[]): Promise<InvoiceDetail> =>
    console_.ask(company, 'applyInvoice', { body: apply(orders).body })
  const paidOrders = async (): Promise<Order[]> => {
    const orders = await order(drones)
    await confirm(await pay(orders))
    return orders
  }
  const decide = (ticketId: string, body: object, person = platform) =>
    console_.ask<InvoiceDetail>(person, 'setInvoiceStatus', { params: { ticketId }, body })

  test('include paid orders, each once, with the buyer’s current details', async () => {
    const orders = await paidOrders()
    const { body } = apply(orders.slice(0, 2))
    expect(await console_.refusal(company, 'applyInvoice', { body })).toEqual([
      409,
      'invoice_info_missing',
    ])
    const kept = await console_.ask<InvoiceInfo>(company, 'updateInvoiceInfo', {
      body: information,
    })
    expect(kept).toMatchObject({ busiName: 'Green Fields Ltd', version: 1 })
    const invoice = await askFor(orders.slice(0, 2))
    expect(invoice).toMatchObject({
      state: 'applied',
      orderNum: 2,
      amountMinor: 60_000,
      can: { decide: false },
    })
    expect(await console_.refusal(company, 'applyInvoice', { body: apply(orders).body })).toEqual([
      409,
      'order_not_to_invoice',
    ])
    await console_.ask(company, 'updateInvoiceInfo', {
      body: { ...information, busiName: 'Another', version: kept.version },
    })
    expect(
      await console_.ask(company, 'getInvoice', { params: { ticketId: invoice.ticketId } }),
    ).toMatchObject({ buyer: { busiName: 'Green Fields Ltd' } })
    const issued = await decide(invoice.ticketId, {
      status: 'issued',
      invoiceNo: `2026-${invoice.ticketNo}`,
      version: invoice.version,
    })
    expect(issued).toMatchObject({ state: 'issued', can: { decide: false } })
    expect(
      await console_.refusal(platform, 'setInvoiceStatus', {
        params: { ticketId: invoice.ticketId },
        body: { status: 'rejected', text: 'Late' },
      }),
    ).toEqual([409, 'conflict'])
    // Orders on an invoice cannot be refunded.
    expect(
      await console_.refusal(platform, 'refundOrder', {
        ...inPath(orders[0]!),
        body: { text: 'x' },
      }),
    ).toEqual([409, 'order_invoiced'])
    const listed = await console_.ask<{ total: number; stats: object }>(company, 'listInvoices', {
      query: { state: 'issued' },
    })
    expect(listed).toMatchObject({ total: 1, stats: { applied: 0, issued: 1, rejected: 0 } })
    const file = await console_.send('exportInvoices', {}, company)
    expect(readCsv(file.body)).toMatchObject([{ 'Invoice amount': '600.00' }])
  })

  test('a rejected one shows the reason and releases its orders; numbers are unique', async () => {
    const orders = await paidOrders()
    await console_.ask(company, 'updateInvoiceInfo', { body: information })
    const first = await askFor(orders.slice(0, 1))
    const params = { ticketId: first.ticketId }
    expect(
      await console_.refusal(company, 'setInvoiceStatus', {
        params,
        body: { status: 'rejected', text: 'x' },
      }),
    ).toEqual([403, 'forbidden'])
    expect(
      await console_.refusal(platform, 'setInvoiceStatus', {
        params,
        body: { status: 'rejected' },
      }),
    ).toEqual([400, 'invalid_input'])
    await decide(first.ticketId, { status: 'rejected', text: 'Wrong tax number' })
    const second = await askFor(orders.slice(0, 1))
    const number = `N-${second.ticketNo}`
    await decide(second.ticketId, { status: 'issued', invoiceNo: number })
    const third = await askFor(orders.slice(1))
    expect(
      await console_.refusal(platform, 'setInvoiceStatus', {
        params: { ticketId: third.ticketId },
        body: { status: 'issued', invoiceNo: number },
      }),
    ).toEqual([409, 'invoice_no_taken'])
  })

  test('of two concurrent requests for one order, one succeeds', async () => {
    const orders = await paidOrders()
    await console_.ask(company, 'updateInvoiceInfo', { body: information })
    const { body } = apply(orders)
    const answers = await Promise.all(
      [1, 2, 3].map(() => console_.refusal(company, 'applyInvoice', { body })),
    )
    expect(answers.map(([status]) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })

  test('a special invoice requires the buyer’s tax details', async () => {
    expect(
      await console_.refusal(company, 'updateInvoiceInfo', {
        body: { ...information, ticketType: 2 },
      }),
    ).toEqual([400, 'invalid_input'])
    expect(await console_.ask(company, 'getInvoiceInfo')).toMatchObject({
      version: null,
      busiName: 'Green Fields',
    })
  })
})

test('with row-level security, orders, payments and invoices of others are invisible', async () => {
  await console_.ask(company, 'updateInvoiceInfo', { body: information })
  const [paid] = (await order(drones.slice(0, 1))) as [Order]
  await confirm(await pay([paid]))
  await console_.ask(company, 'applyInvoice', { body: { orderIds: [paid.orderId] } })
  /** A query without a scope condition. */
  const count = (scope: Scope, accountId: string) =>
    readWithRowSecurity(db, toLedgerReader({ scope, accountId }), (trx) =>
      countMoneyRows(trx, company.account.id),
    )
  const of = ({ account }: TestPerson): [Scope, string] => [
    { kind: 'accounts', accountIds: [account.id], as: 'operator' },
    account.id,
  ]
  const all = { orders: 1, payments: 1, invoices: 1, lines: 1, information: 1 }
  const nothing = { orders: 0, payments: 0, invoices: 0, lines: 0, information: 0 }
  expect(await count(...of(company))).toEqual(all)
  expect(await count(...of(stranger))).toEqual(nothing)
  expect(await count({ kind: 'region', prefix: '156' }, stranger.account.id)).toEqual(nothing)
  // A seller reads its sales, but no other data of the buyer.
  expect(await count(...of(platform))).toEqual({ ...all, information: 0 })
  expect(await count({ kind: 'all' }, platform.account.id)).toEqual(all)
})

const ownScope = () =>
  ({
    scope: { kind: 'accounts', accountIds: [company.account.id], as: 'operator' },
    accountId: company.account.id,
  }) as const

test('the workbench counts as many unpaid orders as the list that it opens', async () => {
  await order(drones)
  const now = new Date('2026-06-01')
  expect(await countOwnOrders(db, ownScope(), now)).toMatchObject({ 'orders-unpaid': 3 })
  // Below another account: its list has them too.
  const above = { ...ownScope(), accountId: stranger.account.id }
  expect(await countOwnOrders(db, above, now)).toMatchObject({ 'orders-unpaid': 3 })
})

describe('a year that ends', () => {
  test('is announced 30 and 7 days before and when it has ended, once each, to people who manage the drones', async () => {
    const staff = await console_.colleague(company, { user_type: 3, name: 'Li' })
    await confirm(await pay(await order(drones)))
    // One of them is already paid for the next year.
    await confirm(await pay(await order(drones.slice(0, 1), 2027)))
    const sent: OutgoingMessage[] = []
    const send = async (message: OutgoingMessage): Promise<void> => void sent.push(message)
    const { services } = console_
    const messages = createMessages(services, { sms: { send }, mail: { send } })
    const tellOn = async (day: string): Promise<string[]> => {
      sent.splice(0)
      console_.clock.set(Date.parse(`${day}T04:00:00Z`))
      const log = pino({ level: 'silent' })
      const { signal } = new AbortController()
      // Twice: the second run sends nothing.
      for (let time = 0; time < 2; time++) {
        await warnOfServicesJob(services).run({}, { signal, log })
        await runDueJobs(db, [
          notifyOfServicesJob({ db, themes: createThemes(services), messages }),
        ])
      }
      return sent
        .filter(({ to }) => [company.phone, staff.phone].includes(to))
        .map(({ text }) => text)
    }
    expect(await tellOn('2026-11-29')).toEqual([])
    expect(await tellOn('2026-12-01')).toEqual([expect.stringContaining('2026 (2)')])
    expect(await tellOn('2026-12-02')).toEqual([])
    expect(await tellOn('2026-12-25')).toHaveLength(1)
    expect(await tellOn('2027-01-01')).toEqual([expect.stringMatching(/expired|到期|已/)])
    expect(await countOwnOrders(db, ownScope(), new Date('2026-12-10'))).toEqual({
      'orders-unpaid': 0,
      'services-ending': { count: 2, firstAt: new Date('2026-12-31T16:00:00Z') },
    })
  })
})

describe('a lapsed service', () => {
  test('blocks new work with a drone that had it, after a grace period', async () => {
    const [droneId] = drones as [string]
    await confirm(await pay(await order([droneId])))
    const at = (day: string) => requireService(db, droneId, 1, new Date(`${day}T12:00:00Z`))
    await at('2026-12-31')
    await at('2027-01-29')
    await expect(at('2027-02-02')).rejects.toMatchObject({ code: 'service_lapsed' })
    await requireService(db, drones[1]!, 1, new Date('2030-01-01'))
  })

  test('is the same for single drones and in lists, on each day around its end', async () => {
    const [droneId] = drones as [string]
    await insertPaidOrder(db, {
      droneId,
      accountId: company.account.id,
      orderType: orderTypes.firmware,
      year: 2025,
    })
    for (const [day, has] of [
      ['2025-12-31T15:59:00Z', false],
      ['2026-01-30T15:59:00Z', false],
      // Midnight in Shanghai: the grace period of thirty days is over.
      ['2026-01-30T16:01:00Z', true],
      ['2027-06-01T00:00:00Z', true],
    ] as const) {
      const at = new Date(day)
      const lapsed = await db
        .selectFrom('drone')
        .where('id', 'in', drones)
        .where(hasLapsed(orderTypes.firmware, at))
        .select('id')
        .execute()
      expect(lapsed.map(({ id }) => id)).toEqual(has ? [droneId] : [])
      expect(await findLapsedYear(db, droneId, orderTypes.firmware, at)).toBe(has ? 2025 : null)
      expect(await findLapsedYear(db, droneId, orderTypes.rtk, at)).toBeNull()
    }
  })
})
