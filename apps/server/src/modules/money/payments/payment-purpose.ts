// What each purpose of payments does after money was received or refunded.
import type { PaymentPurpose } from '@swath/contract/money/payments'
import type { Currency } from '@swath/domain/money'
import type { Tx } from '../../../platform/database/database.ts'

export type ComePayment = {
  paymentId: string
  referenceId: string
  payerId: string
  payeeId: string
  amountMinor: number
  currency: Currency
  /** When the money was received; the report may come days later. */
  paidAt: Date
}
export type GoneRefund = {
  refundId: string
  paymentId: string
  /** The refunded part of the payment. */
  referenceId: string
  amountMinor: number
  currency: Currency
}

export type PurposeOfPayments = {
  /**
   * Called exactly once, in the transaction that records the money.
   * @returns false if nothing is owed for it any more, so that it is refunded
   */
  paid: (trx: Tx, payment: ComePayment, now: Date) => Promise<boolean>
  refunded: (trx: Tx, refund: GoneRefund, now: Date) => Promise<void>
  /** The gateway could not refund it, so a person has to. */
  refundFailed: (trx: Tx, refund: GoneRefund, now: Date) => Promise<void>
}
export type PurposesOfPayments = Readonly<Record<PaymentPurpose, PurposeOfPayments>>
