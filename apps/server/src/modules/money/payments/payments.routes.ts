import type { paymentRoutes } from '@swath/contract/money/payments'
import { createChanges, type RowKind } from '../../../platform/change/change.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'
import { readWithRowSecurity, toLedgerReader } from '../ledger/row-security.queries.ts'
import { differenceHandlers } from './differences.ts'
import type { Payments } from './create-payments.ts'
import { findPayment, lockPayment, type ShownPayment } from './payments.queries.ts'
import { mayConfirm, mayConfirmRefund, readPayment } from './present-payment.ts'

const paymentKind: RowKind<ShownPayment, 'confirm' | 'confirmRefund'> = {
  type: 'payment',
  // Locked before it is read, so that the row is current.
  lock: async (trx, { caller }, id) => {
    if (!(await findPayment(trx, caller, id))) return undefined
    await lockPayment(trx, { id })
    return findPayment(trx, caller, id)
  },
  refusal: ({ caller }, row, step) => {
    const may = step === 'confirm' ? mayConfirm : mayConfirmRefund
    return may(caller, row) ? null : row.payee_id === caller.accountId ? 'conflict' : 'forbidden'
  },
  identify: ({ id, number }) => ({ id, name: number }),
  // Logged for the payer, who sees that the money was received.
  pickLogAccount: ({ payer_id }) => payer_id,
}

export const paymentHandlers = (
  services: Services,
  payments: Payments,
): Handlers<typeof paymentRoutes> => {
  const { change } = createChanges(services)
  return {
    ...differenceHandlers(services),
    getPayment: ({ params }, { caller }) =>
      readWithRowSecurity(services.db, toLedgerReader(caller), (tx) =>
        readPayment(tx, caller, params.paymentId),
      ),
    confirmPayment: ({ params: { paymentId: id } }, context) =>
      change(
        context,
        paymentKind,
        { id, to: 'confirm', action: 'payment.confirm' },
        async (trx, payment) => ({
          details: { amountMinor: payment.amount_minor, currency: payment.currency },
          write: () => payments.confirm(trx, payment, context.caller.userId),
          answer: () => readPayment(trx, context.caller, id),
        }),
      ),
    confirmRefund: ({ params: { paymentId: id } }, context) =>
      change(
        context,
        paymentKind,
        { id, to: 'confirmRefund', action: 'payment.confirm-refund' },
        async (trx, { due_minor: amountMinor, currency }) => ({
          details: { amountMinor, currency },
          write: () => payments.refunds.confirmSent(trx, id),
          answer: () => readPayment(trx, context.caller, id),
        }),
      ),
  }
}
