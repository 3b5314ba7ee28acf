// Queries and closes open payments.
import { tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { findPaymentRow, lockPayment, setPayment, type PaymentRow } from './payments.queries.ts'
import type { Settling } from './settle-payments.ts'
import { GatewayAway, GatewayRefused } from './wechat/wechat-transport.ts'

export const createEnding = (
  { db, clock, wechat }: PaymentDeps,
  { settleTransaction }: Settling,
) => {
  /**
   * Closes a payment for good. The gateway is asked first: if someone is paying at this moment, the
   * payment either succeeds and counts, or is no longer possible.
   * @throws gateway_away
   */
  const withdraw = async (paymentId: string): Promise<'closed' | 'paid'> => {
    const payment = (await findPaymentRow(db, paymentId)) ?? fail('not_found')
    if (payment.state !== 'open') return payment.state
    if (payment.provider !== 'transfer' && wechat) {
      try {
        await wechat.close(payment.number)
      } catch (error) {
        if (error instanceof GatewayAway) fail('gateway_away')
        if (!(error instanceof GatewayRefused)) throw error
        // The gateway refuses to close payments that were just paid or that it does not know.
        if (error.code === 'ORDERPAID' || error.code === 'ORDER_PAID') {
          const found = await wechat.find(payment.number)
          await tx(db, (trx) => settleTransaction(trx, found))
        }
      }
    }
    return tx(db, async (trx) => {
      const held = (await lockPayment(trx, { id: paymentId })) ?? fail('not_found')
      if (held.state !== 'open') return held.state
      await setPayment(trx, held.id, { state: 'closed' })
      return 'closed'
    })
  }

  /** Queries the gateway if no callback arrived; closes expired payments. */
  const ask = async (payment: PaymentRow): Promise<void> => {
    if (!wechat) return
    // The payment was never opened at the gateway, which does not know it.
    const found = await wechat.find(payment.number).catch((error: unknown) => {
      if (error instanceof GatewayRefused) return null
      throw error
    })
    const isOver = payment.expires_at !== null && payment.expires_at.getTime() <= clock.now()
    await tx(db, async (trx) => {
      await setPayment(trx, payment.id, { checked_at: new Date(clock.now()) })
      if (found) await settleTransaction(trx, found)
    })
    if (isOver) await withdraw(payment.id)
  }

  return { ask, withdraw }
}
