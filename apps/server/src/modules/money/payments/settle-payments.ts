// The only place where received money is booked. Every report (by a person, a callback, a response,
// a bill) calls `settle`, which locks the payment's row: the money is booked once, and the
// payment's purpose is fulfilled in the same transaction.
import type { PaymentPurpose } from '@swath/contract/money/payments'
import type { Currency } from '@swath/domain/money'
import { changeLog, recordAudit } from '../../../platform/audit/audit.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { lockPayment, setPayment, type PaymentRow } from './payments.queries.ts'
import type { Refunds } from './refunds.ts'
import type { Transaction } from './wechat/wechat-pay.ts'

/** Author of the payer's log entry, since no person acted. */
const gatewayName = 'WeChat Pay'

/** Report of a gateway that money was received. */
type PaymentNotice = {
  number: string
  gatewayId: string
  amountMinor: number
  currency: string
  paidAt: Date
}
export type Settled = 'paid' | 'again' | 'unknown' | 'differs'

export const createSettling = ({ clock, log, purposes }: PaymentDeps, refunds: Refunds) => {
  const now = (): Date => new Date(clock.now())

  const enter = async (trx: Tx, payment: PaymentRow, paidAt: Date): Promise<void> => {
    const isNeeded = await purposes[payment.purpose as PaymentPurpose].paid(
      trx,
      {
        paymentId: payment.id,
        referenceId: payment.reference_id,
        payerId: payment.payer_id,
        payeeId: payment.payee_id,
        amountMinor: payment.amount_minor,
        currency: payment.currency as Currency,
        paidAt,
      },
      now(),
    )
    if (isNeeded) return
    log.warn({ payment: payment.number }, 'money came for which nothing was owed: it is to go back')
    await refunds.request(trx, {
      paymentId: payment.id,
      referenceId: payment.id,
      amountMinor: null,
      reason: payment.number,
      userId: null,
      isSent: false,
    })
  }

  /**
   * Handles a gateway's report. Rejects amounts that differ from the requested one by as little as
   * a cent.
   */
  const settle = async (trx: Tx, notice: PaymentNotice): Promise<Settled> => {
    const payment = await lockPayment(trx, { number: notice.number })
    if (!payment || payment.provider === 'transfer') return 'unknown'
    if (payment.amount_minor !== notice.amountMinor || payment.currency !== notice.currency) {
      log.error({ payment: notice.number, notice }, 'a gateway reports another amount')
      return 'differs'
    }
    if (payment.state === 'paid')
      return payment.gateway_id === notice.gatewayId ? 'again' : 'differs'
    await setPayment(trx, payment.id, {
      state: 'paid',
      gateway_id: notice.gatewayId,
      paid_at: notice.paidAt,
    })
    await enter(trx, payment, notice.paidAt)
    await recordAudit(trx, {
      accountId: payment.payer_id,
      atMs: clock.now(),
      logType: changeLog,
      user: { id: null, name: gatewayName },
      ip: null,
      action: 'payment.receive',
      object: { type: 'payment', id: payment.id, name: payment.number },
      details: { amountMinor: payment.amount_minor, currency: payment.currency },
    })
    return 'paid'
  }

  /** Someone at the payee confirms a bank transfer; the payment's row is locked. */
  const confirm = async (trx: Tx, payment: PaymentRow, userId: string): Promise<void> => {
    await setPayment(trx, payment.id, { state: 'paid', paid_at: now(), confirmed_by: userId })
    await enter(trx, payment, now())
  }

  const settleTransaction = async (trx: Tx, found: Transaction): Promise<Settled | 'not paid'> =>
    found.trade_state === 'SUCCESS' || found.trade_state === 'REFUND'
      ? settle(trx, {
          number: found.out_trade_no,
          gatewayId: found.transaction_id ?? '',
          amountMinor: found.amount?.total ?? 0,
          currency: found.amount?.currency ?? '',
          paidAt: found.success_time ? new Date(found.success_time) : now(),
        })
      : 'not paid'

  return { settle, settleTransaction, confirm }
}
export type Settling = ReturnType<typeof createSettling>
