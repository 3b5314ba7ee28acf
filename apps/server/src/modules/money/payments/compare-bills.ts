// Compares the gateway's bill of the previous day with our rows once a day. Payments without a
// callback are entered from it; other differences are shown to people.
import { z } from 'zod'
import { tx, type Tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'
import type { Payments } from './create-payments.ts'
import {
  amountsOf,
  comparedDays,
  noteBillDay,
  noteDifference,
  paidBetween,
  refundedBetween,
  type Difference,
} from './differences.queries.ts'
import type { BillLine } from './wechat/wechat-bill.ts'

export const compareBillsKind: JobKind<object> = {
  name: 'payments.compare',
  payload: z.object({}),
  triesAtMost: 10,
  // UTC: bills are available from ten in the morning in China.
  schedule: { hour: 3, minute: 40 },
}

const dayMs = 86_400_000
/** Bills use days in China (UTC+8). */
const chinaMs = 28_800_000
const billCurrency = 'CNY'
/**
 * Bills are available for months. After a downtime of up to this many days, missed bills are
 * compared automatically.
 */
const daysBack = 7

const toChinaDay = (ms: number): string => new Date(ms + chinaMs).toISOString().slice(0, 10)

type OfBill<Kind extends BillLine['kind']> = Extract<BillLine, { kind: Kind }>
type Ours = readonly { number: string; amount_minor: number }[]
type Known = ReadonlyMap<string, { amountMinor: number; state: string }>

/** Differences between an entry of the bill and our rows. */
const comparePayment = (
  day: string,
  { number, amountMinor }: OfBill<'payment'>,
  known: Known,
): Difference | null => {
  const here = known.get(number)
  const difference = { day, number, hereMinor: here?.amountMinor ?? null, thereMinor: amountMinor }
  if (!here) return { ...difference, kind: 'unknown' }
  if (here.amountMinor !== amountMinor) return { ...difference, kind: 'amount' }
  return here.state === 'paid' ? null : { ...difference, kind: 'not_paid_here', isSettled: true }
}

const compareRefund = (
  day: string,
  { number, amountMinor }: OfBill<'refund'>,
  known: Known,
): Difference | null => {
  const here = known.get(number)
  const difference = { day, number, hereMinor: here?.amountMinor ?? null, thereMinor: amountMinor }
  if (!here) return { ...difference, kind: 'refund_unknown' }
  return here.amountMinor === amountMinor ? null : { ...difference, kind: 'refund_amount' }
}

const missing = (
  day: string,
  kind: 'not_in_bill' | 'refund_not_in_bill',
  ours: Ours,
  there: ReadonlySet<string>,
): Difference[] =>
  ours.flatMap(({ number, amount_minor: hereMinor }) =>
    there.has(number) ? [] : [{ day, number, kind, hereMinor, thereMinor: null }],
  )

const sum = (lines: readonly BillLine[]): number =>
  lines.reduce((total, { amountMinor }) => total + amountMinor, 0)

type Deps = Pick<Services, 'db' | 'clock'> & { payments: Payments }

const compareDay = async (
  { clock, payments }: Deps,
  trx: Tx,
  day: string,
  lines: readonly BillLine[],
): Promise<void> => {
  const from = new Date(Date.parse(day) - chinaMs)
  const until = new Date(from.getTime() + dayMs)
  const paid = lines.filter((line) => line.kind === 'payment')
  const refunded = lines.filter((line) => line.kind === 'refund')
  const numbers = (some: readonly BillLine[]): string[] => some.map(({ number }) => number)
  const knownPayments = await amountsOf(trx, 'payment', numbers(paid))
  const knownRefunds = await amountsOf(trx, 'payment_refund', numbers(refunded))
  const found = [
    ...paid.flatMap((line) => comparePayment(day, line, knownPayments) ?? []),
    ...refunded.flatMap((line) => compareRefund(day, line, knownRefunds) ?? []),
    ...missing(day, 'not_in_bill', await paidBetween(trx, from, until), new Set(numbers(paid))),
    ...missing(
      day,
      'refund_not_in_bill',
      await refundedBetween(trx, from, until),
      new Set(numbers(refunded)),
    ),
  ]
  for (const { number, gatewayId, amountMinor, at } of paid)
    if (found.some((one) => one.number === number && one.kind === 'not_paid_here'))
      await payments.settle(trx, {
        number,
        gatewayId,
        amountMinor,
        currency: billCurrency,
        paidAt: at,
      })
  const now = new Date(clock.now())
  for (const difference of found) await noteDifference(trx, uuidv7(clock.now()), difference, now)
  await noteBillDay(trx, {
    day,
    paymentCount: paid.length,
    paidMinor: sum(paid),
    refundCount: refunded.length,
    refundedMinor: sum(refunded),
    at: now,
  })
}

export const compareBillsJob = (deps: Deps): Job =>
  createJob(compareBillsKind, async (_payload, { signal }) => {
    const { db, clock, payments } = deps
    if (!payments.wechat) return
    const days = Array.from({ length: daysBack }, (_, back) =>
      toChinaDay(clock.now() - (daysBack - back) * dayMs),
    )
    const compared = await comparedDays(db, days[0]!)
    for (const day of days) {
      if (compared.has(day)) continue
      if (signal.aborted) return
      const lines = await payments.wechat.readBill(day)
      await tx(db, (trx) => compareDay(deps, trx, day, lines))
    }
  })
