import { sql } from 'kysely'
import { orderList, orderStates, type OrderState } from '@swath/contract/money/orders'
import type { FiltersOf } from '@swath/contract/list'
import type { Scope } from '@swath/domain/access/caller'
import type { Currency } from '@swath/domain/money'
import type { OrderType } from '@swath/domain/service-terms'
import { inScope } from '../../../platform/access/scope.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import {
  contains,
  equalsNumber,
  named,
  since,
  until,
} from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'
import { containing } from '../../../platform/listing/search.ts'

const ordersFor = (db: Db | Tx, scope: Scope) =>
  db
    .selectFrom('service_order as service')
    .innerJoin('drone', 'drone.id', 'service.drone_id')
    .where(inScope(scope, { owner: 'service.account_id' }))

const presented = (rows: ReturnType<typeof ordersFor>) =>
  rows
    .innerJoin('account', 'account.id', 'service.account_id')
    .leftJoin('payment', 'payment.id', 'service.payment_id')
    .selectAll('service')
    .select([
      'drone.name as drone_name',
      'account.name as account_name',
      'payment.provider',
      'payment.state as payment_state',
      'payment.expires_at as payment_expires_at',
    ])
export type OrderRow = Awaited<ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>>

export const orderRows = defineList(orderList, {
  from: ordersFor,
  select: presented,
  conditions: {
    // The payee finds the payment's number on the bank statement.
    orderSn: (text) =>
      sql<boolean>`(service.number ilike ${containing(text)} or exists (
        select from payment quoted where quoted.id = service.payment_id
          and quoted.number ilike ${containing(text)}))`,
    orderType: equalsNumber('service.order_type'),
    drone: (text) =>
      sql<boolean>`(drone.name ilike ${containing(text)} or drone.id ilike ${containing(text)})`,
    droneId: contains('service.drone_id'),
    year: equalsNumber('service.year'),
    accountName: named('service.account_id', 'account'),
    state: (state) =>
      state === 'all' ? sql<boolean>`true` : sql<boolean>`service.state = ${state}`,
    startTime: since('service.created_at'),
    endTime: until('service.created_at', '<'),
  },
  orders: {
    createdAt: sql`service.created_at`,
    year: sql`service.year`,
    amountMinor: sql`service.amount_minor`,
    // By what is left to do.
    state: sql`array_position(array['unpaid', 'refunding', 'paid', 'refunded', 'cancelled'],
      service.state)`,
  },
  ties: [{ by: sql`service.created_at`, direction: 'desc' }, { by: sql`service.id` }],
  countBy: { filter: 'state', states: orderStates, state: sql`service.state` },
})

/** The unpaid amounts by currency, ignoring the state filter. */
export const sumUnpaid = (
  db: Db,
  scope: Scope,
  filters: FiltersOf<typeof orderList>,
): Promise<{ currency: Currency; amountMinor: number }[]> =>
  orderRows
    .matching(db, scope, { ...filters, state: 'unpaid' })
    .select([
      sql<Currency>`service.currency`.as('currency'),
      sql<number>`sum(service.amount_minor)::bigint`.as('amountMinor'),
    ])
    .groupBy('service.currency')
    .orderBy('service.currency')
    .execute()

export const findOrder = (db: Db | Tx, scope: Scope, id: string) =>
  presented(ordersFor(db, scope).where('service.id', '=', id)).executeTakeFirst()

/** In the order of creation, in which all callers lock several orders. */
const among = (db: Db | Tx, scope: Scope, ids: readonly string[]) =>
  presented(
    ordersFor(db, scope).where('service.id', '=', sql<string>`any(${[...ids]}::uuid[])`),
  ).orderBy('service.id')

export const findOrders = (db: Db | Tx, scope: Scope, ids: readonly string[]) =>
  among(db, scope, ids).execute()

/**
 * Locks the orders until the transaction ends. They are then read by a second statement: the
 * payment joined in the first one may be outdated after waiting for a lock.
 */
export const lockOrders = async (trx: Tx, scope: Scope, ids: readonly string[]) => {
  await ordersFor(trx, scope)
    .where('service.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .select('service.id')
    .orderBy('service.id')
    .forUpdate('service')
    .execute()
  return findOrders(trx, scope, ids)
}

export const lockOrder = async (trx: Tx, scope: Scope, id: string) =>
  (await lockOrders(trx, scope, [id]))[0]

export type NewOrder = {
  id: string
  number: string
  orderType: OrderType
  droneId: string
  year: number
  accountId: string
  sellerId: string
  amountMinor: number
  currency: Currency
  at: Date
  userId: string
  userName: string
}

/** @returns false if one of them has been ordered already */
export const insertOrders = async (trx: Tx, orders: readonly NewOrder[]): Promise<boolean> => {
  const made = await trx
    .insertInto('service_order')
    .values(
      orders.map((order) => ({
        id: order.id,
        number: order.number,
        order_type: order.orderType,
        drone_id: order.droneId,
        year: order.year,
        account_id: order.accountId,
        seller_id: order.sellerId,
        amount_minor: order.amountMinor,
        currency: order.currency,
        payment_id: null,
        invoice_id: null,
        created_at: order.at,
        created_by: order.userId,
        created_by_name: order.userName,
        paid_at: null,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['order_type', 'drone_id', 'year'])
        .where('state', 'in', ['unpaid', 'paid', 'refunding'])
        .doNothing(),
    )
    .returning('id')
    .execute()
  return made.length === orders.length
}

export const setOrders = (
  trx: Tx,
  ids: readonly string[],
  change: { state?: OrderState; payment_id?: string; paid_at?: Date },
) =>
  trx
    .updateTable('service_order')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .returningAll()
    .execute()

/** Locks the orders of a payment until the transaction ends. */
export const lockOrdersOfPayment = (trx: Tx, paymentId: string) =>
  trx
    .selectFrom('service_order')
    .where('payment_id', '=', paymentId)
    .selectAll()
    .orderBy('id')
    .forUpdate()
    .execute()

/** Whether the payment has orders that are not among these. */
export const hasOtherOrders = async (
  db: Db | Tx,
  paymentId: string,
  ids: readonly string[],
): Promise<boolean> =>
  (await db
    .selectFrom('service_order')
    .where('payment_id', '=', paymentId)
    .where(sql<boolean>`id <> all(${[...ids]}::uuid[])`)
    .select('id')
    .executeTakeFirst()) !== undefined
