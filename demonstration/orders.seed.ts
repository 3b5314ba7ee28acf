// The demonstration's orders: services paid for last year and this year, posted to the ledger;
// unpaid, cancelled and refunded ones; invoices applied for, issued and rejected.
import { currencyOfRegion, type OrderType } from '@swath/domain/service-terms'
import type { Currency } from '@swath/domain/money'
import type { Tx } from '@swath/server/platform/database/database'
import {
  postEntries,
  type NewEntry,
  toOrderEntry,
  toRefundEntry,
} from '@swath/server/modules/money/public'
import { insertRows, type Row } from './demonstration.queries.ts'
import { findAdmin } from './world.seed.ts'
import { demoId, type World, type WorldAccount, type WorldDrone } from './world-rows.seed.ts'

const dayMs = 86_400_000

/** Yearly price of each service, in the smallest unit of the currency. */
const prices: Readonly<Partial<Record<Currency, Readonly<Record<OrderType, number>>>>> = {
  CNY: { 1: 30_000, 2: 80_000, 3: 5_000 },
  THB: { 1: 150_000, 2: 400_000, 3: 25_000 },
  KRW: { 1: 60_000, 2: 150_000, 3: 9_000 },
  INR: { 1: 350_000, 2: 900_000, 3: 60_000 },
}

type State = 'unpaid' | 'paid' | 'refunded' | 'cancelled'
type Sale = {
  account: WorldAccount
  drone: WorldDrone
  orderType: OrderType
  year: number
  state: State
  atMs: number
}

/** For a new customer, whose service cannot have lapsed. */
const statesOfNew: readonly State[] = ['unpaid', 'cancelled', 'unpaid', 'refunded']

const listSales = (world: World, nowMs: number): Sale[] => {
  const year = new Date(nowMs).getUTCFullYear()
  const newYearMs = Date.UTC(year, 0, 1)
  // Early in January there was no time yet to buy this year's service.
  const thisYearMs = newYearMs + (nowMs - newYearMs) * 0.3
  return world.accounts
    .filter(({ fleet }) => fleet !== undefined)
    .flatMap((account) =>
      world.drones
        .filter(({ operatorId }) => operatorId === account.id)
        .flatMap((drone, place): Sale[] => {
          const sale = { account, drone, orderType: 1 as const }
          const atMs = thisYearMs + place * 3_600_000
          if (place % 6 === 5)
            return [
              {
                ...sale,
                year,
                state: statesOfNew[Math.floor(place / 6) % 4]!,
                atMs: nowMs - (place % 9) * dayMs,
              },
            ]
          const rtk: Sale[] =
            place % 3 === 0 ? [{ ...sale, orderType: 2, year, state: 'paid', atMs }] : []
          return [
            { ...sale, year: year - 1, state: 'paid', atMs: newYearMs - 300 * dayMs },
            { ...sale, year, state: 'paid', atMs },
            ...rtk,
          ]
        }),
    )
}

const buildNumber = (kind: string, atMs: number, place: number): string =>
  `${kind}${new Date(atMs).toISOString().slice(0, 10).replaceAll('-', '')}${String(place + 1).padStart(10, '0')}`

/** Paid together: an account's orders of a year and kind. */
const billKey = ({ account, orderType, year, state }: Sale): string =>
  `${account.id} ${orderType} ${year} ${state}`

const paidStates: readonly State[] = ['paid', 'refunded']

const toBills = (sales: readonly Sale[], platformId: string, nowMs: number): Row[] =>
  [...Map.groupBy(sales, billKey)]
    .filter(([, some]) => some[0]!.state !== 'cancelled')
    .map(([key, some], place) => {
      const [first] = some as [Sale]
      const currency = currencyOfRegion(first.account.regionCode)
      const id = demoId('payment', key)
      const isPaid = paidStates.includes(first.state)
      const paidMs = Math.min(first.atMs + 2 * dayMs, nowMs - 60_000)
      return {
        id,
        number: buildNumber('SP', first.atMs, place),
        provider: 'transfer',
        purpose: 'order',
        reference_id: id,
        payer_id: first.account.id,
        payee_id: platformId,
        amount_minor: some.length * prices[currency]![first.orderType],
        currency,
        state: isPaid ? 'paid' : 'open',
        qr_text: `/institution_manage/order-list/bills/${id}`,
        created_at: new Date(first.atMs).toISOString(),
        paid_at: isPaid ? new Date(paidMs).toISOString() : null,
      }
    })

