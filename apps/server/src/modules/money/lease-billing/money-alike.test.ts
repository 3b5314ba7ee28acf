// One flight in each currency, at a price that results in half of the smallest unit: the list, the
// statement, its file and the message show the same amount.
import { expect, test, vi } from 'vitest'
import { leaseBillingRoutes } from '@swath/contract/money/lease-billing'
import type { BillLine, Statement } from '@swath/contract/money/lease-bills'
import { formatMoney } from '@swath/domain/money'
import { paymentPurposes } from '../payment-purposes.ts'
import { createThemes } from '../../../platform/auth/themes.ts'
import { tx } from '../../../platform/database/database.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole } from '../../../platform/http/testing-console.ts'
import { runDueJobs } from '../../../platform/jobs/testing-jobs.ts'
import type { Messages } from '../../../platform/messages/messages.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  readCsv,
} from '../../flights/flights/testing-rows.queries.ts'
import { createPayments } from '../payments/create-payments.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { billFlights } from './bill-flights.ts'
import { followBalanceJob, notifyOfBalanceJob } from './follow-balance.ts'
import { leaseBillingHandlers } from './lease-billing.routes.ts'
import { insertClient, insertLease } from './testing-leases.queries.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const day = 86_400_000
const database = await ownTestDatabase(loadRegionTable)
const { db } = database

const cases = [
  {
    currency: 'CNY',
    price: 82_467_003,
    cell: '-1237005.04',
    text: '−¥1,237,005.04',
    language: 'zh-CN',
  },
  {
    currency: 'THB',
    price: 82_467_003,
    cell: '-1237005.04',
    text: '−฿1,237,005.04',
    language: 'th',
  },
  { currency: 'KRW', price: 331, cell: '-496', text: '−₩496', language: 'ko' },
  {
    currency: 'INR',
    price: 82_467_003,
    cell: '-1237005.04',
    text: '−₹12,37,005.04',
    language: 'en',
  },
] as const

test.each(cases)('$currency is $text in list, statement, file and message', async (one) => {
  const { currency, price, language } = one
  const console_ = await openConsole(
    database,
    leaseBillingRoutes,
    (services) => leaseBillingHandlers(services, createPayments(services, paymentPurposes)),
    now,
  )
  const lends = { type: 'operator', operator_type: 'team', lease_account: true } as const
  const lessor = await console_.person(lends)
  const drone = await insertDroneRow(db, {
    modelId: await insertModel(db, lessor.account.id),
    manufacturerId: lessor.account.id,
    operatorId: lessor.account.id,
  })
  const clientId = await insertClient(db, { lessor_account_id: lessor.account.id, currency })
  await insertLease(db, {
    lessor_account_id: lessor.account.id,
    client_id: clientId,
    drone_id: drone.id,
    starts_at: new Date(now - day),
    currency,
    mu_unit_price_minor: price,
  })
  // A mu and a half.
  await insertFlight(db, drone, { startMs: now - 3_600_000, coveredM2: 1_000 })
  await tx(db, (trx) =>
    billFlights(trx, drone.id, { fromMs: now - day, untilMs: Infinity }, new Date(now)),
  )

  const query = { clientId: String(clientId), month: '2026-06' }
  const { items } = await console_.ask<{ items: BillLine[] }>(lessor, 'listLeaseBills', { query })
  const statement = await console_.ask<Statement>(lessor, 'getLeaseStatement', { query })
  const said = [items[0]!.amount, statement.lines[0]!.balance, statement.closing]
  expect(said.map((money) => formatMoney(money, language))).toEqual([one.text, one.text, one.text])

  const file = await console_.send('exportLeaseStatement', { query }, lessor)
  expect(readCsv(file.body)[1]).toMatchObject({ Amount: one.cell, Balance: one.cell })

  const sendNow = vi.fn<Messages['sendNow']>(async () => ({ sent: true }))
  const themes = createThemes(console_.services)
  const named = () => ({ ...themes.named('swath'), languages: [language] })
  await runDueJobs(db, [followBalanceJob({ db })])
  await runDueJobs(db, [
    notifyOfBalanceJob({ db, themes: { named } as never, messages: { sendNow } as never }),
  ])
  expect(sendNow.mock.calls).toMatchObject([[{ values: { balance: one.text } }]])
  await console_.close()
})
