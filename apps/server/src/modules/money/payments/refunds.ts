// Refunds all or part of a payment, in the way that it was made.
import { z } from 'zod'
import type { PaymentPurpose } from '@swath/contract/money/payments'
import type { Currency } from '@swath/domain/money'
import { tx, type Tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import { buildNumber } from './numbers.ts'
import type { PaymentDeps } from './payment-deps.ts'
import type { GoneRefund } from './payment-purpose.ts'
import {
  findRefund,
  insertRefund,
  leftOf,
  lockPayment,
  lockRefund,
  setRefund,
  waitingRefundsOf,
  type RefundRow,
} from './payments.queries.ts'
import type { RefundAnswer } from './wechat/wechat-pay.ts'

export const sendRefundsKind: JobKind<{ refundId: string }> = {
  name: 'payments.refund',
  payload: z.object({ refundId: z.string() }),
  // Retries until the next day: the merchant's balance may have to be topped up.
  triesAtMost: 16,
}

type Wanted = {
  paymentId: string
  referenceId: string
  /** Null: the whole remaining amount. */
  amountMinor: number | null
  reason: string
  userId: string | null
  /** For bank transfers: the caller has already returned the money. */
  isSent: boolean
}

const toGone = (row: RefundRow): GoneRefund => ({
  refundId: row.id,
  paymentId: row.payment_id,
  referenceId: row.reference_id,
  amountMinor: row.amount_minor,
  currency: row.currency as Currency,
})

const createRequesting = ({ clock, purposes }: PaymentDeps) => {
  const finish = async (trx: Tx, refundId: string, at: Date): Promise<void> => {
    await setRefund(trx, refundId, { state: 'done', done_at: at })
    const row = (await findRefund(trx, refundId)) ?? fail('not_found')
    await purposes[row.purpose as PaymentPurpose].refunded(trx, toGone(row), at)
  }

  /**
   * Called in the transaction of its cause. A gateway payment is refunded by a job; a bank transfer
   * is returned by a person, and stays open until someone confirms it.
   * @throws conflict if more would be refunded than was paid
   */
  const request = async (trx: Tx, wanted: Wanted): Promise<void> => {
    const at = new Date(clock.now())
    const payment = (await lockPayment(trx, { id: wanted.paymentId })) ?? fail('not_found')
    const left = await leftOf(trx, payment.id)
    const amountMinor = wanted.amountMinor ?? left
    if (payment.state !== 'paid' || amountMinor < 1 || amountMinor > left) fail('conflict')
    const id = uuidv7(clock.now())
    await insertRefund(trx, {
      ...wanted,
      amountMinor,
      id,
      number: buildNumber('SR', clock.now()),
      at,
    })
    if (payment.provider !== 'transfer') {
      await enqueueJob(trx, sendRefundsKind, { refundId: id }, { key: `refund ${id}` })
      return
    }
    if (wanted.isSent) await finish(trx, id, at)
  }

  /** Someone at the payee has returned a bank transfer of a payment, whose row is locked. */
  const confirmSent = async (trx: Tx, paymentId: string): Promise<void> => {
    const at = new Date(clock.now())
    for (const id of await waitingRefundsOf(trx, paymentId)) await finish(trx, id, at)
  }

  return { request, confirmSent }
}

export const createRefunds = (deps: PaymentDeps) => {
  const { db, clock, purposes, wechat } = deps
  const now = (): Date => new Date(clock.now())

  /** Applies the gateway's result; repeating it changes nothing. */
  const settle = async (
    trx: Tx,
    notice: { number: string; gatewayId: string; amountMinor: number; isDone: boolean },
  ): Promise<'settled' | 'again' | 'unknown' | 'differs'> => {
    const row = await lockRefund(trx, notice.number)
    if (!row) return 'unknown'
    if (row.amount_minor !== notice.amountMinor) return 'differs'
    if (row.state !== 'waiting') return 'again'
    const purpose = purposes[row.purpose as PaymentPurpose]
    await setRefund(trx, row.id, {
      state: notice.isDone ? 'done' : 'failed',
      gateway_id: notice.gatewayId,
      ...(row.accepted_at ? {} : { accepted_at: now() }),
      done_at: now(),
    })
    if (notice.isDone) await purpose.refunded(trx, toGone(row), now())
    else await purpose.refundFailed(trx, toGone(row), now())
    return 'settled'
  }

  /** `PROCESSING`: the gateway accepted it, and will report the result later. */
  const takeIn = (refundId: string, answer: RefundAnswer): Promise<void> =>
    tx(db, async (trx) => {
      await setRefund(trx, refundId, { accepted_at: new Date(answer.create_time) })
      if (answer.status === 'PROCESSING') return
      await settle(trx, {
        number: answer.out_refund_no,
        gatewayId: answer.refund_id,
        amountMinor: answer.amount.refund,
        isDone: answer.status === 'SUCCESS',
      })
    })

  const give = async (refundId: string): Promise<void> => {
    const row = await findRefund(db, refundId)
    if (!row || row.state !== 'waiting') return
    if (!wechat) throw new Error('the gateway by which it came is not configured any more')
    await takeIn(
      refundId,
      await wechat.refund({
        number: row.number,
        paymentNumber: row.payment_number,
        reason: row.reason,
        amountMinor: row.amount_minor,
        totalMinor: row.total_minor,
        currency: row.currency,
      }),
    )
  }

  return { ...createRequesting(deps), settle, takeIn, give }
}
export type Refunds = ReturnType<typeof createRefunds>

export const sendRefundsJob = ({ refunds }: { refunds: Refunds }): Job =>
  createJob(sendRefundsKind, ({ refundId }) => refunds.give(refundId))
