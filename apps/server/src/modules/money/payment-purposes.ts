// Everything that is paid for, put together: who is told that money has come.
import { rechargePayments } from './lease-billing/recharge-payments.ts'
import { orderPayments } from './orders/order-payments.ts'
import type { PurposesOfPayments } from './payments/payment-purpose.ts'

export const paymentPurposes: PurposesOfPayments = {
  order: orderPayments,
  recharge: rechargePayments,
}
