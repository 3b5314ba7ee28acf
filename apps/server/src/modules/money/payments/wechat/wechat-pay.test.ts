// Payments by WeChat Pay against a fake server that repeats and reorders callbacks, sends false
// data and is down: in each case money is booked once, and only with the requested amount.
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { paymentPurposes } from '../../payment-purposes.ts'
import { tx } from '../../../../platform/database/database.ts'
import { ownTestDatabase } from '../../../../platform/database/testing-file.ts'
import { insertAccount, type TestAccount } from '../../../../platform/auth/testing.queries.ts'
import { createHttpServer } from '../../../../platform/http/server.ts'
import { testServices } from '../../../../platform/http/testing-console.ts'
import { runDueJobs } from '../../../../platform/jobs/testing-jobs.ts'
import { loadRegionTable } from '../../../people/regions/regions.seed.ts'
import { queryGatewayJob } from '../ask-gateway.ts'
import { compareBillsJob } from '../compare-bills.ts'
import { createPayments, type Payments } from '../create-payments.ts'
import type { PurposeOfPayments } from '../payment-purpose.ts'
import { sendRefundsJob } from '../refunds.ts'
import { openWechat } from './testing-wechat.ts'
import { readTradeBill } from './wechat-bill.ts'
import { registerWechatCallbacks } from './wechat-callbacks.ts'

const start = Date.parse('2026-06-15T04:00:00Z')
const minuteMs = 60_000
const dayMs = 86_400_000

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let clock: ReturnType<typeof testServices>['clock']
let wechat: Awaited<ReturnType<typeof openWechat>>
let payments: Payments
let server: Awaited<ReturnType<typeof createHttpServer>>
let services: ReturnType<typeof testServices>['services']
let payer: TestAccount
let payee: TestAccount
/** Results of payments, in the order of their reports. */
let notified: string[]
let isOwed: boolean

beforeEach(async () => {
  // Rows of other tests are not in the bills of this test, and would be reported as differences.
  await db.deleteFrom('payment_refund').execute()
  await db.deleteFrom('payment').execute()
  await db.deleteFrom('payment_difference').execute()
  await db.deleteFrom('payment_bill_day').execute()
  notified = []
  isOwed = true
  const clockFirst = { now: () => clock.now() }
  wechat = await openWechat(clockFirst)
  const opened = testServices(db, start, { wechatPay: wechat.config })
  ;({ clock, services } = opened)
  const order: PurposeOfPayments = {
    paid: async (_trx, { amountMinor }) => {
      notified.push(`paid ${amountMinor}`)
      return isOwed
    },
    refunded: async (_trx, { amountMinor }) => void notified.push(`refunded ${amountMinor}`),
    refundFailed: async (_trx, { amountMinor }) => void notified.push(`failed ${amountMinor}`),
  }
  payments = createPayments(services, { ...paymentPurposes, order })
  server = await createHttpServer({ log: pino({ level: 'silent' }) })
  await registerWechatCallbacks(server, { services, payments })
  payer = await insertAccount(db, { type: 'operator', operator_type: 'team' })
  payee = await insertAccount(db, { type: 'platform' })
  return async () => {
    await server.close()
    await wechat.close()
  }
})

const begin = async (amountMinor = 90_000) => {
  const id = await tx(db, (trx) =>
    payments.start(trx, {
      purpose: 'order',
      referenceId: 'reference',
      payerId: payer.id,
      payeeId: payee.id,
      amountMinor,
      currency: 'CNY',
      provider: 'wechat',
      billPath: () => '/',
    }),
  )
  await payments.open(id, 'Drones, a year')
  return row(id)
}
const row = (id: string) =>
  db.selectFrom('payment').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const receive = async ({ body, headers }: { body: string; headers: Record<string, string> }) =>
  (
    await server.inject({
      method: 'POST',
      url: '/api/payments/wechat/notify',
      payload: body,
      headers,
    })
  ).statusCode
const ask = async (): Promise<void> => {
  clock.set(clock.now() + 2 * minuteMs)
  const { signal } = new AbortController()
  await queryGatewayJob({ ...services, payments }).run({}, { signal, log: services.log })
}
const compare = async (): Promise<void> => {
  const { signal } = new AbortController()
  await compareBillsJob({ ...services, payments }).run({}, { signal, log: services.log })
}
const giveBack = () => runDueJobs(db, [sendRefundsJob(payments)])
const refund = (paymentId: string, amountMinor: number | null) =>
  tx(db, (trx) =>
    payments.refunds.request(trx, {
      paymentId,
      referenceId: 'part',
      amountMinor,
      reason: 'Sold',
      userId: null,
      isSent: false,
    }),
  )
