// A tenant pays a recharge by the gateway, whose fake repeats and reorders callbacks, sends false
// data and is down: the client gets the money once, and not at all if the recharge was decided
// otherwise.
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { leaseBillingRoutes } from '@swath/contract/money/lease-billing'
import type { Recharge } from '@swath/contract/money/lease-recharges'
import { paymentRoutes, type Payment } from '@swath/contract/money/payments'
import { paymentPurposes } from '../payment-purposes.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { createHttpServer } from '../../../platform/http/server.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { runDueJobs } from '../../../platform/jobs/testing-jobs.ts'
import { verifyBook } from '../ledger/verify.ts'
import { createPayments, type Payments } from '../payments/create-payments.ts'
import { paymentHandlers } from '../payments/payments.routes.ts'
import { sendRefundsJob } from '../payments/refunds.ts'
import { openWechat } from '../payments/wechat/testing-wechat.ts'
import { registerWechatCallbacks } from '../payments/wechat/wechat-callbacks.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { balanceOfClient } from './client-balance.ts'
import { leaseBillingHandlers } from './lease-billing.routes.ts'
import { insertClient } from './testing-leases.queries.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const routes = { ...leaseBillingRoutes, ...paymentRoutes }
const amount = 50_000

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof routes>>>
let wechat: Awaited<ReturnType<typeof openWechat>>
let gatewayDoor: Awaited<ReturnType<typeof createHttpServer>>
let payments: Payments
let lessor: TestPerson
let tenant: TestPerson
let clientId: number
let payees: string[]

beforeEach(async () => {
  payees = []
  wechat = await openWechat({ now: () => console_.clock.now() })
  console_ = await openConsole(
    database,
    routes,
    (services) => {
      payments = createPayments(services, paymentPurposes)
      return { ...leaseBillingHandlers(services, payments), ...paymentHandlers(services, payments) }
    },
    now,
    { wechatPay: { ...wechat.config, payees } },
  )
  gatewayDoor = await createHttpServer({ log: pino({ level: 'silent' }) })
  await registerWechatCallbacks(gatewayDoor, { services: console_.services, payments })
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
  })
  payees.push(lessor.account.id)
  return async () => {
    await console_.close()
    await gatewayDoor.close()
    await wechat.close()
  }
})

const ask = (): Promise<Recharge> =>
  console_.ask(tenant, 'askLeaseRecharge', { body: { clientId: String(clientId), amount } })
const inPath = ({ rechargeId }: Recharge) => ({ params: { rechargeId } })
const byWechat = (recharge: Recharge) => ({ ...inPath(recharge), body: { provider: 'wechat' } })
const pay = (recharge: Recharge): Promise<Payment> =>
  console_.ask(tenant, 'payLeaseRecharge', byWechat(recharge))
const read = (recharge: Recharge, person = tenant): Promise<Recharge> =>
  console_.ask(person, 'getLeaseRecharge', inPath(recharge))
const receive = async ({ body, headers }: { body: string; headers: Record<string, string> }) =>
  (
    await gatewayDoor.inject({
      method: 'POST',
      url: '/api/payments/wechat/notify',
      payload: body,
      headers,
    })
  ).statusCode
const balance = async () => (await balanceOfClient(db, clientId))[0]?.balanceMinor ?? 0
const giveBack = () => runDueJobs(db, [sendRefundsJob(payments)])
const isWhole = async () => expect((await verifyBook(db, lessor.account.id)).problems).toEqual([])

