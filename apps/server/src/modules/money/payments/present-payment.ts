import type { Payment, PaymentPurpose } from '@swath/contract/money/payments'
import type { Caller } from '@swath/domain/access/caller'
import type { Currency } from '@swath/domain/money'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { findPayment, type ShownPayment } from './payments.queries.ts'

/** Only the payee can confirm a bank transfer, which appears on its account. */
export const mayConfirm = (
  { rights, accountId }: Pick<Caller, 'rights' | 'accountId'>,
  { provider, state, payee_id }: Pick<ShownPayment, 'provider' | 'state' | 'payee_id'>,
): boolean =>
  provider === 'transfer' &&
  state === 'open' &&
  payee_id === accountId &&
  rights.includes('account.manage')

/** The payee returns the money by bank transfer, and confirms it. */
export const mayConfirmRefund = (
  { rights, accountId }: Pick<Caller, 'rights' | 'accountId'>,
  { provider, payee_id, due_minor }: Pick<ShownPayment, 'provider' | 'payee_id' | 'due_minor'>,
): boolean =>
  provider === 'transfer' &&
  due_minor > 0 &&
  payee_id === accountId &&
  rights.includes('account.manage')

const present = (row: ShownPayment, caller: Caller): Payment => ({
  paymentId: row.id,
  paymentNo: row.number,
  provider: row.provider,
  purpose: row.purpose as PaymentPurpose,
  state: row.state,
  amountMinor: row.amount_minor,
  refundedMinor: row.gone_minor,
  refundedAt: row.gone_at?.toISOString() ?? null,
  refundDueMinor: row.due_minor,
  refundDueSince: row.due_since?.toISOString() ?? null,
  currency: row.currency as Currency,
  payerName: row.payer_name,
  payeeName: row.payee_name,
  payTo:
    row.provider === 'transfer' && row.bank_account
      ? { name: row.business_name!, bank: row.bank!, bankAccount: row.bank_account }
      : null,
  qrText: row.qr_text,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  paidAt: row.paid_at?.toISOString() ?? null,
  can: { confirm: mayConfirm(caller, row), confirmRefund: mayConfirmRefund(caller, row) },
})

/** @throws not_found */
export const readPayment = async (db: Db | Tx, caller: Caller, id: string): Promise<Payment> =>
  present((await findPayment(db, caller, id)) ?? fail('not_found'), caller)