const differences = () =>
  db
    .selectFrom('payment_difference')
    .select(['kind', 'number', 'here_minor', 'there_minor', 'settled_at'])
    .orderBy('kind')
    .execute()

describe('a payment by QR code', () => {
  test('is received by callback once, however often and concurrently it is reported', async () => {
    const payment = await begin()
    expect(payment.qr_text).toBe(`weixin://wxpay/bizpayurl?pr=${payment.number}`)
    wechat.pay(payment.number)
    const notice = wechat.tellOfPayment(payment.number)
    const answers = await Promise.all(Array.from({ length: 200 }, () => receive(notice)))
    answers.push(await receive(wechat.tellOfPayment(payment.number)))
    expect(new Set(answers)).toEqual(new Set([204]))
    expect(notified).toEqual(['paid 90000'])
    expect(await row(payment.id)).toMatchObject({
      state: 'paid',
      gateway_id: wechat.trades.get(payment.number)!.transactionId,
    })
    const log = await db
      .selectFrom('audit_log')
      .where('object_id', '=', payment.id)
      .select(['action', 'user_name'])
      .execute()
    expect(log).toEqual([{ action: 'payment.receive', user_name: 'WeChat Pay' }])
  })

  test('is found by a query if no callback arrives; a later callback changes nothing', async () => {
    const payment = await begin()
    await ask()
    expect(notified).toEqual([])
    wechat.pay(payment.number)
    await ask()
    expect(notified).toEqual(['paid 90000'])
    expect(await receive(wechat.tellOfPayment(payment.number))).toBe(204)
    expect(notified).toEqual(['paid 90000'])
  })

  test('that nobody pays within two hours is closed at the gateway and here', async () => {
    const payment = await begin()
    clock.set(start + 3 * 3_600_000)
    await ask()
    expect(await row(payment.id)).toMatchObject({ state: 'closed' })
    expect(wechat.trades.get(payment.number)).toMatchObject({ state: 'CLOSED' })
  })

  test('that is withdrawn while somebody pays it counts as paid', async () => {
    const payment = await begin()
    wechat.pay(payment.number)
    expect(await payments.withdraw(payment.id)).toBe('paid')
    expect(notified).toEqual(['paid 90000'])
  })

  test('that is no longer owed is refunded automatically', async () => {
    const payment = await begin()
    isOwed = false
    wechat.pay(payment.number)
    expect(await receive(wechat.tellOfPayment(payment.number))).toBe(204)
    await giveBack()
    expect(notified).toEqual(['paid 90000', 'refunded 90000'])
    expect([...wechat.refunds.values()]).toMatchObject([
      { amount: 90_000, paymentNumber: payment.number },
    ])
  })
})

describe('rejected reports', () => {
  test('a callback that is changed, outdated, signed with another key, for an unknown payment, or with another amount', async () => {
    const payment = await begin()
    wechat.pay(payment.number)
    const notice = wechat.tellOfPayment(payment.number)
    expect(
      await receive({ ...notice, body: notice.body.replace('TRANSACTION', 'transaction') }),
    ).toBe(401)
    expect(await receive(wechat.tellOfPayment(payment.number, start - 6 * minuteMs))).toBe(401)
    expect(
      await receive({ ...notice, headers: { ...notice.headers, 'wechatpay-serial': 'OTHER' } }),
    ).toBe(401)
    expect(await receive({ ...notice, headers: { 'content-type': 'application/json' } })).toBe(401)
    const probe = { ...notice.headers, 'wechatpay-signature': 'WECHATPAY/SIGNTEST/abcd' }
    expect(await receive({ ...notice, headers: probe })).toBe(401)
    wechat.lies.addsACent = true
    expect(await receive(wechat.tellOfPayment(payment.number))).toBe(400)
    expect(notified).toEqual([])
    expect(await row(payment.id)).toMatchObject({ state: 'open' })
    wechat.lies.addsACent = false
    expect(await receive(notice)).toBe(204)
  })

  test('a response that is not signed by the gateway', async () => {
    wechat.lies.signsWrongly = true
    await expect(begin()).rejects.toMatchObject({ code: 'gateway_away' })
    wechat.lies.signsWrongly = false
    const payment = await begin()
    wechat.pay(payment.number)
    wechat.lies.signsWrongly = true
    await ask()
    expect(notified).toEqual([])
    wechat.lies.signsWrongly = false
    await ask()
    expect(notified).toEqual(['paid 90000'])
  })
})

