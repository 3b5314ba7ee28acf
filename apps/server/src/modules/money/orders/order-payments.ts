// Effects of payments and refunds on orders, and their entries in the books.
import type { LedgerLine } from '@swath/domain/ledger'
import type { Currency } from '@swath/domain/money'
import { postEntry, type NewEntry } from '../ledger/post.ts'
import type { PurposeOfPayments } from '../payments/payment-purpose.ts'
import { lockOrdersOfPayment, setOrders } from './orders.queries.ts'

type Sold = {
  id: string
  number: string
  droneId: string
  year: number
  sellerId: string
  buyerId: string
  amountMinor: number
  currency: Currency
}

/** Lines in the seller's books: the receipt (negative: debit), and the fee. */
const linesOf = (
  { sellerId, buyerId, currency }: Pick<Sold, 'sellerId' | 'buyerId' | 'currency'>,
  amountMinor: number,
): LedgerLine[] => {
  const own = { ownerAccountId: sellerId, clientId: null, currency }
  return [
    { account: { ...own, purpose: 'cash' }, amountMinor: -amountMinor },
    { account: { ...own, payerAccountId: buyerId, purpose: 'fees' }, amountMinor },
  ]
}

/** The entry for a paid order. */
export const toOrderEntry = (sold: Sold, at: Date): NewEntry => ({
  cause: { kind: 'order', id: sold.id },
  at,
  lines: linesOf(sold, sold.amountMinor),
  about: { number: sold.number, droneId: sold.droneId, year: sold.year },
})

/** The entry for a refunded order. */
export const toRefundEntry = (
  refundId: string,
  sold: Pick<Sold, 'number' | 'sellerId' | 'buyerId' | 'amountMinor' | 'currency'>,
  at: Date,
): NewEntry => ({
  cause: { kind: 'order_refund', id: refundId },
  at,
  lines: linesOf(sold, -sold.amountMinor),
  about: { number: sold.number },
})

export const orderPayments: PurposeOfPayments = {
  paid: async (trx, { paymentId, amountMinor, paidAt }, now) => {
    const orders = await lockOrdersOfPayment(trx, paymentId)
    const owed = orders.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
    // Cancelled or paid otherwise: the money is refunded.
    if (orders.length === 0 || owed !== amountMinor) return false
    if (orders.some(({ state }) => state !== 'unpaid')) return false
    await setOrders(
      trx,
      orders.map(({ id }) => id),
      { state: 'paid', paid_at: paidAt },
    )
    for (const order of orders)
      await postEntry(
        trx,
        toOrderEntry(
          {
            id: order.id,
            number: order.number,
            droneId: order.drone_id,
            year: order.year,
            sellerId: order.seller_id,
            buyerId: order.account_id,
            amountMinor: order.amount_minor,
            currency: order.currency as Currency,
          },
          paidAt,
        ),
        now,
      )
    return true
  },
  refunded: async (trx, { refundId, referenceId, amountMinor, currency }, now) => {
    const [order] = await setOrders(trx, [referenceId], { state: 'refunded' })
    // The payment belonged to no order, so no fee was booked.
    if (!order) return
    const { number, seller_id: sellerId, account_id: buyerId } = order
    await postEntry(
      trx,
      toRefundEntry(refundId, { number, sellerId, buyerId, amountMinor, currency }, now),
      now,
    )
  },
  refundFailed: async (trx, { referenceId }) => {
    await setOrders(trx, [referenceId], { state: 'paid' })
  },
}
