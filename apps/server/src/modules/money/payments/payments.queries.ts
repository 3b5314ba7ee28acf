import { sql } from 'kysely'
import type { Currency } from '@swath/domain/money'
import type { PaymentProvider, PaymentPurpose } from '@swath/contract/money/payments'
import type { Caller } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'

export type NewPayment = {
  id: string
  number: string
  provider: PaymentProvider
  purpose: PaymentPurpose
  referenceId: string
  payerId: string
  payeeId: string
  amountMinor: number
  currency: Currency
  qrText: string | null
  createdAt: Date
  expiresAt: Date | null
}

export const insertPayment = async (trx: Tx, payment: NewPayment): Promise<void> => {
  await trx
    .insertInto('payment')
    .values({
      id: payment.id,
      number: payment.number,
      provider: payment.provider,
      purpose: payment.purpose,
      reference_id: payment.referenceId,
      payer_id: payment.payerId,
      payee_id: payment.payeeId,
      amount_minor: payment.amountMinor,
      currency: payment.currency,
      qr_text: payment.qrText,
      gateway_id: null,
      created_at: payment.createdAt,
      expires_at: payment.expiresAt,
      checked_at: null,
      paid_at: null,
      confirmed_by: null,
    })
    .execute()
}

export type PaymentRow = NonNullable<Awaited<ReturnType<typeof findPaymentRow>>>

export const findPaymentRow = (db: Db | Tx, id: string) =>
  db.selectFrom('payment').where('id', '=', id).selectAll().executeTakeFirst()

/**
 * Locks the payment until the transaction ends: a repeated report waits here, and then finds it
 * processed.
 */
export const lockPayment = (trx: Tx, by: { id: string } | { number: string }) =>
  trx
    .selectFrom('payment')
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('number', '=', by.number)))
    .selectAll()
    .forUpdate()
    .executeTakeFirst()

export const setPayment = async (
  trx: Db | Tx,
  id: string,
  change: {
    state?: 'paid' | 'closed'
    qr_text?: string
    gateway_id?: string | null
    paid_at?: Date
    checked_at?: Date
    confirmed_by?: string
  },
): Promise<void> => {
  await trx.updateTable('payment').set(change).where('id', '=', id).execute()
}

const refundedMinor = sql<number>`coalesce((select sum(refund.amount_minor) from payment_refund refund
  where refund.payment_id = payment.id and refund.state <> 'failed'), 0)::bigint`

const refundSums = sql<{
  gone_minor: number
  gone_at: Date | null
  due_minor: number
  due_since: Date | null
}>`(select
    coalesce(sum(amount_minor) filter (where state = 'done'), 0)::bigint as gone_minor,
    max(done_at) filter (where state = 'done') as gone_at,
    coalesce(sum(amount_minor) filter (where state = 'waiting'), 0)::bigint as due_minor,
    min(created_at) filter (where state = 'waiting') as due_since
  from payment_refund where payment_refund.payment_id = payment.id)`

/** For payer and payee, and accounts above the payer. */
export const findPayment = (
  db: Db | Tx,
  { scope, accountId }: Pick<Caller, 'scope' | 'accountId'>,
  id: string,
) =>
  db
    .selectFrom('payment')
    .innerJoin('account as payer', 'payer.id', 'payment.payer_id')
    .innerJoin('account as payee', 'payee.id', 'payment.payee_id')
    .leftJoin('invoice_information as bank', 'bank.account_id', 'payment.payee_id')
    .innerJoinLateral(refundSums.as('refunds'), (join) => join.onTrue())
    .where('payment.id', '=', id)
    .where(
      sql<boolean>`(${inScope(scope, { owner: 'payment.payer_id' })} or payment.payee_id = ${accountId}::uuid)`,
    )
    .selectAll('payment')
    .select([
      'payer.name as payer_name',
      'payee.name as payee_name',
      'bank.business_name',
      'bank.bank',
      'bank.bank_account',
      'refunds.gone_minor',
      'refunds.gone_at',
      'refunds.due_minor',
      'refunds.due_since',
    ])
    .executeTakeFirst()
export type ShownPayment = NonNullable<Awaited<ReturnType<typeof findPayment>>>

/** Payments that are open at the gateway, and not queried since `before`. */
export const paymentsToAsk = (db: Db, before: Date, atMost: number) =>
  db
    .selectFrom('payment')
    .where('state', '=', 'open')
    .where('provider', '=', 'wechat')
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<', before)]))
    .where('created_at', '<', before)
    .selectAll()
    .orderBy('created_at')
    .limit(atMost)
    .execute()

export const insertRefund = async (
  trx: Tx,
  refund: {
    id: string
    paymentId: string
    number: string
    referenceId: string
    amountMinor: number
    reason: string
    at: Date
    userId: string | null
  },
): Promise<void> => {
  await trx
    .insertInto('payment_refund')
    .values({
      id: refund.id,
      payment_id: refund.paymentId,
      number: refund.number,
      reference_id: refund.referenceId,
      amount_minor: refund.amountMinor,
      reason: refund.reason,
      gateway_id: null,
      created_at: refund.at,
      created_by: refund.userId,
      accepted_at: null,
      done_at: null,
    })
    .execute()
}

/** The amount that has not been refunded and is not about to be. */
export const leftOf = async (trx: Tx, paymentId: string): Promise<number> =>
  (
    await trx
      .selectFrom('payment')
      .where('id', '=', paymentId)
      .select(sql<number>`payment.amount_minor - ${refundedMinor}`.as('left'))
      .executeTakeFirstOrThrow()
  ).left

export const waitingRefundsOf = async (trx: Tx, paymentId: string): Promise<string[]> =>
  (
    await trx
      .selectFrom('payment_refund')
      .where('payment_id', '=', paymentId)
      .where('state', '=', 'waiting')
      .select('id')
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)

export const findRefund = (db: Db | Tx, id: string) =>
  db
    .selectFrom('payment_refund as refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .where('refund.id', '=', id)
    .selectAll('refund')
    .select([
      'payment.number as payment_number',
      'payment.amount_minor as total_minor',
      'payment.currency',
      'payment.provider',
      'payment.purpose',
    ])
    .executeTakeFirst()
export type RefundRow = NonNullable<Awaited<ReturnType<typeof findRefund>>>

export const lockRefund = async (trx: Tx, number: string): Promise<RefundRow | undefined> => {
  const held = await trx
    .selectFrom('payment_refund')
    .where('number', '=', number)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  return held && findRefund(trx, held.id)
}

export const setRefund = async (
  trx: Tx,
  id: string,
  change: {
    state?: 'done' | 'failed'
    gateway_id?: string | null
    accepted_at?: Date
    done_at?: Date
  },
): Promise<void> => {
  await trx.updateTable('payment_refund').set(change).where('id', '=', id).execute()
}

/** Refunds sent to the gateway without a result so far. */
export const refundsToAsk = (db: Db, before: Date, atMost: number) =>
  db
    .selectFrom('payment_refund')
    .where('state', '=', 'waiting')
    .where('accepted_at', '<', before)
    .select(['id', 'number'])
    .orderBy('created_at')
    .limit(atMost)
    .execute()
