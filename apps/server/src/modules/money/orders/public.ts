// What other features ask of the service's orders.
export { lockInvoiced, noteInvoice } from './invoiced.queries.ts'
export { countOwnOrders } from './own-orders.ts'
export { toOrderEntry, toRefundEntry } from './order-payments.ts'
export { hasLapsedCorrections, requireService } from './service-state.ts'
export { hasLapsed } from './services.queries.ts'