const toOrders = (world: World, sales: readonly Sale[], platformId: string, nowMs: number): Row[] =>
  sales.map((sale, place) => {
    const { account, drone, orderType, year, state, atMs } = sale
    const currency = currencyOfRegion(account.regionCode)
    return {
      id: demoId('order', `${drone.id} ${orderType} ${year}`),
      number: buildNumber('SO', atMs, place),
      order_type: orderType,
      drone_id: drone.id,
      year,
      account_id: account.id,
      seller_id: platformId,
      amount_minor: prices[currency]![orderType],
      currency,
      state,
      payment_id: state === 'cancelled' ? null : demoId('payment', billKey(sale)),
      created_at: new Date(atMs).toISOString(),
      created_by_name: findAdmin(world, account.id).name,
      paid_at: paidStates.includes(state)
        ? new Date(Math.min(atMs + 2 * dayMs, nowMs - 60_000)).toISOString()
        : null,
      version: 1,
    }
  })

const toRefunds = (orders: readonly Row[]): Row[] =>
  orders
    .filter(({ state }) => state === 'refunded')
    .map((order, place) => ({
      id: demoId('refund', String(order['id'])),
      payment_id: order['payment_id'],
      number: buildNumber('SR', Date.parse(String(order['paid_at'])), place),
      reference_id: order['id'],
      amount_minor: order['amount_minor'],
      reason: '',
      state: 'done',
      created_at: order['paid_at'],
      done_at: order['paid_at'],
    }))

/** Ledger entries of paid and refunded orders. */
const toEntries = (orders: readonly Row[], refunds: readonly Row[]): NewEntry[] => {
  const sold = (order: Row) => ({
    id: String(order['id']),
    number: String(order['number']),
    droneId: String(order['drone_id']),
    year: Number(order['year']),
    sellerId: String(order['seller_id']),
    buyerId: String(order['account_id']),
    amountMinor: Number(order['amount_minor']),
    currency: order['currency'] as Currency,
  })
  const paid = orders.filter((order) => order['paid_at'] !== null)
  const byId = new Map(paid.map((order) => [order['id'], order]))
  return [
    ...paid.map((order) => toOrderEntry(sold(order), new Date(String(order['paid_at'])))),
    ...refunds.map((refund) =>
      toRefundEntry(
        String(refund['id']),
        sold(byId.get(refund['reference_id'])!),
        new Date(String(refund['done_at'])),
      ),
    ),
  ]
}

const bankAccounts: Readonly<Record<string, readonly [bank: string, account: string]>> = {
  platform: ['中国农业银行郑州自贸区支行', '16049101040018826'],
  fengyuan: ['中国农业银行滑县支行', '16439101040007135'],
}

const toInformation = (world: World, key: string, nowMs: number) => {
  const account = world.accounts.find((one) => one.id === demoId('account', key))!
  const admin = findAdmin(world, account.id)
  const phone = admin.phone.replace(/^\+86-/, '')
  const [bank, bankAccount] = bankAccounts[key]!
  return {
    account_id: account.id,
    ticket_type: 2,
    business_name: account.name,
    tax_number: key === 'platform' ? '91410100MA3XK7QN4B' : '91410526MA44T0GR9K',
    registered_address: key === 'platform' ? '郑州市郑东新区平安大道189号' : '滑县道口镇解放路66号',
    contact_phone: phone,
    bank,
    bank_account: bankAccount,
    getter_phone: phone,
    getter_name: admin.name,
    getter_address: key === 'platform' ? '' : '滑县道口镇解放路66号',
    updated_at: new Date(nowMs - 200 * dayMs).toISOString(),
    version: 1,
  }
}

