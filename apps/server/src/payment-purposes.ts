// Everything that is paid for, put together: who is told that money has come.
import { rechargePayments } from './features/lease-billing/public.ts'
import { orderPayments } from './features/orders/order-payments.ts'
import type { PurposesOfPayments } from './features/payments/payment-purpose.ts'

export const paymentPurposes: PurposesOfPayments = {
  order: orderPayments,
  recharge: rechargePayments,
}