test('while the gateway is down, a payment cannot be opened; retrying uses the same number', async () => {
  wechat.lies.isAway = true
  await expect(begin()).rejects.toMatchObject({ code: 'gateway_away' })
  wechat.lies.isAway = false
  const { id, number } = await db
    .selectFrom('payment')
    .where('payer_id', '=', payer.id)
    .selectAll()
    .executeTakeFirstOrThrow()
  await payments.open(id, 'Drones, a year')
  await payments.open(id, 'Drones, a year')
  expect([...wechat.trades.keys()]).toEqual([number])
})

describe('refunds', () => {
  const paid = async () => {
    const payment = await begin()
    wechat.pay(payment.number)
    await receive(wechat.tellOfPayment(payment.number))
    notified = []
    return payment
  }

  test('are made in parts, never more than was paid, with callbacks that come early or repeatedly', async () => {
    const payment = await paid()
    await refund(payment.id, 30_000)
    await refund(payment.id, 50_000)
    await expect(refund(payment.id, 10_001)).rejects.toMatchObject({ code: 'conflict' })
    wechat.lies.refundsWait = true
    await giveBack()
    expect(notified).toEqual([])
    const [first, second] = [...wechat.refunds.keys()] as [string, string]
    for (const number of [second, first]) {
      wechat.finishRefund(number, 'SUCCESS')
      expect(await receive(wechat.tellOfRefund(number))).toBe(204)
      expect(await receive(wechat.tellOfRefund(number))).toBe(204)
    }
    expect(notified.toSorted()).toEqual(['refunded 30000', 'refunded 50000'])
    // A payment can be reported again after its refund.
    expect(await receive(wechat.tellOfPayment(payment.number))).toBe(204)
    expect(notified).toHaveLength(2)
  })

  test('that are open are queried, and a failed one is shown', async () => {
    const payment = await paid()
    wechat.lies.refundsWait = true
    await refund(payment.id, null)
    await giveBack()
    const [number] = [...wechat.refunds.keys()] as [string]
    await ask()
    expect(notified).toEqual([])
    wechat.finishRefund(number, 'ABNORMAL')
    await ask()
    await ask()
    expect(notified).toEqual(['failed 90000'])
    // It can be retried.
    await refund(payment.id, null)
  })
})

describe('the bill of the previous day', () => {
  test('matches; an unreported payment is booked from it, and only once', async () => {
    const known = await begin(30_000)
    wechat.pay(known.number)
    await receive(wechat.tellOfPayment(known.number))
    await refund(known.id, 10_000)
    await giveBack()
    const lost = await begin(20_000)
    wechat.pay(lost.number)
    notified = []
    clock.set(start + dayMs)
    await compare()
    await compare()
    expect(notified).toEqual(['paid 20000'])
    expect(await differences()).toMatchObject([
      { kind: 'not_paid_here', number: lost.number, settled_at: expect.any(Date) },
    ])
    expect(
      await db.selectFrom('payment_bill_day').where('day', '=', '2026-06-15').selectAll().execute(),
    ).toMatchObject([
      { payment_count: 2, paid_minor: 50_000, refund_count: 1, refunded_minor: 10_000 },
    ])
  })

  test('shows entries that exist only in it, missing ones, and those with another amount', async () => {
    const gone = await begin(10_000)
    wechat.pay(gone.number)
    await receive(wechat.tellOfPayment(gone.number))
    const other = await begin(20_000)
    wechat.pay(other.number)
    await receive(wechat.tellOfPayment(other.number))
    const foreign = { ...wechat.trades.get(gone.number)!, number: 'ANOTHER20260615' }
    wechat.trades.delete(gone.number)
    wechat.trades.set(foreign.number, foreign)
    wechat.trades.get(other.number)!.total = 20_001
    clock.set(start + dayMs)
    await compare()
    expect(
      (await differences()).map(({ kind, number, here_minor, there_minor }) => [
        kind,
        number,
        here_minor,
        there_minor,
      ]),
    ).toEqual([
      ['amount', other.number, 20_000, 20_001],
      ['not_in_bill', gone.number, 10_000, null],
      ['unknown', 'ANOTHER20260615', null, 10_000],
    ])
  })

  test('that is truncated is rejected', () => {
    expect(() => readTradeBill('交易时间,微信订单号\r\n')).toThrow('a bill without')
  })
})