type Information = ReturnType<typeof toInformation>
const toParty = (row: Information) => ({
  ticketType: row.ticket_type,
  busiName: row.business_name,
  taxNum: row.tax_number,
  regAddress: row.registered_address,
  contactPhone: row.contact_phone,
  bank: row.bank,
  bankAccount: row.bank_account,
  getterPhone: row.getter_phone,
  getterName: row.getter_name,
  getterAddress: row.getter_address,
})

/**
 * Invoices in each state for paid orders: last year's issued; this year's rejected, then applied
 * for again.
 */
const layInvoices = (
  world: World,
  orders: readonly Row[],
  nowMs: number,
): { invoices: Row[]; lines: Row[] } => {
  const buyer = toInformation(world, 'fengyuan', nowMs)
  const seller = toInformation(world, 'platform', nowMs)
  const year = new Date(nowMs).getUTCFullYear()
  const own = orders.filter(
    (order) => order['account_id'] === buyer.account_id && order['state'] === 'paid',
  )
  const ofYear = (wanted: number): Row[] =>
    own.filter((order) => order['year'] === wanted && order['order_type'] === 1).slice(0, 6)
  const kinds = [
    { key: 'issued', of: ofYear(year - 1), daysAgo: 310, number: '26412000000310582216' },
    { key: 'rejected', of: ofYear(year), daysAgo: 20, number: null },
    { key: 'applied', of: ofYear(year), daysAgo: 3, number: null },
  ] as const
  const idOf = (key: string): string => demoId('invoice', key)
  const iso = (daysAgo: number): string => new Date(nowMs - daysAgo * dayMs).toISOString()
  return {
    invoices: kinds.map(({ key, of, daysAgo, number }, place) => ({
      id: idOf(key),
      number: buildNumber('SI', nowMs - daysAgo * dayMs, place),
      account_id: buyer.account_id,
      seller_id: seller.account_id,
      buyer: toParty(buyer),
      seller: key === 'issued' ? toParty(seller) : null,
      amount_minor: of.reduce((sum, order) => sum + Number(order['amount_minor']), 0),
      currency: 'CNY',
      state: key,
      invoice_number: number,
      reason: key === 'rejected' ? '纳税人识别号与抬头不一致，请核对后重新申请' : '',
      applied_at: iso(daysAgo),
      applied_by_name: buyer.getter_name,
      decided_at: key === 'applied' ? null : iso(daysAgo - 1),
      version: key === 'applied' ? 1 : 2,
    })),
    lines: kinds.flatMap(({ key, of }) =>
      of.map((order) => ({
        invoice_id: idOf(key),
        order_id: order['id'],
        stands: key !== 'rejected',
      })),
    ),
  }
}

export const writeOrders = async (tx: Tx, world: World, nowMs: number): Promise<void> => {
  const platformId = demoId('account', 'platform')
  const sales = listSales(world, nowMs)
  const orders = toOrders(world, sales, platformId, nowMs)
  const { invoices, lines } = layInvoices(world, orders, nowMs)
  const invoiceOf = new Map(
    lines.flatMap((line) => (line['stands'] ? [[line['order_id'], line['invoice_id']]] : [])),
  )
  await insertRows(
    tx,
    'service_price',
    Object.entries(prices).flatMap(([currency, ofTypes]) =>
      ([1, 2, 3] as const).map((orderType) => ({
        order_type: orderType,
        currency,
        amount_minor: ofTypes[orderType],
        seller_id: platformId,
        updated_at: new Date(nowMs - 500 * dayMs).toISOString(),
        version: 1,
      })),
    ),
  )
  await insertRows(tx, 'invoice_information', [
    toInformation(world, 'platform', nowMs),
    toInformation(world, 'fengyuan', nowMs),
  ])
  await insertRows(tx, 'payment', toBills(sales, platformId, nowMs))
  await insertRows(tx, 'invoice', invoices)
  await insertRows(
    tx,
    'service_order',
    orders.map((order) => ({ ...order, invoice_id: invoiceOf.get(order['id']) ?? null })),
  )
  await insertRows(tx, 'invoice_line', lines)
  const refunds = toRefunds(orders)
  await insertRows(tx, 'payment_refund', refunds)
  await postEntries(tx, platformId, toEntries(orders, refunds), new Date(nowMs))
}
