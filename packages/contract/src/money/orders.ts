// Yearly fees of the service for drones (specification, section 3: orderType, droneId, year, orderSn).
import { z } from 'zod'
import {
  DroneId,
  RowVersion,
  SearchText,
  SeenVersion,
  Time,
  filter,
  indexPaged,
  IndexPage,
  TimeFrom,
  TimeUntil,
  PartOfDroneId,
  searchIn,
} from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { declareList } from '../list.ts'
import { countEach, fileOf, pageOf } from '../list-calls.ts'
import { AmountMinor, Currency, Payment, PaymentProvider } from './payments.ts'

const route = routeWithTag('Orders')
const base = '/api/order/manage'
const screens = ['order-list'] as const
const buy = { screens, right: 'equipment.manage' } as const
const sell = { screens, right: 'account.manage' } as const

/** Maximum number of drones in one order form. */
export const dronesAtMost = 200
/** Maximum number of orders in one payment. */
export const ordersAtMost = 200

export const OrderTypeCode = z
  .literal([1, 2, 3])
  .describe('1 platform service, 2 RTK service, 3 firmware signing')
export const orderStates = ['unpaid', 'paid', 'refunding', 'refunded', 'cancelled'] as const
export type OrderState = (typeof orderStates)[number]

const Year = z.int().min(2000).max(2200)

export const Order = z
  .object({
    orderId: id('order'),
    orderSn: z.string(),
    orderType: OrderTypeCode,
    droneId: DroneId,
    droneName: z.string(),
    year: Year.describe('Calendar year of the service, which ends on its last day'),
    amountMinor: AmountMinor,
    currency: Currency,
    state: z.enum(orderStates),
    accountId: id('account'),
    accountName: z.string().describe('Name of the buyer’s account'),
    userName: z
      .string()
      .nullable()
      .describe('Name of the person who ordered; null: the caller cannot see the buyer’s account'),
    paymentId: id('payment').nullable().describe('Payment that pays or was meant to pay the order'),
    provider: PaymentProvider.nullable(),
    ticketId: id('invoice').nullable().describe('Invoice that contains the order'),
    createdAt: Time,
    paidAt: Time.nullable(),
    version: RowVersion,
    can: z.object({
      pay: z.boolean(),
      cancel: z.boolean(),
      refund: z.boolean(),
      invoice: z.boolean(),
    }),
  })
  .meta({ id: 'Order' })
export type Order = z.infer<typeof Order>

export const orderList = declareList({
  name: 'orders',
  call: 'listOrders',
  fileCall: 'exportOrders',
  row: Order,
  rowKey: 'orderId',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: '-createdAt',
  filters: {
    search: searchIn('orderSn', 'drone', 'accountName'),
    orderSn: SearchText.describe('Part of the order number or of its payment’s number'),
    orderType: filter(z.enum(['1', '2', '3'])),
    drone: SearchText.describe('Part of the drone’s name or serial number'),
    droneId: PartOfDroneId,
    year: filter(z.string().regex(/^\d{4}$/)),
    accountName: SearchText,
    state: filter(z.enum([...orderStates, 'all'])).describe('all: same as absent'),
    startTime: filter(TimeFrom).describe('Orders created at or after this time'),
    endTime: filter(TimeUntil).describe('Orders created before this time'),
  },
  columns: {
    orderSn: { label: 'orders:orderSn' },
    orderType: {
      label: 'orders:orderType',
      kind: 'code',
      labels: { 1: 'orders:platformService', 2: 'orders:rtkService', 3: 'orders:firmwareSigning' },
      phone: 'figure',
    },
    droneName: { label: 'terms:drone', phone: 'title' },
    droneId: { label: 'terms:serialNumber' },
    year: { label: 'orders:year', kind: 'own', sort: true, phone: 'figure' },
    amountMinor: { label: 'orders:amount', kind: 'own', sort: true, phone: 'figure' },
    currency: { label: 'orders:currency' },
    state: {
      label: 'terms:state',
      kind: 'code',
      labels: {
        unpaid: 'orders:stateUnpaid',
        paid: 'orders:statePaid',
        refunding: 'orders:stateRefunding',
        refunded: 'orders:stateRefunded',
        cancelled: 'orders:stateCancelled',
      },
      sort: true,
      phone: 'state',
    },
    accountName: { label: 'orders:buyer', phone: 'figure' },
    userName: { label: 'orders:orderedBy' },
    createdAt: { label: 'orders:createdAt', kind: 'time', sort: true, phone: 'figure' },
    paidAt: { label: 'orders:paidAt', kind: 'time' },
  },
})

export const ServicePrice = z
  .object({
    orderType: OrderTypeCode,
    currency: Currency,
    amountMinor: AmountMinor,
    version: RowVersion,
  })
  .meta({ id: 'ServicePrice' })
export type ServicePrice = z.infer<typeof ServicePrice>

