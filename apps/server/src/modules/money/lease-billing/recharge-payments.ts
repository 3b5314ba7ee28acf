// A recharge that is paid by a gateway: it begins, it is ended where the recharge is decided otherwise,
// and what becomes of the client's money when it has come or has gone back.
import type { PaymentProvider } from '@swath/contract/payments'
import type { Tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { postEntry, readCause, reverseEntry } from '../ledger/post.ts'
import { findPaymentRow } from '../payments/payments.queries.ts'
import type { Payments } from '../payments/create-payments.ts'
import type { PurposeOfPayments } from '../payments/payment-purpose.ts'
import { clientAccount, houseAccount } from './bill-flights.ts'
import { lockRechargeOfPayment, writeRecharge, type RechargeRow } from './recharges.queries.ts'
import { tellBalance } from './tell-balance.ts'

/** Stands in the ledger and in the recharge as who said that the money came. */
const gatewayName = 'WeChat Pay'

/** The money has come: it is the client's from now on. Once, however often it is said. */
export const bookRecharge = async (
  tx: Tx,
  row: Pick<RechargeRow, 'id' | 'number' | 'lessor_id' | 'client_id' | 'currency' | 'amount_minor'>,
  { at, byName, paymentId = null }: { at: Date; byName: string; paymentId?: string | null },
): Promise<void> => {
  const of = { lessorId: row.lessor_id, clientId: row.client_id, currency: row.currency }
  await postEntry(
    tx,
    {
      cause: { kind: 'recharge', id: row.id },
      at,
      lines: [
        { account: clientAccount(of, 'prepaid'), amountMinor: row.amount_minor },
        {
          account: houseAccount(row.lessor_id, row.currency, 'cash'),
          amountMinor: -row.amount_minor,
        },
      ],
      about: { rechargeNo: row.number },
      note: row.number,
      byName,
    },
    at,
  )
  await writeRecharge(tx, row.id, {
    state: 'paid',
    decided_at: at,
    decided_by_name: byName,
    payment_id: paymentId,
  })
  await tellBalance(tx, row.client_id)
}

/** The gateway has not been paid, and could be. */
export const isUnderWay = async (
  trx: Tx,
  { payment_id: paymentId }: Pick<RechargeRow, 'payment_id'>,
): Promise<boolean> =>
  paymentId !== null && (await findPaymentRow(trx, paymentId))?.state === 'open'

/** @throws recharge_decided where it was paid in this moment, gateway_away */
export const endPayment = async (payments: Payments, paymentId: string): Promise<void> => {
  if ((await payments.withdraw(paymentId)) === 'paid') fail('recharge_decided')
}

type Starting = { trx: Tx; payments: Pick<Payments, 'start'>; now: Date }

/** The one payment that waits for the recharge, whose row is held; begun where none does. */
export const startPayment = async (
  { trx, payments, now }: Starting,
  row: RechargeRow,
  provider: PaymentProvider,
): Promise<{ id: string; isNew: boolean }> => {
  const before = row.payment_id === null ? undefined : await findPaymentRow(trx, row.payment_id)
  if (before?.state === 'open') {
    const isGood = before.expires_at === null || before.expires_at > now
    // It is being closed at the gateway: within a minute it is paid, or another can begin.
    if (!isGood || before.provider !== provider) fail('payment_under_way')
    return { id: before.id, isNew: false }
  }
  const id = await payments.start(trx, {
    purpose: 'recharge',
    referenceId: row.id,
    payerId: row.tenant_account_id ?? fail('forbidden'),
    payeeId: row.lessor_id,
    amountMinor: row.amount_minor,
    currency: row.currency,
    provider,
    billPath: () => '',
  })
  await writeRecharge(trx, row.id, { payment_id: id })
  return { id, isNew: true }
}

export const rechargePayments: PurposeOfPayments = {
  paid: async (trx, { paymentId, paidAt }) => {
    const row = await lockRechargeOfPayment(trx, paymentId)
    // Taken back, refused, or paid otherwise meanwhile: the money goes back.
    if (row?.state !== 'asked') return false
    await bookRecharge(trx, row, { at: paidAt, byName: gatewayName, paymentId })
    return true
  },
  // The books said so when it was asked for: what goes back is the client's no more.
  refunded: () => Promise.resolve(),
  refundFailed: async (trx, { paymentId, referenceId, amountMinor }, now) => {
    const row = await lockRechargeOfPayment(trx, paymentId)
    const cause = { kind: 'refund', id: referenceId } as const
    const standing = row && (await readCause(trx, row.lessor_id, cause))
    // Of money that was nobody's recharge, or said twice.
    if (!standing || standing.isTakenBack) return
    await reverseEntry(trx, cause, { why: row.number, byName: gatewayName, postedAt: now })
    await writeRecharge(trx, row.id, { refunded_minor: row.refunded_minor - amountMinor })
    await tellBalance(trx, row.client_id)
  },
}
