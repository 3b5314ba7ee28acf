// Payment of a recharge by a gateway: starting it, closing it if the recharge is decided otherwise,
// and booking the client's money when it is received or refunded.
import type { PaymentProvider } from '@swath/contract/money/payments'
import type { Tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { postEntry, readCause, reverseEntry } from '../ledger/post.ts'
import { findPaymentRow } from '../payments/payments.queries.ts'
import type { Payments } from '../payments/create-payments.ts'
import type { PurposeOfPayments } from '../payments/payment-purpose.ts'
import { clientAccount, houseAccount } from './bill-flights.ts'
import { lockRechargeOfPayment, writeRecharge, type RechargeRow } from './recharges.queries.ts'
import { tellBalance } from './tell-balance.ts'

/** Recorded in the ledger and in the recharge as the person who confirmed it. */
const gatewayName = 'WeChat Pay'

/** Credits received money to the client, once, however often it is reported. */
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

/** Whether the payment is open at the gateway and can still be paid. */
export const isUnderWay = async (
  trx: Tx,
  { payment_id: paymentId }: Pick<RechargeRow, 'payment_id'>,
): Promise<boolean> =>
  paymentId !== null && (await findPaymentRow(trx, paymentId))?.state === 'open'

/** @throws recharge_decided if it was paid at this moment, gateway_away */
export const endPayment = async (payments: Payments, paymentId: string): Promise<void> => {
  if ((await payments.withdraw(paymentId)) === 'paid') fail('recharge_decided')
}

type Starting = { trx: Tx; payments: Pick<Payments, 'start'>; now: Date }

/** The open payment of the recharge, whose row is locked; starts one if there is none. */
export const startPayment = async (
  { trx, payments, now }: Starting,
  row: RechargeRow,
  provider: PaymentProvider,
): Promise<{ id: string; isNew: boolean }> => {
  const before = row.payment_id === null ? undefined : await findPaymentRow(trx, row.payment_id)
  if (before?.state === 'open') {
    const isGood = before.expires_at === null || before.expires_at > now
    // The gateway is closing it: within a minute it is either paid, or another one can be started.
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
    // Withdrawn, refused or paid otherwise meanwhile: the money is refunded.
    if (row?.state !== 'asked') return false
    await bookRecharge(trx, row, { at: paidAt, byName: gatewayName, paymentId })
    return true
  },
  // Booked when the refund was requested.
  refunded: () => Promise.resolve(),
  refundFailed: async (trx, { paymentId, referenceId, amountMinor }, now) => {
    const row = await lockRechargeOfPayment(trx, paymentId)
    const cause = { kind: 'refund', id: referenceId } as const
    const standing = row && (await readCause(trx, row.lessor_id, cause))
    // The refunded money belonged to no recharge, or the failure was reported twice.
    if (!standing || standing.isTakenBack) return
    await reverseEntry(trx, cause, { why: row.number, byName: gatewayName, postedAt: now })
    await writeRecharge(trx, row.id, { refunded_minor: row.refunded_minor - amountMinor })
    await tellBalance(trx, row.client_id)
  },
}