/** The form of the console. */
export const NewOrders = z.object({
  orderType: OrderTypeCode,
  year: Year,
  droneIds: z.array(DroneId).min(1).max(dronesAtMost),
})
/** The body of the call: one drone, or several. */
const OrderedDrones = z
  .object({
    ...NewOrders.shape,
    droneIds: z.array(DroneId).max(dronesAtMost).default([]),
    droneId: DroneId.optional().describe('An additional drone, or the only one'),
  })
  .transform(({ droneId, ...asked }) => ({
    ...asked,
    droneIds: droneId === undefined ? asked.droneIds : [...asked.droneIds, droneId],
  }))
  .refine(({ droneIds }) => droneIds.length > 0, { path: ['droneIds'], message: 'required' })
export const PriceInput = z.object({
  orderType: OrderTypeCode,
  currency: Currency,
  amountMinor: AmountMinor.min(1)
    .max(100_000_000_00)
    .nullable()
    .describe('Null: no longer sold in this currency'),
  version: SeenVersion,
})
export const OrderRefund = z.object({
  text: z.string().trim().min(1).max(200).describe('Reason for the refund'),
  version: SeenVersion,
})

const params = z.object({ orderId: id('order') })

export const orderRoutes = {
  listOrders: route('GET', `${base}/orders`, {
    policy: { screens },
    summary: 'List the orders of the account and of the accounts below it; the platform sees all',
    ...pageOf(orderList, {
      stats: countEach(orderStates).describe('Counts with every filter applied except state'),
      due: z
        .array(z.object({ currency: Currency, amountMinor: AmountMinor }))
        .describe(
          'Unpaid amounts, one row for each currency, with every filter applied except state',
        ),
      can: z.object({ create: z.boolean() }),
    }),
  }),
  exportOrders: route('GET', `${base}/orders/export`, {
    policy: { screens },
    summary: 'Export the filtered orders as CSV or XLSX',
    ...fileOf(orderList),
  }),
  createOrders: route('POST', `${base}/orders`, {
    policy: buy,
    summary:
      'Order a service for a year for one or more drones, with one order for each drone, at the current price; the platform orders on behalf of the account that has the drone',
    body: OrderedDrones,
    out: z.object({ items: z.array(Order) }),
    errors: ['not_found', 'order_year_closed', 'order_without_price', 'order_exists'],
  }),
  getOrder: route('GET', `${base}/orders/{orderId}`, {
    policy: { screens },
    summary: 'Get one order',
    params,
    out: Order,
    errors: ['not_found'],
  }),
  cancelOrder: route('PUT', `${base}/orders/{orderId}/cancel`, {
    policy: buy,
    summary: 'Cancel an unpaid order',
    params,
    body: z.object({ version: SeenVersion }),
    out: Order,
    errors: ['not_found', 'forbidden', 'conflict', 'payment_under_way'],
  }),
  refundOrder: route('PUT', `${base}/orders/{orderId}/refund`, {
    policy: sell,
    summary: 'Refund a paid order by the means with which it was paid',
    params,
    body: OrderRefund,
    out: Order,
    errors: ['not_found', 'forbidden', 'conflict', 'order_invoiced'],
  }),
  payOrders: route('POST', `${base}/payments`, {
    policy: buy,
    summary:
      'Pay unpaid orders of one account and currency together; a repeated call returns the same payment',
    body: z.object({
      orderIds: z.array(id('order')).min(1).max(ordersAtMost),
      provider: PaymentProvider,
    }),
    out: Payment,
    errors: [
      'not_found',
      'forbidden',
      'conflict',
      'orders_not_alike',
      'payment_under_way',
      'payment_not_offered',
      'gateway_away',
    ],
  }),
  listOrderableDrones: route('GET', `${base}/orderable-drones`, {
    policy: { screens },
    summary: 'List the drones for which a service can be ordered, with the last year paid for',
    query: IndexPage.extend({
      orderType: z.enum(['1', '2', '3']),
      year: filter(z.string().regex(/^\d{4}$/)).describe(
        'Omits drones that have the service in this year',
      ),
      search: SearchText,
    }),
    out: indexPaged(
      z.object({
        droneId: DroneId,
        droneName: z.string(),
        lastYear: z.int().nullable().describe('Last year that is paid for; null: none'),
      }),
    ).extend({
      price: ServicePrice.nullable().describe(
        'Price in the currency of the caller’s account; null: not sold in it',
      ),
      years: z.array(z.int()).describe('Years that can be ordered'),
    }),
  }),
  listServicePrices: route('GET', `${base}/prices`, {
    policy: { screens },
    summary: 'List the yearly prices of the services',
    out: z.object({
      items: z.array(ServicePrice),
      providers: z.array(PaymentProvider).describe('Available means of payment'),
    }),
  }),
  setServicePrice: route('PUT', `${base}/prices`, {
    policy: sell,
    summary: 'Set the price of a service in a currency; allowed only to the platform',
    body: PriceInput,
    out: z.object({ items: z.array(ServicePrice) }),
    errors: ['forbidden', 'conflict'],
  }),
}
