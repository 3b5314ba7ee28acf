// Everything that is paid for, put together: who is told that money has come.
import { rechargePayments } from './modules/money/public.ts'
import { orderPayments } from './modules/money/orders/order-payments.ts'
import type { PurposesOfPayments } from './modules/money/payments/payment-purpose.ts'

export const paymentPurposes: PurposesOfPayments = {
  order: orderPayments,
  recharge: rechargePayments,
}
