// The purposes of payments: each handles its payments when the money arrives.
import { rechargePayments } from './lease-billing/recharge-payments.ts'
import { orderPayments } from './orders/order-payments.ts'
import type { PurposesOfPayments } from './payments/payment-purpose.ts'

export const paymentPurposes: PurposesOfPayments = {
  order: orderPayments,
  recharge: rechargePayments,
}