describe('a recharge by the gateway', () => {
  test('is credited once, however often and concurrently it is reported', async () => {
    const recharge = await ask()
    expect(recharge.can.payBy).toEqual(['wechat'])
    const payment = await pay(recharge)
    expect(payment).toMatchObject({ purpose: 'recharge', amountMinor: amount, state: 'open' })
    // Requesting it again, also concurrently, returns the same payment.
    const again = await Promise.all([pay(recharge), pay(recharge)])
    expect(new Set(again.map(({ paymentId }) => paymentId))).toEqual(new Set([payment.paymentId]))
    wechat.pay(payment.paymentNo)
    const notice = wechat.tellOfPayment(payment.paymentNo)
    const answers = await Promise.all(Array.from({ length: 6 }, () => receive(notice)))
    answers.push(await receive(wechat.tellOfPayment(payment.paymentNo)))
    expect(new Set(answers)).toEqual(new Set([204]))
    expect(await balance()).toBe(amount)
    expect(await read(recharge)).toMatchObject({
      state: 'paid',
      decidedByName: 'WeChat Pay',
      isByGateway: true,
      can: { payBy: [], confirm: false },
    })
    expect(
      await console_.ask<Payment>(tenant, 'getPayment', {
        params: { paymentId: payment.paymentId },
      }),
    ).toMatchObject({ state: 'paid' })
    // A manual confirmation changes nothing, and it cannot be paid again.
    await console_.ask(lessor, 'confirmLeaseRecharge', { ...inPath(recharge), body: {} })
    expect(await console_.refusal(tenant, 'payLeaseRecharge', byWechat(recharge))).toEqual([
      409,
      'recharge_decided',
    ])
    expect(await balance()).toBe(amount)
    await isWhole()
  })

  test('reports with another amount or another signature are rejected', async () => {
    const recharge = await ask()
    const payment = await pay(recharge)
    wechat.pay(payment.paymentNo)
    wechat.lies.addsACent = true
    expect(await receive(wechat.tellOfPayment(payment.paymentNo))).toBe(400)
    wechat.lies.addsACent = false
    wechat.lies.signsWrongly = true
    expect(await receive(wechat.tellOfPayment(payment.paymentNo))).toBe(401)
    expect(await balance()).toBe(0)
    wechat.lies.signsWrongly = false
    expect(await receive(wechat.tellOfPayment(payment.paymentNo))).toBe(204)
    expect(await balance()).toBe(amount)
  })

  test.each(['', 'yesterday', '2026-13-01T00:00:00+08:00', '0000-01-01T00:00:00Z', 'a\0b'])(
    'a signed callback with the time %j is refused and enters nothing',
    async (paidAt) => {
      const payment = await pay(await ask())
      wechat.pay(payment.paymentNo)
      const trade = wechat.trades.get(payment.paymentNo)!
      const { paidAt: rightly } = trade
      trade.paidAt = paidAt
      expect(await receive(wechat.tellOfPayment(payment.paymentNo))).toBe(400)
      expect(await balance()).toBe(0)
      trade.paidAt = rightly
      expect(await receive(wechat.tellOfPayment(payment.paymentNo))).toBe(204)
      expect(await balance()).toBe(amount)
    },
  )

  test.each(['withdrawLeaseRecharge', 'refuseLeaseRecharge', 'confirmLeaseRecharge'] as const)(
    '%s closes the payment at the gateway; one paid at that moment counts, one notified later is refunded',
    async (step) => {
      const person = step === 'withdrawLeaseRecharge' ? tenant : lessor
      const body = step === 'refuseLeaseRecharge' ? { reason: 'Not wanted' } : {}
      const decided = await ask()
      const closed = await pay(decided)
      await console_.ask(person, step, { ...inPath(decided), body })
      expect(wechat.trades.get(closed.paymentNo)!.state).toBe('CLOSED')
      const held = step === 'confirmLeaseRecharge' ? amount : 0
      expect(await balance()).toBe(held)
      // The gateway still reports a payment: it belongs to no recharge, and is refunded once.
      Object.assign(wechat.trades.get(closed.paymentNo)!, { state: 'NOTPAY' })
      wechat.pay(closed.paymentNo)
      for (let n = 0; n < 2; n++)
        expect(await receive(wechat.tellOfPayment(closed.paymentNo))).toBe(204)
      await giveBack()
      expect([...wechat.refunds.values()].map((refund) => refund.amount)).toEqual([amount])
      expect(await balance()).toBe(held)

      const late = await ask()
      const paid = await pay(late)
      wechat.pay(paid.paymentNo)
      expect(await console_.refusal(person, step, { ...inPath(late), body })).toEqual([
        409,
        'recharge_decided',
      ])
      expect(await balance()).toBe(held + amount)
      await isWhole()
    },
  )

  test('is refunded by the gateway, and credited to the client again if that fails', async () => {
    const recharge = await ask()
    const payment = await pay(recharge)
    wechat.pay(payment.paymentNo)
    await receive(wechat.tellOfPayment(payment.paymentNo))
    wechat.lies.refundsWait = true
    const refund = (part: number) =>
      console_.send(
        'refundLeaseRecharge',
        { ...inPath(recharge), body: { amount: part, reason: 'Season over' } },
        lessor,
      )
    // Concurrent requests never refund more than the balance.
    const asked = await Promise.all([refund(30_000), refund(30_000)])
    expect(asked.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await balance()).toBe(20_000)
    await giveBack()
    const [first] = [...wechat.refunds.values()]
    wechat.finishRefund(first!.number, 'ABNORMAL')
    const failed = wechat.tellOfRefund(first!.number)
    for (const failure of [failed, failed]) expect(await receive(failure)).toBe(204)
    expect(await balance()).toBe(amount)
    expect(await read(recharge)).toMatchObject({ refunded: { amountMinor: 0 } })

    wechat.lies.refundsWait = false
    expect((await refund(30_000)).statusCode).toBe(200)
    await giveBack()
    expect(await balance()).toBe(20_000)
    expect(await read(recharge)).toMatchObject({ refunded: { amountMinor: 30_000 } })
    await isWhole()
  })

  test('is offered if the lessor may receive money through the gateway, and to no one else', async () => {
    const recharge = await ask()
    expect((await read(recharge, lessor)).can.payBy).toEqual([])
    expect(await console_.refusal(lessor, 'payLeaseRecharge', byWechat(recharge))).toEqual([
      403,
      'forbidden',
    ])
    const stranger = await console_.person({
      type: 'operator',
      operator_type: 'team',
      lease_account: true,
    })
    expect(await console_.refusal(stranger, 'payLeaseRecharge', byWechat(recharge))).toEqual([
      404,
      'not_found',
    ])
    payees.pop()
    expect((await read(recharge)).can.payBy).toEqual([])
    expect(await console_.refusal(tenant, 'payLeaseRecharge', byWechat(recharge))).toEqual([
      409,
      'payment_not_offered',
    ])
  })
})
