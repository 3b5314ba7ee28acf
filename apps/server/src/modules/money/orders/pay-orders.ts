// Pays, cancels and refunds orders.
import type { orderRoutes } from '@swath/contract/money/orders'
import type { Currency } from '@swath/domain/money'
import type { ErrorCode } from '@swath/contract/errors'
import type { Changes, RowKind } from '../../../platform/change/change.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Handlers, SignedInContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { labelsIn } from '../../../platform/http/messages.ts'
import type { Services } from '../../../platform/services.ts'
import { readPayment } from '../payments/present-payment.ts'
import type { Payments } from '../payments/create-payments.ts'
import {
  findOrders,
  hasOtherOrders,
  lockOrder,
  lockOrders,
  setOrders,
  type OrderRow,
} from './orders.queries.ts'
import { orderAbilities, readOrder, type Ability } from './present-order.ts'

type Calls = Handlers<typeof orderRoutes>
type Deps = Services & Changes & { payments: Payments }

const orderKind: RowKind<OrderRow, Ability> = {
  type: 'order',
  lock: (trx, { caller }, id) => lockOrder(trx, caller.scope, id),
  refusal: ({ caller }, row, ability) => refusalOf(caller, row, ability),
  identify: ({ id, number }) => ({ id, name: number }),
  readVersion: ({ version }) => version,
}

/** If the state does not allow it, someone else was faster; else the caller lacks the right. */
const refusalOf = (
  caller: SignedInContext['caller'],
  row: OrderRow,
  ability: Ability,
): ErrorCode | null => {
  if (orderAbilities(caller, row)[ability]) return null
  const inTime = {
    ...row,
    invoice_id: null,
    state: ability === 'pay' || ability === 'cancel' ? 'unpaid' : 'paid',
  } as const
  return orderAbilities(caller, inTime)[ability] ? 'conflict' : 'forbidden'
}

const billPath = (paymentId: string): string => `/institution_manage/order-list/bills/${paymentId}`

/** All orders must have the same buyer, seller and currency. @throws orders_not_alike */
const requireAlike = (orders: readonly OrderRow[]): OrderRow => {
  const [first] = orders
  const isAlike = (one: OrderRow): boolean =>
    one.currency === first!.currency &&
    one.account_id === first!.account_id &&
    one.seller_id === first!.seller_id
  return first && orders.every(isAlike) ? first : fail('orders_not_alike')
}

/** The open payment for exactly these orders. */
const waitingFor = async (
  db: Db | Tx,
  orders: readonly OrderRow[],
  provider: string,
  now: Date,
): Promise<string | null> => {
  const ids = new Set(orders.map(({ payment_id }) => payment_id))
  const [paymentId] = ids
  if (ids.size !== 1 || !paymentId) return null
  const { provider: by, payment_state, payment_expires_at: expiresAt } = orders[0]!
  if (payment_state !== 'open' || by !== provider) return null
  const others = await hasOtherOrders(
    db,
    paymentId,
    orders.map(({ id }) => id),
  )
  return !others && (expiresAt === null || expiresAt > now) ? paymentId : null
}

/** Closes open payments of the orders. @throws conflict if one of them is paid */
const withdrawPayments = async ({ payments }: Deps, orders: readonly OrderRow[]): Promise<void> => {
  const open = orders.flatMap(({ payment_id, payment_state }) =>
    payment_id !== null && payment_state === 'open' ? [payment_id] : [],
  )
  for (const paymentId of new Set(open))
    if ((await payments.withdraw(paymentId)) === 'paid') fail('conflict')
}

export const payOrders =
  (deps: Deps): Calls['payOrders'] =>
  async ({ body: { orderIds, provider } }, context) => {
    const { db, clock, record, payments } = deps
    const { caller, language } = context
    const wanted = [...new Set(orderIds)]
    const found = await findOrders(db, caller.scope, wanted)
    if (found.length < wanted.length) fail('not_found')
    for (const order of found) {
      const refusal = refusalOf(caller, order, 'pay')
      if (refusal) fail(refusal)
    }
    requireAlike(found)
    const description = labelsIn(language)('orders:paymentFor')
    const waiting = await waitingFor(db, found, provider, new Date(clock.now()))
    if (waiting) {
      await payments.open(waiting, description)
      return readPayment(db, caller, waiting)
    }
    await withdrawPayments(deps, found)
    const { paymentId } = await record(context, async (trx, now) => {
      const orders = await lockOrders(trx, caller.scope, wanted)
      // Of concurrent requests the first starts the payment, the others get the same one.
      const begun = await waitingFor(trx, orders, provider, now)
      if (
        begun === null &&
        orders.some(({ state, payment_state }) => state !== 'unpaid' || payment_state === 'open')
      )
        fail('payment_under_way')
      const first = requireAlike(orders)
      const amountMinor = orders.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
      const id =
        begun ??
        (await payments.start(trx, {
          purpose: 'order',
          referenceId: first.id,
          payerId: first.account_id,
          payeeId: first.seller_id,
          amountMinor,
          currency: first.currency as Currency,
          provider,
          billPath,
        }))
      return {
        action: 'order.pay',
        object: { type: 'order', id: first.id, name: first.number },
        changes: begun === null,
        details: { orders: orders.map(({ number }) => number), amountMinor, provider },
        write: () => setOrders(trx, wanted, { payment_id: id }),
        answer: () => Promise.resolve({ paymentId: id }),
      }
    })
    await payments.open(paymentId, description)
    return readPayment(db, caller, paymentId)
  }

export const cancelOrder =
  (deps: Deps): Calls['cancelOrder'] =>
  async ({ params: { orderId: id }, body: { version } }, context) => {
    const { db, change } = deps
    const { caller } = context
    const [before] = await findOrders(db, caller.scope, [id])
    if (
      before &&
      refusalOf(caller, before, 'cancel') === null &&
      (version ?? before.version) === before.version
    )
      await withdrawPayments(deps, [before])
    return change(
      context,
      orderKind,
      { id, version, to: 'cancel', action: 'order.cancel' },
      async (trx, order) => {
        if (order.payment_state === 'open') fail('payment_under_way')
        return {
          write: () => setOrders(trx, [id], { state: 'cancelled' }),
          answer: () => readOrder(trx, caller, id),
        }
      },
    )
  }

export const refundOrder =
  ({ change, payments }: Deps): Calls['refundOrder'] =>
  ({ params: { orderId: id }, body: { text, version } }, context) =>
    change(
      context,
      orderKind,
      { id, version, to: 'refund', action: 'order.refund' },
      async (trx, order) => {
        // An order on an invoice must be removed from it first.
        if (order.invoice_id !== null) fail('order_invoiced')
        return {
          details: { text, amountMinor: order.amount_minor, currency: order.currency },
          write: async () => {
            await setOrders(trx, [id], { state: 'refunding' })
            await payments.refunds.request(trx, {
              paymentId: order.payment_id ?? fail('conflict'),
              referenceId: id,
              amountMinor: order.amount_minor,
              reason: text,
              userId: context.caller.userId,
              isSent: true,
            })
          },
          answer: () => readOrder(trx, context.caller, id),
        }
      },
    )
