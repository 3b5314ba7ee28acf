// How other features take money: `payments.start` in the transaction of what is paid for,
// `payments.open` after it, and a purpose of their own that is told when the money has come.
export { moneyCell } from './money-cell.ts'
export { buildNumber } from './numbers.ts'
export type { Payments } from './create-payments.ts'
export type { PurposeOfPayments } from './payment-purpose.ts'
export { findPaymentRow } from './payments.queries.ts'
export { readPayment } from './present-payment.ts'
